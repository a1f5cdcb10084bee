// SPDX-License-Identifier: Apache-2.0
#include "models/hca/send_scheduler.h"

#include <algorithm>

#include "models/hca/congestion_control.h"
#include "models/hca/packetizer.h"
#include "models/hca/timers.h"
#include "models/ib/transport/static_rate.h"

namespace ib::hca {
namespace {

constexpr std::int64_t kBitsPerByte = 8;
constexpr std::int64_t kPsPerUs = 1'000'000;

std::uint32_t weight(const QueuePair& qp) {
  return std::max<std::uint32_t>(1, qp.context.attributes.weight);
}

bool& line_flag(QueuePair& qp, SendClass of) {
  return of == SendClass::kRequests ? qp.in_request_ring : qp.in_response_ring;
}

}  // namespace

SendScheduler::SendScheduler(Core& core) : core_(core), byte_ticks_(byte_ticks(core.port.rate())) {}

void SendScheduler::plan() {
  if (!turns_.empty()) {
    core_.wake(std::max(core_.now(), next_slot_), Phase::kDecide, Engine::kScheduler);
  }
}

void SendScheduler::activate_requests(QueuePair& qp) {
  if (qp.in_request_ring || !qp.requester.ready()) return;
  if (qp.pacer.holds(core_.now_ticks())) {
    core_.timers->wait_pace(qp);
    return;
  }
  qp.in_request_ring = true;
  qp.turn_left = weight(qp);
  turns_.push(SendClass::kRequests, {qp.number, qp.epoch});
  plan();
}

void SendScheduler::activate_responses(QueuePair& qp) {
  if (qp.in_response_ring || !qp.responses.due()) return;
  if (qp.pacer.holds(core_.now_ticks())) {
    core_.timers->wait_pace(qp);
    return;
  }
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
  release_levels();
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

// One at a time gets in line again: it moves the level's pacer when it is served.
void SendScheduler::release_levels() {
  for (Level& level : levels_) {
    Ring<SendTurns::Choice>& first = level.in_turn.empty() ? level.waiting : level.in_turn;
    if (first.empty()) continue;
    if (level.pacer.holds(core_.now_ticks())) {
      core_.wake(core_.cycle_at(level.pacer.next()), Phase::kDecide, Engine::kScheduler);
      continue;
    }
    turns_.push(first.front().of, first.front().turn);
    first.pop();
    plan();
  }
}

bool SendScheduler::has_packet(const QueuePair& qp, SendClass of) const {
  if (of == SendClass::kResponses) return qp.responses.due();
  return can_finish_sends(qp.context.state) && qp.requester.ready();
}

SendScheduler::Level& SendScheduler::level_of(const QueuePair& qp, SendClass of) {
  const bool datagram = is_datagram(qp.context.type) && of == SendClass::kRequests;
  const unsigned sl = datagram ? qp.requester.current().destination.sl : qp.context.attributes.sl;
  return levels_[sl % kLevels];
}

bool SendScheduler::serve(const SendTurns::Choice& choice) {
  QueuePair* const qp = core_.find_qp(choice.turn.qpn, choice.turn.epoch);
  if (qp == nullptr || !has_packet(*qp, choice.of) || qp->pacer.holds(core_.now_ticks())) {
    turns_.take(/*served=*/false);
    if (qp == nullptr) return false;
    line_flag(*qp, choice.of) = false;
    if (has_packet(*qp, choice.of)) core_.timers->wait_pace(*qp);
    return false;
  }
  if (hold(*qp, choice)) {
    turns_.take(/*served=*/false);
    return false;
  }
  Level& level = level_of(*qp, choice.of);
  if (level.mbps != 0 && level.pacer.holds(core_.now_ticks())) {
    hold_back(*qp, level, choice);
    return false;
  }
  make_packet(*qp, choice.of);
  return true;
}

void SendScheduler::hold_back(const QueuePair& qp, Level& level, const SendTurns::Choice& choice) {
  turns_.take(/*served=*/false);
  const bool in_turn = choice.of == SendClass::kRequests && qp.turn_left < weight(qp);
  (in_turn ? level.in_turn : level.waiting).push(choice);
  core_.wake(core_.cycle_at(level.pacer.next()), Phase::kDecide, Engine::kScheduler);
}

void SendScheduler::make_packet(QueuePair& qp, SendClass of) {
  const bool requests = of == SendClass::kRequests;
  Level& level = level_of(qp, of);
  const bool datagram = is_datagram(qp.context.type) && requests;
  const std::uint32_t rate =
      datagram ? qp.requester.current().destination.static_rate : qp.context.attributes.static_rate;
  const std::uint32_t bytes =
      requests ? core_.packetizer->make_request(qp) : core_.packetizer->make_response(qp);
  if (bytes > 0) pace(qp, level, rate, bytes);
  if (stays(qp, of)) {
    turns_.stay();
    return;
  }
  turns_.take(/*served=*/true);
  line_flag(qp, of) = false;
  if (requests) {
    activate_requests(qp);
  } else {
    activate_responses(qp);
  }
}

// IBTA Vol 1, 9.11: a packet and its inter-packet delay. A level: its bits at its rate.
void SendScheduler::pace(QueuePair& qp, Level& level, std::uint32_t static_rate,
                         std::uint32_t bytes) {
  const Ticks now = core_.now_ticks();
  const Ticks slack = core_.chip.clock().period();
  if (static_rate != 0) {
    const Ticks packet = byte_ticks_ * (bytes + kFramingBytesDefault);
    const auto link_mbps =
        static_cast<std::uint32_t>(kBitsPerByte * kPsPerUs * kTicksPerPs / byte_ticks_);
    const std::uint32_t delay = inter_packet_delay(link_mbps, rate_mbps(static_rate));
    if (delay > 0) qp.pacer.began(now, slack, packet * (delay + 1));
  }
  if (level.mbps != 0) {
    const Ticks gap = kBitsPerByte * bytes * kPsPerUs * kTicksPerPs / level.mbps;
    level.pacer.began(now, slack, gap);
  }
}

bool SendScheduler::stays(QueuePair& qp, SendClass of) {
  if (core_.config.send_policy != SendPolicy::kWeighted || of != SendClass::kRequests) return false;
  if (--qp.turn_left == 0 || !has_packet(qp, of) || qp.pacer.holds(core_.now_ticks())) return false;
  return true;
}

}  // namespace ib::hca
