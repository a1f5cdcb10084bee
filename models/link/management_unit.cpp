// SPDX-License-Identifier: Apache-2.0
#include "models/link/management_unit.h"

#include <algorithm>
#include <utility>

#include "models/ib/management/mad_codec.h"

namespace ib::link {
namespace {

/// Until the next look for room at a port, about the time of a packet.
constexpr Cycle kRetryCycles = 64;

}  // namespace

ManagementUnit::ManagementUnit(ManagedNode& chip, const NodeIdentity& identity,
                               const ManagementConfig& config, const Clock& clock, Hooks hooks)
    : node_(chip, identity, config),
      clock_(clock),
      hooks_(std::move(hooks)),
      response_cycles_(clock.cycles_covering(ticks_from_ns(config.response_ns))),
      forward_cycles_(clock.cycles_covering(ticks_from_ns(config.forward_ns))),
      most_(config.queue_mads) {}

std::uint64_t ManagementUnit::ns(Cycle cycle) const {
  return static_cast<std::uint64_t>(clock_.edge(cycle) / kTicksPerNs);
}

bool ManagementUnit::take(const Packet& packet, std::uint8_t in_port, Cycle tail) {
  const auto mad = read_mad(packet);
  if (!mad) {
    ++counters_.malformed;
    return true;
  }
  return accept({*mad, in_port, /*from_client=*/false, tail});
}

bool ManagementUnit::take_from_client(const MadPacket& mad, Cycle when) {
  return accept({mad, 0, /*from_client=*/true, when});
}

bool ManagementUnit::accept(Arrival arrival) {
  if (arrivals_.size() >= most_) {
    ++counters_.queue_full;
    return false;
  }
  hooks_.wake(std::max(arrival.when, busy_until_));
  arrivals_.push(arrival);
  return true;
}

void ManagementUnit::run(Cycle now) {
  work(now);
  while (retry_ <= now && !leaving_.empty() && leaving_.front().when <= now) {
    if (!hooks_.send(leaving_.front().mad, now)) {
      retry_ = now + kRetryCycles;
      hooks_.wake(retry_);
      break;
    }
    leaving_.pop();
  }
  plan(now);
}

// Arrivals of two ports may overlap: the first to have come is the first to be served.
void ManagementUnit::work(Cycle now) {
  if (!arrivals_.empty() && arrivals_.front().when <= now && busy_until_ <= now) {
    const Arrival arrival = arrivals_.front();
    arrivals_.pop();
    auto out = arrival.from_client ? node_.send(arrival.mad, ns(now))
                                   : node_.receive(arrival.mad, arrival.in_port, ns(now));
    const bool quick = arrival.from_client && out && out->way != OutgoingMad::Way::kClient;
    const bool arrived = out && out->way == OutgoingMad::Way::kClient && !arrival.from_client;
    // A client's own MAD, and one for it, pass through; the rest is work.
    if (quick || arrived) {
      leave(*out, now);
    } else {
      busy_until_ = now + (out && out->passed_on ? forward_cycles_ : response_cycles_);
      if (out) leave(*out, busy_until_);
    }
  }
  if (auto trap = node_.expire(ns(now))) leave(*trap, now);
}

void ManagementUnit::leave(OutgoingMad mad, Cycle when) {
  if (leaving_.size() >= most_) {
    ++counters_.queue_full;
    return;
  }
  // Nothing overtakes: one that needs no time waits for those before it.
  if (!leaving_.empty()) when = std::max(when, leaving_.back().when);
  leaving_.push({mad, when});
}

void ManagementUnit::plan(Cycle now) {
  if (!arrivals_.empty()) {
    hooks_.wake(std::max({arrivals_.front().when, busy_until_, now + 1}));
  }
  if (!leaving_.empty()) hooks_.wake(std::max({leaving_.front().when, retry_, now + 1}));
  const auto deadline = node_.deadline();
  if (!deadline) return;
  const Cycle due =
      std::max(clock_.at_or_after(static_cast<Ticks>(*deadline) * kTicksPerNs), now + 1);
  if (planned_ > now && planned_ <= due) return;
  planned_ = due;
  hooks_.wake(due);
}

void count_queue_drop(Port& port, const Packet& packet, Cycle now) {
  PortCounters& counters = port.counters();
  ++(packet.vl == kVl15 ? counters.vl15_dropped : counters.qp1_dropped);
  port.log_drop(packet, DropReason::kVl15Overflow, now);
}

}  // namespace ib::link
