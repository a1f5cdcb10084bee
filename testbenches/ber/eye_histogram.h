// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/phy/phy_config.h"

namespace ib::tb {

/// Symbols by amplitude at the slicer and by the level that was sent. PAM4 levels lie at -3, -1, 1
/// and 3, NRZ ones at -1 and 1.
struct EyeHistogram {
  static constexpr double kBinWidth = 0.1;
  static constexpr int kBinsAside = 60;  ///< Left and right of zero; the outermost take the rest.

  unsigned levels = 4;
  std::vector<std::array<std::uint64_t, 4>> bins;  ///< From the lowest amplitude up.

  /// Of the middle of a bin.
  [[nodiscard]] static double amplitude(std::size_t bin) {
    return (static_cast<double>(bin) - kBinsAside) * kBinWidth;
  }
};

/// Sends `symbols` of PRBS13Q, or of PRBS13 on an NRZ line, over one lane at `cable.snr_db`.
[[nodiscard]] EyeHistogram measure_eye(LinkRate rate, const phy::PhyConfig& phy,
                                       const phy::CableConfig& cable, std::uint64_t seed,
                                       std::uint64_t symbols);

}  // namespace ib::tb
