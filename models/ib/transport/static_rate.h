// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace ib {

/// Mb/s of the rate codes of path records and address vectors, numbered as verbs do; 0: no limit.
[[nodiscard]] constexpr std::uint32_t rate_mbps(std::uint32_t code) {
  constexpr std::array<std::uint32_t, 25> kRates = {
      0,      0,      2500,  10000,  30000,  5000,   20000,  40000,  60000,
      80000,  120000, 14000, 56000,  112000, 168000, 25000,  100000, 200000,
      300000, 28000,  50000, 400000, 600000, 800000, 1200000};
  return code < kRates.size() ? kRates[code] : 0;
}

/// Inter-packet delay in packet times: after a packet that takes t on a link of `link_mbps`, the
/// next begins IPD * t behind its end (IBTA Vol 1, 9.11: a path slower than the port's link).
[[nodiscard]] constexpr std::uint32_t inter_packet_delay(std::uint32_t link_mbps,
                                                         std::uint32_t path_mbps) {
  if (path_mbps == 0 || path_mbps >= link_mbps) return 0;
  return (link_mbps + path_mbps - 1) / path_mbps - 1;
}

}  // namespace ib
