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

/// Packets of a turn of requests.
std::uint8_t turn_of(const QueuePair& qp, SendPolicy policy) {
  if (policy != SendPolicy::kWeighted) return 1;
  return std::max<std::uint8_t>(1, qp.context.attributes.weight);
}

bool& line_flag(QueuePair& qp, SendClass of) {
  return of == SendClass::kRequests ? qp.in_request_ring : qp.in_response_ring;
}

}  // namespace

SendScheduler::SendScheduler(Core& core)
    : core_(core),
      lines_(core.machines.send_scheduler),
      byte_ticks_(byte_ticks(core.port.rate())) {}

void SendScheduler::plan() {
  if (lines_.choice()) {
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
  lines_.join(SendClass::kRequests,
              {qp.number, qp.epoch, turn_of(qp, core_.config.send_policy), /*begun=*/false});
  plan();
}

void SendScheduler::activate_responses(QueuePair& qp) {
  if (qp.in_response_ring || !qp.responses.due()) return;
  if (qp.pacer.holds(core_.now_ticks())) {
    core_.timers->wait_pace(qp);
    return;
  }
  qp.in_response_ring = true;
  lines_.join(SendClass::kResponses, {qp.number, qp.epoch});
  plan();
}

void SendScheduler::release_held() {
  while (!held_.empty() && held_.top().until <= core_.now()) {
    lines_.join(held_.top().choice.of, held_.top().choice.turn);
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
  while (const auto choice = lines_.choice()) {
    if (!serve(*choice)) continue;
    next_slot_ = core_.now() + core_.config.packet_interval_cycles;
    plan();
    return;
  }
}

// One at a time gets in line again: it moves the level's pacer when it is served.
void SendScheduler::release_levels() {
  for (std::uint32_t waiting = lines_.waiting(), sl = 0; waiting != 0; waiting >>= 1, ++sl) {
    if ((waiting & 1) == 0) continue;
    const auto level = static_cast<std::uint8_t>(sl);
    if (lines_.release(level, core_.now_ticks())) {
      plan();
    } else {
      core_.wake(core_.cycle_at(lines_.next(level)), Phase::kDecide, Engine::kScheduler);
    }
  }
}

bool SendScheduler::has_packet(const QueuePair& qp, SendClass of) const {
  if (of == SendClass::kResponses) return qp.responses.due();
  return can_finish_sends(qp.context.state) && qp.requester.ready();
}

std::uint8_t SendScheduler::level_of(const QueuePair& qp, SendClass of) const {
  const bool datagram = is_datagram(qp.context.type) && of == SendClass::kRequests;
  const unsigned sl = datagram ? qp.requester.current().destination.sl : qp.context.attributes.sl;
  return static_cast<std::uint8_t>(sl % SendTurns::kLevels);
}

bool SendScheduler::serve(const SendTurns::Choice& choice) {
  QueuePair* const qp = core_.find_qp(choice.turn.qpn, choice.turn.epoch);
  if (qp == nullptr || !has_packet(*qp, choice.of) || qp->pacer.holds(core_.now_ticks())) {
    lines_.leave();
    if (qp == nullptr) return false;
    line_flag(*qp, choice.of) = false;
    if (has_packet(*qp, choice.of)) core_.timers->wait_pace(*qp);
    return false;
  }
  if (hold(*qp, choice)) {
    lines_.leave();
    return false;
  }
  const std::uint8_t sl = level_of(*qp, choice.of);
  if (!lines_.offer(sl, limits_mbps_[sl] != 0, core_.now_ticks())) {
    core_.wake(core_.cycle_at(lines_.next(sl)), Phase::kDecide, Engine::kScheduler);
    return false;
  }
  make_packet(*qp, choice, sl);
  return true;
}

// A level's packets: their bits at its rate.
void SendScheduler::make_packet(QueuePair& qp, const SendTurns::Choice& choice, std::uint8_t sl) {
  const SendClass of = choice.of;
  const bool requests = of == SendClass::kRequests;
  const bool datagram = is_datagram(qp.context.type) && requests;
  const std::uint32_t rate =
      datagram ? qp.requester.current().destination.static_rate : qp.context.attributes.static_rate;
  const std::uint32_t bytes =
      requests ? core_.packetizer->make_request(qp) : core_.packetizer->make_response(qp);
  if (bytes > 0) pace(qp, rate, bytes);
  SentPacket packet;
  packet.sl = sl;
  packet.now = core_.now_ticks();
  packet.slack = core_.chip.clock().period();
  packet.more = has_packet(qp, of) && !qp.pacer.holds(packet.now);
  packet.limited = bytes > 0 && limits_mbps_[sl] != 0;
  if (packet.limited) {
    packet.gap = kBitsPerByte * bytes * kPsPerUs * kTicksPerPs / limits_mbps_[sl];
  }
  lines_.served(packet);
  if (requests && packet.more && choice.turn.packets > 1) return;
  line_flag(qp, of) = false;
  if (requests) {
    activate_requests(qp);
  } else {
    activate_responses(qp);
  }
}

// IBTA Vol 1, 9.11: a packet and its inter-packet delay.
void SendScheduler::pace(QueuePair& qp, std::uint32_t static_rate, std::uint32_t bytes) const {
  if (static_rate == 0) return;
  const Ticks packet = byte_ticks_ * (bytes + kFramingBytesDefault);
  const auto link_mbps =
      static_cast<std::uint32_t>(kBitsPerByte * kPsPerUs * kTicksPerPs / byte_ticks_);
  const std::uint32_t delay = inter_packet_delay(link_mbps, rate_mbps(static_rate));
  if (delay == 0) return;
  qp.pacer.began(core_.now_ticks(), core_.chip.clock().period(), packet * (delay + 1));
}

}  // namespace ib::hca
