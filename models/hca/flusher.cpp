// SPDX-License-Identifier: Apache-2.0
#include "models/hca/flusher.h"

#include "models/hca/cqe_writer.h"
#include "models/hca/delivery.h"
#include "models/hca/event_writer.h"
#include "models/hca/receive_queue.h"
#include "models/hca/reliable_datagram.h"
#include "models/hca/wqe_fetcher.h"

namespace ib::hca {

void Flusher::enter_error(QueuePair& qp) {
  if (qp.context.state == QpState::kError) return;
  qp.context.state = QpState::kError;
  if (qp.end_to_end) {
    core_.datagrams->close(qp);
    return;
  }
  if (qp.datagrams) core_.datagrams->withdraw(qp);
  qp.transport_deadline = kNoCycle;
  flush_requests(qp);
  core_.wqes->kick(qp);
  if (qp.datagrams) core_.datagrams->flush_receives(qp);
  flush_receives(qp);
}

// IBTA Vol 1, 10.3.1: the receive queue goes on, what is in the send queue is flushed.
void Flusher::enter_send_error(QueuePair& qp) {
  if (qp.context.state == QpState::kError) return;
  qp.context.state = QpState::kSqe;
  if (qp.datagrams) core_.datagrams->withdraw(qp);
  flush_requests(qp);
  core_.wqes->kick(qp);
}

void Flusher::flush_requests(QueuePair& qp) {
  while (qp.requester.held() > 0) {
    const SendRequest request = qp.requester.oldest();
    qp.requester.retire();
    flush_request(qp, request);
  }
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
  core_.delivery->fail_receive(qp, CqeSyndrome::kFlushed);
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
  if (qp.context.srqn != 0) {
    core_.events->raise(EventType::kSrqLastWqe, qp.number);
  } else if (has_receive_queue(qp.context.type)) {
    core_.receives->stock_up(qp);
  }
}

}  // namespace ib::hca
