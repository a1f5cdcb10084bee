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
  disabled_ = disabled;
  comes_up_active_ = false;
  lose_link(now);
  tell_peer(LinkTransfer::Kind::kLinkLost, now);
  get_ready(now);
  return true;
}

// The peer answers a loss by its readiness, so each end goes up when both are ready. Whatever one
// of them sent before comes before that. Ports that train are ready when their training says so.
void Port::take_line_state(const LinkTransfer& transfer, Cycle now) {
  if (transfer.kind == LinkTransfer::Kind::kOrderedSet) return take_ordered_set(transfer, now);
  if (transfer.kind == LinkTransfer::Kind::kLinkLost) {
    comes_up_active_ = false;
    lose_link(now);
    get_ready(now);
  } else if (trainer_ == nullptr && !disabled_ && is_down()) {
    link_trained(now);
  }
}

void Port::get_ready(Cycle now) {
  if (trainer_ != nullptr) return start_training(now);
  if (!disabled_) tell_peer(LinkTransfer::Kind::kTrained, now);
}

void Port::lose_link(Cycle now) {
  const bool was_down = is_down();
  state_.phy_down();
  for (PortLane& lane : lanes_) {
    lane.tx.reset();
    static_cast<void>(lane.rx.on_fctbs(0));
    lane.fc_started = false;
  }
  bad_arrivals_.clear();
  wake_launch(std::max(now + 1, line_free_cycle_));
  if (was_down) return;
  ++counters_.link_downed;
  report(PortIncident::kStateChange);
}

void Port::activate() {
  static_cast<void>(state_.set(PortState::kArmed));
  static_cast<void>(state_.set(PortState::kActive));
}

void Port::resume_flow_control(Cycle now) {
  for (unsigned vl = 0; vl < data_vls_; ++vl) {
    lanes_[vl].fc_seen = now;
    flow_control_due(vl, now);
  }
  wake_launch(std::max(now + 1, line_free_cycle_));
}

void Port::tell_peer(LinkTransfer::Kind kind, Cycle now) {
  LinkTransfer transfer;
  transfer.kind = kind;
  endpoint_.send(transfer, begin_on_line(0, now));
}

void Port::note_physical_error() {
  ++counters_.symbol_error;
  if (trainer_ != nullptr) note_line_error(chip_.agenda().now());
  if (!thresholds_.bad_packet()) return;
  ++counters_.local_link_integrity_errors;
  report(PortIncident::kLocalLinkIntegrity);
}

void Port::note_overrun(Cycle now) {
  if (!thresholds_.overrun(now / std::max<Cycle>(fc_heartbeat_, 1))) return;
  ++counters_.excessive_buffer_overrun_errors;
  report(PortIncident::kExcessiveOverrun);
}

void Port::watch_flow_control(Cycle now) {
  if (fc_watchdog_ == 0) return;
  for (unsigned vl = 0; vl < data_vls_; ++vl) {
    if (now - lanes_[vl].fc_seen < fc_watchdog_) continue;
    lanes_[vl].fc_seen = now;
    ++counters_.flow_control_update_errors;
    report(PortIncident::kFlowControlUpdate);
  }
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
