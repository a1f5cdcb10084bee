// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "models/ib/link/generation.h"
#include "models/ib/machine.h"

namespace ib {

/// Link training substates with the register codes of a real adapter (ib-facts 3.5).
enum class TrainingState : std::uint8_t {
  kDisabled = 0x00,
  kLinkUp = 0x01,
  kPollingActive = 0x02,
  kPollingQuiet = 0x03,
  kConfigDebounce = 0x08,
  kConfigReceiver = 0x09,
  kConfigWaitRemote = 0x0A,
  kConfigIdle = 0x0B,
  kRecoveryRetrain = 0x0C,
  kConfigReverseLanes = 0x0D,
  kRecoveryWaitRemote = 0x0E,
  kRecoveryIdle = 0x0F,
  kConfigEnhanced = 0x10,
  kConfigTest = 0x11,
  kConfigWaitRemoteTest = 0x12,
};

/// PortPhysicalState of PortInfo: 2 Polling, 3 Disabled, 4 training, 5 LinkUp, 6 recovery.
[[nodiscard]] unsigned port_physical_state(TrainingState state);

/// What a lane carries, as far as training is concerned.
enum class LaneTraffic : std::uint8_t { kNothing, kTs1, kTs2, kTs3, kIdle, kData };

/// Microseconds; defaults of confidence L (ib-facts 3.5).
struct TrainingTimers {
  std::uint32_t polling_active_us = 2'000;
  std::uint32_t polling_quiet_us = 100'000;
  std::uint32_t debounce_us = 100'000;
  std::uint32_t hold_us = 10;        ///< Each set is sent at least so long, for the peer to see it.
  std::uint32_t reverse_us = 5'000;  ///< Unanswered for so long, the lanes are tried the other way.
  std::uint32_t config_step_us = 150'000;
  std::uint32_t test_us = 2'000;
  std::uint32_t recovery_us = 2'000;
};

/// The same order of events in a thousandth of the time, at least 1 us each.
[[nodiscard]] TrainingTimers fast_timers(const TrainingTimers& timers = {});

struct TrainingIn {
  std::uint32_t elapsed_us = 0;  ///< Since the call before; 0 and no change is idle.
  bool enabled = true;
  LaneTraffic seen = LaneTraffic::kNothing;
  bool link_error = false;  ///< The receiver lost lock, or too many symbols were wrong.
};

struct TrainingOut {
  TrainingState state = TrainingState::kDisabled;
  LaneTraffic send = LaneTraffic::kNothing;
  bool reverse_lanes = false;    ///< Send lane 0 on the last lane, and so on.
  bool full_speed = false;       ///< Above SDR after the enhanced exchange.
  std::uint32_t recoveries = 0;  ///< LinkErrorRecovery: recoveries that succeeded.
  std::uint32_t downs = 0;       ///< LinkDowned: recoveries that failed.
};

using LinkTraining = Machine<TrainingIn, TrainingOut>;

/// `enhanced`: speeds above SDR are enabled, so TS3 is exchanged and the speed tested.
[[nodiscard]] std::unique_ptr<LinkTraining> make_link_training(const TrainingTimers& timers,
                                                               bool enhanced);

/// Widest of the supported widths (one bit a lane count: 1, 2, 4, 8, 12 from bit 0) whose lanes,
/// from lane 0, all work. Nothing when lane 0 does not.
[[nodiscard]] std::optional<Width> negotiated_width(unsigned supported, unsigned peer_supported,
                                                    unsigned good_lanes);
/// Fastest generation in both sets, one bit a Generation.
[[nodiscard]] std::optional<Generation> negotiated_generation(unsigned ours, unsigned peers);

}  // namespace ib
