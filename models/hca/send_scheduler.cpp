// SPDX-License-Identifier: Apache-2.0
#include "models/hca/send_scheduler.h"

#include <algorithm>

#include "models/hca/packetizer.h"

namespace ib::hca {

void SendScheduler::plan() {
  if (requests_.empty() && responses_.empty()) return;
  core_.wake(std::max(core_.now(), next_slot_), Phase::kDecide, Engine::kScheduler);
}

void SendScheduler::activate_requests(QueuePair& qp) {
  if (qp.in_request_ring || !qp.requester.ready()) return;
  qp.in_request_ring = true;
  requests_.push({qp.number, qp.epoch});
  plan();
}

void SendScheduler::activate_responses(QueuePair& qp) {
  if (qp.in_response_ring || !qp.responses.due()) return;
  qp.in_response_ring = true;
  responses_.push({qp.number, qp.epoch});
  plan();
}

void SendScheduler::decide() {
  if (core_.now() < next_slot_) {
    plan();
    return;
  }
  if (!core_.packetizer->has_room()) return;  // it calls resume()
  const bool served =
      response_next_ ? serve_response() || serve_request() : serve_request() || serve_response();
  if (!served) return;
  next_slot_ = core_.now() + core_.config.packet_interval_cycles;
  plan();
}

bool SendScheduler::serve_request() {
  while (!requests_.empty()) {
    const Turn turn = requests_.front();
    requests_.pop();
    QueuePair* const qp = core_.find_qp(turn.qpn, turn.epoch);
    if (qp == nullptr) continue;
    qp->in_request_ring = false;
    if (!can_finish_sends(qp->context.state) || !qp->requester.ready()) continue;
    core_.packetizer->make_request(*qp);
    activate_requests(*qp);
    response_next_ = true;
    return true;
  }
  return false;
}

bool SendScheduler::serve_response() {
  while (!responses_.empty()) {
    const Turn turn = responses_.front();
    responses_.pop();
    QueuePair* const qp = core_.find_qp(turn.qpn, turn.epoch);
    if (qp == nullptr) continue;
    qp->in_response_ring = false;
    if (!qp->responses.due()) continue;
    core_.packetizer->make_response(*qp);
    activate_responses(*qp);
    response_next_ = false;
    return true;
  }
  return false;
}

}  // namespace ib::hca
