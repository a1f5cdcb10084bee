// SPDX-License-Identifier: Apache-2.0
#include "models/link/port.h"

namespace ib::link {

bool Port::set_state(PortState wanted, bool disabled) {
  const Cycle now = chip_.agenda().now();
  if (wanted != PortState::kDown) {
    const bool legal = state_.set(wanted);
    if (legal) wake_launch(std::max(now + 1, line_free_cycle_));
    return legal;
  }
  if (!endpoint_.plugged()) return true;
  if (!is_down()) ++counters_.link_downed;
  state_.phy_down();
  disabled_ = disabled;
  if (!disabled) state_.phy_up();
  wake_launch(std::max(now + 1, line_free_cycle_));
  return true;
}

void Port::set_arbitration(const VlArbTables& tables) {
  tables_ = tables;
  arbiter_ = VlArbiter{tables};
  only_vl0_ = nothing_to_arbitrate();
  wake_launch(std::max(chip_.agenda().now() + 1, line_free_cycle_));
}

// A port that is down sends nothing and keeps nothing. True when room that is wanted became free.
bool Port::discard_queued(Cycle now) {
  bool freed = finish_transmission(now);
  for (unsigned vl = 0; vl < lanes_.size(); ++vl) {
    while (!lanes_[vl].queue.empty()) {
      const Slot slot = drop_head(Vl{static_cast<std::uint8_t>(vl)}, now);
      ++counters_.xmit_discards;
      ++counters_.inactive_discards;
      log_drop(store_[slot].packet, DropReason::kPortState, now);
      store_.release(slot);
      freed = true;
    }
  }
  return std::exchange(room_wanted_, false) && freed;
}

}  // namespace ib::link
