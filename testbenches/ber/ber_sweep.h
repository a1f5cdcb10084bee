// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "models/phy/phy.h"

namespace ib::tb {

/// Values "first:last:step", or a single one; nothing when the text is not that, the step does not
/// lead from first to last, or there would be more than a thousand.
[[nodiscard]] std::optional<std::vector<double>> sweep_values(std::string_view text);

/// A generation named as in "ndr" or "NDR".
[[nodiscard]] std::optional<Generation> generation_of(std::string_view name);

/// One line direction under back-to-back packets.
struct BerPoint {
  double snr_db = 0;
  double loss_db = 0;
  std::uint64_t packets = 0;
  std::uint64_t lost_packets = 0;
  phy::PhyCounters line;
  std::uint64_t line_codewords = 0;  ///< Under packets.
  double expected_ber = 0;           ///< Closed forms, white noise alone.
  double expected_failure = 0;
  double goodput_gbps = 0;  ///< Payload of packets that came through, by line time.
};

struct BerLoad {
  std::uint64_t packets = 1000;
  std::uint32_t payload_bytes = 4096;
  std::uint64_t seed = 1;
};

/// Sends the load over a bit-true line at `snr_db`.
[[nodiscard]] BerPoint measure_ber(LinkRate rate, phy::PhyConfig phy, phy::CableConfig cable,
                                   double snr_db, const BerLoad& load);

}  // namespace ib::tb
