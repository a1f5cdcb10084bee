// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "models/ib/base/parameter.h"
#include "models/ib/link/vl_arbiter.h"
#include "models/ib/phy/training.h"

namespace ib::link {

/// How links come up: at once, without training at all; at once, but errors make them recover; or
/// by training, in a thousandth of the time or in all of it.
enum class TrainingMode : std::uint8_t { kNone, kSkip, kFast, kFull };

/// Link layer of every port.
struct LinkConfig {
  std::uint32_t data_vls = 1;
  std::uint32_t mtu_bytes = 4096;
  std::uint32_t rx_buffer_blocks = 2048;
  std::uint32_t block_bytes = 64;
  bool count_vcrc_in_blocks = true;
  std::uint32_t vl15_buffer_packets = 16;
  std::uint32_t framing_bytes = 2;
  double fc_interval_ns = 256;
  std::uint32_t fc_heartbeat_symbols = 65536;
  std::uint32_t fc_watchdog_symbols = 400000;
  std::string vl_arbitration_high;
  std::string vl_arbitration_low;
  std::uint32_t vl_high_limit = 255;
  bool start_active = true;
  TrainingMode training = TrainingMode::kNone;
  std::uint32_t error_limit = 64;
  double error_window_us = 10;
  TrainingTimers timers;
};

/// Of the training; `fast` takes a thousandth of each.
template <class Timers, class Visitor>
void visit_timers(Timers& timers, Visitor& v) {
  const auto time = [&v](std::string_view name, auto& value, std::string_view meaning) {
    v(name, value, Meta{"us", 1, 10'000'000, meaning, "ib-facts 3.5 L"});
  };
  time("polling_active_us", timers.polling_active_us, "Training: TS1 sent while polling");
  time("polling_quiet_us", timers.polling_quiet_us, "Training: silence between them");
  time("debounce_us", timers.debounce_us, "Training: wait once the peer is heard");
  time("hold_us", timers.hold_us, "Training: each ordered set is sent at least so long");
  time("reverse_us", timers.reverse_us, "Training: unanswered for so long lanes are turned");
  time("config_step_us", timers.config_step_us, "Training: longest time for a step");
  time("test_us", timers.test_us, "Training: test of the speed above SDR");
  time("recovery_us", timers.recovery_us, "Training: longest time for a step of a recovery");
}

template <class Config, class Visitor>
void visit_training(Config& c, Visitor& v) {
  v("training", c.training,
    Meta{"", 0, 3, "Links are up at once: none, skip (errors retrain them); or train: fast, full",
         "ib-facts 3.5 M"});
  v("error_limit", c.error_limit,
    Meta{"", 0, 1000000, "Damaged packets in the window that make a link retrain; 0 = never",
         "ib-facts 3.5 L"});
  v("error_window_us", c.error_window_us,
    Meta{"us", 0.001, 1000000, "Time in which they count", "ib-facts 3.5 L"});
  visit_timers(c.timers, v);
}

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, LinkConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("data_vls", c.data_vls, Meta{"", 1, 15, "Operational data VLs", "ib-facts 4.2 H"});
  v("mtu_bytes", c.mtu_bytes,
    Meta{"bytes", 256, 4096, "NeighborMTU: longest payload a port sends", "ib-facts 1.8 H"});
  v("rx_buffer_blocks", c.rx_buffer_blocks,
    Meta{"blocks", 1, 65536, "Receive buffer of each data VL", "ib-facts 3.2, 9.1 L"});
  v("block_bytes", c.block_bytes,
    Meta{"bytes", 64, 1024, "Credit unit, as the link negotiated it", "ib-facts 3.2 M"});
  v("count_vcrc_in_blocks", c.count_vcrc_in_blocks,
    Meta{"", 0, 1, "Whether the two VCRC bytes count in blocks", "ib-facts 3.2 L"});
  v("vl15_buffer_packets", c.vl15_buffer_packets,
    Meta{"packets", 1, 4096, "Receive buffer of VL15", "ib-facts 1.8 L"});
  v("framing_bytes", c.framing_bytes,
    Meta{"bytes", 0, 64, "Wire time of delimiters around each packet", "ib-facts 3.3 M"});
  v("fc_interval_ns", c.fc_interval_ns,
    Meta{"ns", 0, 100000, "Least time between flow control packets of one VL", "ib-facts 3.3 M"});
  v("fc_heartbeat_symbols", c.fc_heartbeat_symbols,
    Meta{"symbols", 0, 65536, "Longest time without a flow control packet; 0 = none",
         "ib-facts 3.3 L"});
  v("fc_watchdog_symbols", c.fc_watchdog_symbols,
    Meta{"symbols", 0, 4000000,
         "Without a flow control packet for so long a VL is in error; 0 = never; needs a heartbeat",
         "ib-facts 3.3 L"});
  v("vl_arbitration_high", c.vl_arbitration_high,
    Meta{"", 0, 0, "High table as VL:WEIGHT,..., weight in 64-byte units", "ib-facts 4.1 H"});
  v("vl_arbitration_low", c.vl_arbitration_low,
    Meta{"", 0, 0, "Low table; empty gives all VLs equal shares", "ib-facts 4.1 H"});
  v("vl_high_limit", c.vl_high_limit,
    Meta{"", 0, 255, "VLHighLimit in 4096-byte units; 255 = none", "ib-facts 4.1 M"});
  v("start_active", c.start_active,
    Meta{"", 0, 1, "Ports start Active; else in Initialize, for a subnet manager to arm them",
         "ib-facts 3.4 H"});
  visit_training(c, v);
}

/// The arbitration tables that a configuration describes. Assumes that `validate` found no fault.
[[nodiscard]] VlArbTables arbitration_tables(const LinkConfig& config);

/// One sentence for each thing that cannot be, empty when ports can be built.
[[nodiscard]] std::vector<std::string> validate(const LinkConfig& config);

}  // namespace ib::link

template <>
struct ib::EnumNames<ib::link::TrainingMode> {
  static constexpr std::array<std::string_view, 4> values{"none", "skip", "fast", "full"};
};
