// SPDX-License-Identifier: Apache-2.0
#include "models/hca/send_scheduler.h"

#include <algorithm>

#include "models/hca/congestion_control.h"
#include "models/hca/packetizer.h"

namespace ib::hca {

void SendScheduler::plan() {
  if (turns_.empty()) return;
  core_.wake(std::max(core_.now(), next_slot_), Phase::kDecide, Engine::kScheduler);
}

void SendScheduler::activate_requests(QueuePair& qp) {
  if (qp.in_request_ring || !qp.requester.ready()) return;
  qp.in_request_ring = true;
  turns_.push(SendClass::kRequests, {qp.number, qp.epoch});
  plan();
}

void SendScheduler::activate_responses(QueuePair& qp) {
  if (qp.in_response_ring || !qp.responses.due()) return;
  qp.in_response_ring = true;
  turns_.push(SendClass::kResponses, {qp.number, qp.epoch});
  plan();
}

void SendScheduler::release_held() {
  while (!held_.empty() && held_.top().until <= core_.now()) {
    turns_.push(held_.top().choice.of, held_.top().choice.turn);
    held_.pop();
  }
}

// Answers without data are not delayed.
bool SendScheduler::hold(const QueuePair& qp, const SendTurns::Choice& choice) {
  const bool answer = choice.of == SendClass::kResponses;
  if (answer && qp.responses.front().kind != Response::Kind::kRead) return false;
  const Cycle until = core_.congestion->earliest(qp);
  if (until <= core_.now()) return false;
  held_.push({until, holds_++, choice});
  core_.wake(until, Phase::kDecide, Engine::kScheduler);
  return true;
}

void SendScheduler::decide() {
  release_held();
  if (core_.now() < next_slot_) {
    plan();
    return;
  }
  if (!core_.packetizer->has_room()) return;  // it calls resume()
  while (const auto choice = turns_.choice()) {
    if (!serve(*choice)) continue;
    next_slot_ = core_.now() + core_.config.packet_interval_cycles;
    plan();
    return;
  }
}

bool SendScheduler::serve(const SendTurns::Choice& choice) {
  QueuePair* const qp = core_.find_qp(choice.turn.qpn, choice.turn.epoch);
  const bool requests = choice.of == SendClass::kRequests;
  const bool has_packet =
      qp != nullptr && (requests ? can_finish_sends(qp->context.state) && qp->requester.ready()
                                 : qp->responses.due());
  const bool held = has_packet && hold(*qp, choice);
  turns_.take(has_packet && !held);
  if (held) return false;
  if (qp == nullptr) return false;
  (requests ? qp->in_request_ring : qp->in_response_ring) = false;
  if (!has_packet) return false;
  if (requests) {
    core_.packetizer->make_request(*qp);
    activate_requests(*qp);
  } else {
    core_.packetizer->make_response(*qp);
    activate_responses(*qp);
  }
  return true;
}

}  // namespace ib::hca
