// SPDX-License-Identifier: Apache-2.0
#include "testbenches/ber/eye_histogram.h"

#include <algorithm>
#include <cmath>

#include "models/ib/phy/prbs.h"
#include "models/phy/lane_choice.h"

namespace ib::tb {

EyeHistogram measure_eye(LinkRate rate, const phy::PhyConfig& phy, const phy::CableConfig& cable,
                         std::uint64_t seed, std::uint64_t symbols) {
  const Modulation modulation = info(rate.generation).modulation;
  const bool pam4 = modulation == Modulation::kPam4;
  EyeHistogram eye;
  eye.levels = pam4 ? 4 : 2;
  eye.bins.resize(2 * EyeHistogram::kBinsAside + 1);
  LaneChannel lane{modulation, phy::lane_channel(rate, phy, cable), RandomStream{seed, "eye"}};
  PrbsGenerator pattern{PrbsOrder::k13};
  for (std::uint64_t i = 0; i < symbols; ++i) {
    const unsigned level = pam4 ? pattern.next_pam4() : pattern.next_bit();
    (void)lane.carry(level);
    const double place = std::round(lane.equalised() / EyeHistogram::kBinWidth);
    constexpr double kAside = EyeHistogram::kBinsAside;
    const double bin = std::clamp(place, -kAside, kAside) + kAside;
    ++eye.bins[static_cast<std::size_t>(bin)][level];
  }
  return eye;
}

}  // namespace ib::tb
