// SPDX-License-Identifier: Apache-2.0
#include "models/hca/flusher.h"

#include "models/hca/cqe_writer.h"
#include "models/hca/receive_queue.h"
#include "models/hca/wqe_fetcher.h"

namespace ib::hca {

void Flusher::enter_error(QueuePair& qp) {
  if (qp.context.state == QpState::kError) return;
  qp.context.state = QpState::kError;
  qp.transport_deadline = kNoCycle;
  while (qp.requester.held() > 0) {
    const SendRequest request = qp.requester.oldest();
    qp.requester.retire();
    flush_request(qp, request);
  }
  core_.wqes->kick(qp);
  flush_receives(qp);
}

void Flusher::flush_request(QueuePair& qp, const SendRequest& request, CqeSyndrome syndrome) {
  Cqe cqe;
  cqe.opcode = CqeOpcode::kRequesterError;
  cqe.syndrome = syndrome;
  cqe.qpn = qp.number;
  cqe.wqe_counter = request.wqe_index;
  cqe.wqe_opcode = request.wqe_opcode;
  core_.gathers.release(request.gather);
  core_.cqes->post(qp.context.cqn_send, cqe);
}

void Flusher::flush_receives(QueuePair& qp) {
  while (!qp.rq.ready.empty()) {
    Cqe cqe;
    cqe.opcode = CqeOpcode::kResponderError;
    cqe.syndrome = CqeSyndrome::kFlushed;
    cqe.qpn = qp.number;
    cqe.wqe_counter = qp.rq.ready.front().index;
    core_.cqes->post(qp.context.cqn_receive, cqe);
    core_.gathers.release(qp.rq.ready.front().gather);
    qp.rq.ready.pop();
  }
  core_.receives->stock_up(qp);
}

}  // namespace ib::hca
