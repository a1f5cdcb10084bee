// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/training.h"

#include <algorithm>
#include <array>

namespace ib {
namespace {

constexpr std::uint32_t kFastDivisor = 1000;

LaneTraffic traffic_of(TrainingState state) {
  switch (state) {
    case TrainingState::kDisabled:
    case TrainingState::kPollingQuiet:
      return LaneTraffic::kNothing;
    case TrainingState::kPollingActive:
    case TrainingState::kConfigDebounce:
    case TrainingState::kConfigReceiver:
    case TrainingState::kConfigReverseLanes:
    case TrainingState::kConfigTest:
    case TrainingState::kRecoveryRetrain:
      return LaneTraffic::kTs1;
    case TrainingState::kConfigWaitRemote:
    case TrainingState::kConfigWaitRemoteTest:
    case TrainingState::kRecoveryWaitRemote:
      return LaneTraffic::kTs2;
    case TrainingState::kConfigEnhanced:
      return LaneTraffic::kTs3;
    case TrainingState::kConfigIdle:
    case TrainingState::kRecoveryIdle:
      return LaneTraffic::kIdle;
    case TrainingState::kLinkUp:
      return LaneTraffic::kData;
  }
  return LaneTraffic::kNothing;
}

class Trainer final : public LinkTraining {
 public:
  Trainer(const TrainingTimers& timers, bool enhanced) : timers_(timers), enhanced_(enhanced) {}

  void reset() override {
    state_ = TrainingState::kDisabled;
    in_state_us_ = 0;
    reverse_lanes_ = false;
    full_speed_ = false;
    answered_ = false;
    recoveries_ = 0;
    downs_ = 0;
  }

  TrainingOut step(const TrainingIn& in) override {
    in_state_us_ += in.elapsed_us;
    if (in.enabled != (state_ != TrainingState::kDisabled)) {
      full_speed_ = false;
      enter(in.enabled ? TrainingState::kPollingActive : TrainingState::kDisabled);
    } else {
      advance(in);
    }
    return {state_, traffic_of(state_), reverse_lanes_, full_speed_, recoveries_, downs_};
  }

 private:
  void enter(TrainingState state) {
    state_ = state;
    in_state_us_ = 0;
    answered_ = false;
  }
  void poll() {
    full_speed_ = false;
    enter(TrainingState::kPollingActive);
  }

  /// The peer has sent `wanted`, or something later, at some time in this state.
  bool answered(LaneTraffic seen, LaneTraffic wanted) {
    answered_ = answered_ || seen >= wanted;
    return answered_ && in_state_us_ >= timers_.hold_us;
  }

  /// Goes on to `next` when answered, back to polling when not within the step's time.
  void expect(LaneTraffic seen, LaneTraffic wanted, TrainingState next) {
    if (answered(seen, wanted)) {
      enter(next);
    } else if (in_state_us_ >= timers_.config_step_us) {
      poll();
    }
  }

  void expect_recovery(LaneTraffic seen, LaneTraffic wanted, TrainingState next) {
    if (answered(seen, wanted)) {
      recoveries_ += next == TrainingState::kLinkUp ? 1 : 0;
      enter(next);
    } else if (in_state_us_ >= timers_.recovery_us) {
      ++downs_;
      poll();
    }
  }

  void advance(const TrainingIn& in) {
    switch (state_) {
      case TrainingState::kDisabled:
        return;
      case TrainingState::kPollingActive:
        return advance_polling(in.seen, timers_.polling_active_us, TrainingState::kPollingQuiet);
      case TrainingState::kPollingQuiet:
        return advance_polling(in.seen, timers_.polling_quiet_us, TrainingState::kPollingActive);
      case TrainingState::kLinkUp:
        return advance_link_up(in);
      case TrainingState::kRecoveryRetrain:
        return expect_recovery(in.seen, LaneTraffic::kTs1, TrainingState::kRecoveryWaitRemote);
      case TrainingState::kRecoveryWaitRemote:
        return expect_recovery(in.seen, LaneTraffic::kTs2, TrainingState::kRecoveryIdle);
      case TrainingState::kRecoveryIdle:
        return expect_recovery(in.seen, LaneTraffic::kIdle, TrainingState::kLinkUp);
      default:
        return advance_config(in.seen);
    }
  }

  void advance_polling(LaneTraffic seen, std::uint32_t time_us, TrainingState other) {
    if (answered(seen, LaneTraffic::kTs1)) {
      enter(TrainingState::kConfigDebounce);
    } else if (in_state_us_ >= time_us) {
      enter(other);
    }
  }

  void advance_config(LaneTraffic seen) {
    switch (state_) {
      case TrainingState::kConfigDebounce:
        if (in_state_us_ >= timers_.debounce_us) enter(TrainingState::kConfigReceiver);
        return;
      case TrainingState::kConfigReceiver:
        return expect(seen, LaneTraffic::kTs1, TrainingState::kConfigWaitRemote);
      case TrainingState::kConfigWaitRemote:
        return advance_wait_remote(seen);
      case TrainingState::kConfigReverseLanes:
        reverse_lanes_ = !reverse_lanes_;
        return enter(TrainingState::kConfigReceiver);
      case TrainingState::kConfigEnhanced:
        return expect(seen, LaneTraffic::kTs3, TrainingState::kConfigTest);
      case TrainingState::kConfigTest:
        full_speed_ = true;
        if (in_state_us_ < timers_.test_us) return;
        return expect(seen, LaneTraffic::kTs1, TrainingState::kConfigWaitRemoteTest);
      case TrainingState::kConfigWaitRemoteTest:
        return expect(seen, LaneTraffic::kTs2, TrainingState::kConfigIdle);
      default:
        return expect(seen, LaneTraffic::kIdle, TrainingState::kLinkUp);
    }
  }

  /// A peer that goes on sending TS1 does not understand us: perhaps our lanes are crossed.
  void advance_wait_remote(LaneTraffic seen) {
    if (seen <= LaneTraffic::kTs1 && !answered_ && in_state_us_ >= timers_.reverse_us) {
      return enter(TrainingState::kConfigReverseLanes);
    }
    expect(seen, LaneTraffic::kTs2,
           enhanced_ ? TrainingState::kConfigEnhanced : TrainingState::kConfigIdle);
  }

  void advance_link_up(const TrainingIn& in) {
    const bool peer_recovers = in.seen == LaneTraffic::kTs1;
    if (in.link_error || peer_recovers) enter(TrainingState::kRecoveryRetrain);
  }

  TrainingTimers timers_;
  bool enhanced_;
  TrainingState state_ = TrainingState::kDisabled;
  std::uint32_t in_state_us_ = 0;
  bool reverse_lanes_ = false;
  bool full_speed_ = false;
  bool answered_ = false;
  std::uint32_t recoveries_ = 0;
  std::uint32_t downs_ = 0;
};

}  // namespace

unsigned port_physical_state(TrainingState state) {
  switch (state) {
    case TrainingState::kDisabled:
      return 3;
    case TrainingState::kPollingActive:
    case TrainingState::kPollingQuiet:
      return 2;
    case TrainingState::kLinkUp:
      return 5;
    case TrainingState::kRecoveryRetrain:
    case TrainingState::kRecoveryWaitRemote:
    case TrainingState::kRecoveryIdle:
      return 6;
    default:
      return 4;
  }
}

TrainingTimers fast_timers(const TrainingTimers& timers) {
  TrainingTimers t = timers;
  for (std::uint32_t* const time :
       {&t.polling_active_us, &t.polling_quiet_us, &t.debounce_us, &t.hold_us, &t.reverse_us,
        &t.config_step_us, &t.test_us, &t.recovery_us}) {
    *time = std::max(*time / kFastDivisor, std::uint32_t{1});
  }
  return t;
}

std::unique_ptr<LinkTraining> make_link_training(const TrainingTimers& timers, bool enhanced) {
  return std::make_unique<Trainer>(timers, enhanced);
}

std::optional<Width> negotiated_width(unsigned supported, unsigned peer_supported,
                                      unsigned good_lanes) {
  constexpr std::array<Width, 5> kWidths{Width::k1x, Width::k2x, Width::k4x, Width::k8x,
                                         Width::k12x};
  for (unsigned i = kWidths.size(); i-- > 0;) {
    const unsigned mask = (1u << lanes(kWidths[i])) - 1;
    const bool both = (supported & peer_supported & 1u << i) != 0;
    if (both && (good_lanes & mask) == mask) return kWidths[i];
  }
  return std::nullopt;
}

std::optional<Generation> negotiated_generation(unsigned ours, unsigned peers) {
  for (unsigned i = kGenerations; i-- > 0;) {
    if ((ours & peers & 1u << i) != 0) return static_cast<Generation>(i);
  }
  return std::nullopt;
}

}  // namespace ib
