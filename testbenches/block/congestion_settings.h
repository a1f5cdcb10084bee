// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "models/ib/management/congestion_attributes.h"

namespace ib::tb {

inline constexpr std::uint32_t kMessageBytes = 1 << 20;
inline constexpr unsigned kPackets = kMessageBytes / 4096;
/// LRH, BTH, ICRC, VCRC and delimiters around 4096 bytes, 20 ps a byte at 400 Gb/s.
inline constexpr double kPacketNs = (8 + 12 + 4096 + 4 + 2 + 2) * 0.020;

inline double now_ns() { return sc_core::sc_time_stamp().to_seconds() * 1e9; }

/// Service level 0 under control, one step for each BECN.
[[nodiscard]] inline CaCongestionSetting setting_with(std::uint16_t timer) {
  CaCongestionSetting setting;
  setting.control_map = 1;
  setting.sl[0].ccti_timer = timer;
  setting.sl[0].ccti_increase = 1;
  return setting;
}

/// Entry i makes a flow wait i packet times after each packet.
[[nodiscard]] inline CongestionControlTableBlock table_up_to(std::uint16_t limit) {
  CongestionControlTableBlock table;
  table.ccti_limit = limit;
  for (std::uint16_t i = 0; i < 64; ++i) table.entries[i] = {0, i};
  return table;
}

}  // namespace ib::tb
