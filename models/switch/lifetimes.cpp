// SPDX-License-Identifier: Apache-2.0
#include "models/switch/lifetimes.h"

#include <algorithm>

#include "models/switch/switch.h"

namespace ib::sw {
namespace {

struct Lives {
  Cycle hoq = kNoCycle;
  Cycle in_switch = kNoCycle;
};

/// First cycle after `now` in which a head is to be discarded if it is still there.
Cycle overdue_from(const link::StoredPacket& head, const Lives& lives, Cycle now) {
  Cycle from = kNoCycle;
  if (lives.hoq != kNoCycle) from = std::min(from, head.queued + lives.hoq + 1);
  if (lives.in_switch != kNoCycle) from = std::min(from, head.head + lives.in_switch + 1);
  return from > now ? from : kNoCycle;
}

}  // namespace

// HOQLife and LifeTimeValue: 4.096 us * 2^n, and no limit from n = 20 on (ib-facts 4.3).
Cycle life_cycles(std::uint32_t code, const Clock& clock) {
  constexpr unsigned kNoLimit = 20;
  if (code >= kNoLimit) return kNoCycle;
  return clock.cycles_covering(ticks_from_ns(4096.0) << code);
}

void Switch::set_lifetimes() {
  hoq_life_ = life_cycles(config_.hoq_life_code, clock_);
  switch_life_ = life_cycles(config_.lifetime.switch_life_code, clock_);
  limits_life_ = hoq_life_ != kNoCycle || switch_life_ != kNoCycle;
  if (hoq_life_ == kNoCycle) return;
  stalls_.assign(std::size_t{ports()} * lanes_.data_vls,
                 {VlStall{config_.lifetime.vl_stall_count, hoq_life_}, 0});
}

// Discards packets that have been in the switch too long and still wait at `input`. The packets of
// a queue came in one after the other; behind an expired head of another VL may stand one for an
// output that was looked at before.
void Switch::expire(unsigned input) {
  const Cycle now = agenda_.now();
  for (bool found = true; found;) {
    found = false;
    const PortMask outputs = queues_.offers(input);
    outputs.for_each([&](unsigned output) {
      for (unsigned lane = 0; lane < lanes_.data_vls; ++lane) {
        if (!queues_.requests(output, lane).test(input)) continue;
        const link::Slot slot = queues_.head(input, output, lane);
        if (store_[slot].head + switch_life_ >= now) continue;
        (void)take_from_queue(input, output, lane);
        count_expired(output);
        discard(slot, input, DropReason::kSwitchLifetime);
        to_match_ |= queues_.offers(input);
        found = true;
      }
    });
  }
  agenda_.wake(now, Phase::kDecide, 0);
}

void Switch::count_expired(unsigned output) {
  ++ports_[output]->counters().xmit_discards;
  ++ports_[output]->counters().sw_lifetime_discards;
}

// What waited too long at the head of an output is discarded, and so is all that comes to the head
// of a VL that is stalled: one packet a cycle, when the line is free.
void Switch::drop_overdue(unsigned output) {
  const Cycle now = agenda_.now();
  const link::Port& port = *ports_[output];
  bool may_drop = port.line_free_cycle() <= now;
  Cycle next = kNoCycle;
  for (unsigned lane = 0; lane < lanes_.data_vls; ++lane) {
    const link::Slot head = port.head(lanes_.vl(lane));
    if (head == link::kNoSlot) continue;
    const bool looks = may_drop && head->eligible <= now;
    const DropReason reason = looks ? overdue(output, lane) : DropReason::kNone;
    if (reason == DropReason::kNone) {
      next = std::min(next, overdue_from(*head, {hoq_life_, switch_life_}, now));
      continue;
    }
    drop_head(output, lane, reason);
    may_drop = false;
  }
  if (next == kNoCycle || (hoq_check_[output] > now && hoq_check_[output] <= next)) return;
  hoq_check_[output] = next;
  agenda_.wake(next, Phase::kLaunch, output);
}

DropReason Switch::overdue(unsigned output, unsigned lane) {
  const Cycle now = agenda_.now();
  const Vl vl = lanes_.vl(lane);
  const link::StoredPacket& head = store_[ports_[output]->head(vl)];
  if (hoq_life_ != kNoCycle) {
    Stall& stall = stalls_[output * lanes_.data_vls + lane];
    if (stall.stall.stalled(now)) return DropReason::kHoqLifetime;
    if (head.queued + hoq_life_ < now) {
      const std::uint32_t fctbs = ports_[output]->tx_credits(vl).fctbs();
      if (fctbs != stall.fctbs) stall.stall.sent();
      stall.fctbs = fctbs;
      if (stall.stall.dropped(now)) ++ports_[output]->counters().vl_stalls;
      return DropReason::kHoqLifetime;
    }
  }
  const bool expired = switch_life_ != kNoCycle && head.head + switch_life_ < now;
  return expired ? DropReason::kSwitchLifetime : DropReason::kNone;
}

void Switch::drop_head(unsigned output, unsigned lane, DropReason reason) {
  const Cycle now = agenda_.now();
  link::Port& port = *ports_[output];
  const link::Slot slot = port.drop_head(lanes_.vl(lane), now);
  ++moved_;
  if (reason == DropReason::kHoqLifetime) {
    ++port.counters().xmit_discards;
    ++port.counters().hoq_lifetime_discards;
  } else {
    count_expired(output);
  }
  port.log_drop(store_[slot].packet, reason, now);
  store_.release(slot);
  to_match_.set(output);
  agenda_.wake(now + 1, Phase::kDecide, 0);
}

}  // namespace ib::sw
