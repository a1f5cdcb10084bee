// SPDX-License-Identifier: Apache-2.0
#include "models/link/link_trainer.h"

#include <algorithm>
#include <utility>

namespace ib::link {
namespace {

TrainingTimers timers_of(const LinkConfig& config) {
  return config.training == TrainingMode::kFast ? fast_timers(config.timers) : config.timers;
}

}  // namespace

// A set is sent at least twice in the time that it is held, so that one may be lost.
LinkTrainer::LinkTrainer(const LinkConfig& config, LinkRate rate)
    : machine_(make_link_training(timers_of(config), rate.generation > Generation::kSdr)),
      tick_us_(std::max(timers_of(config).hold_us / 2, std::uint32_t{1})),
      error_limit_(config.error_limit),
      error_window_(ticks_from_ns(config.error_window_us * 1000)) {
  machine_->reset();
}

// A mirror is a peer that is always as far as this end.
void LinkTrainer::skip_to_link_up() {
  while (!link_is_up()) out_ = machine_->step({tick_us_, true, out_.send});
}

// The counts of the machine begin again with it.
void LinkTrainer::restart(bool enabled) {
  machine_->reset();
  errors_.clear();
  seen_ = LaneTraffic::kNothing;
  out_ = machine_->step({0, enabled, seen_});
}

bool LinkTrainer::error_breaks_link(Ticks now) {
  if (error_limit_ == 0) return false;
  errors_.push_back(now);
  while (errors_.front() + error_window_ < now) errors_.pop_front();
  return errors_.size() >= error_limit_;
}

void LinkTrainer::begin_recovery() {
  errors_.clear();
  seen_ = LaneTraffic::kNothing;
  out_ = machine_->step({0, true, seen_, /*link_error=*/true});
}

// Lanes in the wrong order carry TS1 that are known as such and nothing else that can be read.
void LinkTrainer::see(const OrderedSet& set) {
  seen_ = set.reversed ? std::min(set.traffic, LaneTraffic::kTs1) : set.traffic;
  inverted_ = set.inverted;
}

// The peer sends once in a tick, too: what was seen before is old.
const TrainingOut& LinkTrainer::tick() {
  out_ = machine_->step({tick_us_, true, std::exchange(seen_, LaneTraffic::kNothing)});
  return out_;
}

}  // namespace ib::link
