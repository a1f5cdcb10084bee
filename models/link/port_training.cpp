// SPDX-License-Identifier: Apache-2.0
// Link training of a port: how it comes up, recovers and goes down.
#include "models/link/port.h"
#include "tlm/ordered_set.h"

namespace ib::link {

// Errors count and are recovered from in links that are up from the start, too.
void Port::prepare_training() {
  trainer_ = std::make_unique<LinkTrainer>(config_, rate_);
  training_cycles_ = chip_.clock().cycles_covering(ticks_from_ns(trainer_->tick_us() * 1000.0));
  if (config_.training == TrainingMode::kSkip) return trainer_->skip_to_link_up();
  start_training(0);
}

void Port::start_training(Cycle now) {
  trainer_->restart(!disabled_);
  trains_ = !disabled_;
  training_next_ = now;
  if (trains_) wake_launch(std::max(now, line_free_cycle_));
}

void Port::note_line_error(Cycle now) {
  if (trains_ || is_down()) return;
  if (trainer_->error_breaks_link(chip_.clock().edge(now))) retrain(now);
}

/// Packets wait in an active port, any other goes down: ib-facts 3.4, ActDefer.
void Port::retrain(Cycle now) {
  trainer_->begin_recovery();
  note_blocked(now, false);
  if (state_.state() == PortState::kActive) {
    state_.phy_recovering();
  } else {
    lose_link(now);
  }
  trains_ = true;
  training_next_ = now;
  wake_launch(std::max(now, line_free_cycle_));
}

void Port::take_ordered_set(const LinkTransfer& transfer, Cycle now) {
  if (trainer_ == nullptr || transfer.corrupted) return;
  const auto traffic = static_cast<LaneTraffic>(transfer.fc_op);
  if (!trains_) {
    if (is_down() || traffic != LaneTraffic::kTs1) return;
    retrain(now);
  }
  trainer_->see({traffic, (transfer.fc_fccl & kLanesReversed) != 0,
                 static_cast<std::uint16_t>(transfer.fc_fccl & kLanesInverted)});
}

void Port::send_ordered_set(Cycle now) {
  const OrderedSet set = trainer_->to_send();
  if (set.traffic == LaneTraffic::kNothing) return;
  LinkTransfer transfer;
  transfer.kind = LinkTransfer::Kind::kOrderedSet;
  transfer.fc_op = static_cast<std::uint8_t>(set.traffic);
  transfer.fc_fccl = set.reversed ? kLanesReversed : std::uint16_t{0};
  endpoint_.send(transfer, begin_on_line(kFlowControlBytes, now));
}

bool Port::hear_packet() {
  if (trains_) trainer_->see_packet();
  return !is_down();
}

bool Port::launch_no_packets(Cycle now) {
  if (!endpoint_.plugged()) return false;
  if (trains_ && line_free_cycle_ <= now && now >= training_next_) {
    training_next_ = now + training_cycles_;
    tick_training(now);
  }
  const bool freed = is_down() ? discard_queued(now) : finish_transmission(now);
  if (trains_) wake_launch(std::max(training_next_, line_free_cycle_));
  return freed;
}

void Port::tick_training(Cycle now) {
  const TrainingOut before = trainer_->out();
  const TrainingOut& out = trainer_->tick();
  counters_.link_error_recovery += out.recoveries - before.recoveries;
  if (out.downs != before.downs) lose_link(now);
  send_ordered_set(now);
  if (!trainer_->link_is_up()) return;
  trains_ = false;
  if (is_down()) return link_trained(now);
  state_.phy_recovered();
  resume_flow_control(now);
}

void Port::link_trained(Cycle now) {
  state_.phy_up();
  if (comes_up_active_) activate();
  resume_flow_control(now);
  report(PortIncident::kStateChange);
}

}  // namespace ib::link
