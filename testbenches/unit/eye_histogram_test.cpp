// SPDX-License-Identifier: Apache-2.0
#include "testbenches/ber/eye_histogram.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ib::tb {
namespace {

constexpr LinkRate kNdr4x{Generation::kNdr, Width::k4x};
constexpr std::uint64_t kSymbols = 200'000;

/// Normal law: the share below x.
double below(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

// SNR is symbol energy, 5 for levels -3 -1 1 3, over noise variance (ib-facts 10.4), so each level
// is a normal law about its place; a bin's count lies within 5 sigma of it.
TEST(EyeHistogram, IsANormalLawAboutEachLevel) {
  phy::CableConfig cable;
  cable.snr_db = 17;
  const EyeHistogram eye = measure_eye(kNdr4x, {}, cable, 1, kSymbols);
  const double sigma = std::sqrt(5 / std::pow(10, 1.7));
  for (unsigned level = 0; level < 4; ++level) {
    double sent = 0;
    for (const auto& bin : eye.bins) sent += static_cast<double>(bin[level]);
    for (std::size_t bin = 1; bin + 1 < eye.bins.size(); ++bin) {
      const double place = EyeHistogram::amplitude(bin) - (2.0 * level - 3);
      const double share = below((place + 0.05) / sigma) - below((place - 0.05) / sigma);
      const auto count = static_cast<double>(eye.bins[bin][level]);
      EXPECT_NEAR(count, sent * share, 5 * std::sqrt(sent * share) + 5) << level << ' ' << place;
    }
  }
}

TEST(EyeHistogram, OfAnNrzLaneHasTwoLevels) {
  phy::CableConfig cable;
  cable.snr_db = 30;
  const EyeHistogram eye = measure_eye({Generation::kEdr, Width::k4x}, {}, cable, 1, 1000);
  EXPECT_EQ(eye.levels, 2u);
  EXPECT_GT(eye.bins[EyeHistogram::kBinsAside + 10][1], 0u);  // at 1
  EXPECT_EQ(eye.bins[EyeHistogram::kBinsAside][1], 0u);
}

// Half of the signal of the symbol before is left at the slicer of an unequalised lossy lane.
TEST(EyeHistogram, OfALossyLaneIsClosedUntilTheDfeOpensIt) {
  phy::CableConfig cable;
  cable.snr_db = 40;
  cable.loss_db = 9.54;  // a = 1/2: taps 1, 1/2, 1/4 ...
  phy::PhyConfig phy;
  const auto in_the_gap = [](const EyeHistogram& eye) {
    return eye.bins[EyeHistogram::kBinsAside][2];
  };
  EXPECT_GT(in_the_gap(measure_eye(kNdr4x, phy, cable, 1, kSymbols)), 100u);
  phy.dfe_taps = 12;
  EXPECT_EQ(in_the_gap(measure_eye(kNdr4x, phy, cable, 1, 20'000)), 0u);
}

}  // namespace
}  // namespace ib::tb
