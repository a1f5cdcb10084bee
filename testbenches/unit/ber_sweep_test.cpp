// SPDX-License-Identifier: Apache-2.0
#include "testbenches/ber/ber_sweep.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ib::tb {
namespace {

constexpr LinkRate kNdr4x{Generation::kNdr, Width::k4x};

TEST(BerSweep, ReadsASweepOrOneValue) {
  EXPECT_EQ(sweep_values("16:18:0.5"), (std::vector<double>{16, 16.5, 17, 17.5, 18}));
  EXPECT_EQ(sweep_values("16:17.9:0.5"), (std::vector<double>{16, 16.5, 17, 17.5}));
  EXPECT_EQ(sweep_values("17.8"), std::vector<double>{17.8});
}

TEST(BerSweep, RefusesWhatIsNoSweep) {
  for (const char* text : {"", "nan", "a", "16:18", "18:16:1", "16:18:0", "16:18:-1", "1:2:3:4",
                           "0:60:0.001", "16:18:1x"}) {
    EXPECT_EQ(sweep_values(text), std::nullopt) << text;
  }
}

TEST(BerSweep, KnowsGenerationsInEitherCase) {
  EXPECT_EQ(generation_of("ndr"), Generation::kNdr);
  EXPECT_EQ(generation_of("XDR"), Generation::kXdr);
  EXPECT_EQ(generation_of("warp"), std::nullopt);
}

// ib-facts 10.4 at 17 dB and 10.3 by the BER that belongs to it.
TEST(BerSweep, MeasuresWhatTheClosedFormsSay) {
  phy::PhyConfig phy;
  phy.fec = FecMode::kRs544;
  const BerPoint point = measure_ber(kNdr4x, phy, {}, 17, {300, 4096, 1});
  const auto bits = static_cast<double>(point.line.line_bits);
  EXPECT_NEAR(static_cast<double>(point.line.wrong_bits), bits * 5.795061e-4,
              3 * std::sqrt(bits * 5.795061e-4));
  EXPECT_NEAR(point.expected_ber, 5.795061e-4, 1e-9);
  EXPECT_EQ(point.lost_packets, 0u);
  EXPECT_NEAR(point.goodput_gbps, 400 * 4096.0 / 4124, 0.1);
}

TEST(BerSweep, LosesPacketsOnABadLine) {
  phy::PhyConfig phy;
  phy.fec = FecMode::kRs544;
  const BerPoint point = measure_ber(kNdr4x, phy, {}, 14, {50, 4096, 1});
  EXPECT_EQ(point.lost_packets, 50u);
  EXPECT_EQ(point.goodput_gbps, 0);
  EXPECT_EQ(point.line.histogram[kFailedEntry], point.line.failed_codewords);
}

}  // namespace
}  // namespace ib::tb
