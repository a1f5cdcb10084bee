// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tlm/time.h"

namespace ib {
namespace {

/// Periods around powers of two, where the reciprocal is tightest, and of real clocks.
std::vector<Ticks> periods() {
  std::vector<Ticks> all{2, 3, 7, 60, 59'999, 60'000, 60'001, 54'545, 75'000};
  for (unsigned log2 = 2; log2 < 45; ++log2) {
    const Ticks power = Ticks{1} << log2;
    all.insert(all.end(), {power - 1, power, power + 1});
  }
  return all;
}

// The divider of the processor is the reference.
TEST(Clock, DividesExactlyByMultiplying) {
  std::mt19937_64 random{1};
  for (const Ticks period : periods()) {
    const Clock clock{period};
    const auto check = [&](Ticks t) { ASSERT_EQ(clock.at_or_before(t), t / period) << t; };
    for (int i = 0; i < 300; ++i) {
      const auto t = static_cast<Ticks>(random() >> (1 + random() % 63));
      check(t);
      const Ticks edge = t - t % period;
      check(edge);
      if (edge > 0) check(edge - 1);
    }
    check(0);
    check(kNever);  // 2^63 - 1, the latest time there is
  }
}

TEST(Clock, RoundsUpToTheNextEdge) {
  const Clock clock{60'000};
  EXPECT_EQ(clock.at_or_after(0), 0);
  EXPECT_EQ(clock.at_or_after(1), 1);
  EXPECT_EQ(clock.at_or_after(60'000), 1);
  EXPECT_EQ(clock.at_or_after(60'001), 2);
  EXPECT_EQ(clock.cycles_covering(119'999), 2);
  EXPECT_EQ(clock.edge(2), 120'000);
}

// A tick is 1/60 ps: 1000 MHz is 60,000 ticks, 850 MHz 70,588.2.
TEST(Clock, TakesAFrequencyToTheNearestTick) {
  EXPECT_EQ(Clock::from_mhz(1000).period(), 60'000);
  EXPECT_EQ(Clock::from_mhz(850).period(), 70'588);
}

// ib-facts 8.1: data rates a lane are 2, 4, 8, 10, 13.64 (150/11), 25, 50, 100, 200 Gb/s.
TEST(Time, AByteOfEveryGenerationTakesWholeTicks) {
  const auto ticks_4x = [](Generation g) { return byte_ticks({g, Width::k4x}); };
  EXPECT_EQ(ticks_4x(Generation::kSdr), 60'000);  // 8 Gb/s: 1 ns
  EXPECT_EQ(ticks_4x(Generation::kFdr), 8'800);   // 54.54 Gb/s: 440/3 ps
  EXPECT_EQ(ticks_4x(Generation::kEdr), 4'800);   // 100 Gb/s: 80 ps
  EXPECT_EQ(ticks_4x(Generation::kNdr), 1'200);   // 400 Gb/s: 20 ps
  EXPECT_EQ(ticks_4x(Generation::kXdr), 600);     // 800 Gb/s: 10 ps
}

TEST(Time, KernelTimeIsTheWholePicosecondAtOrBefore) {
  EXPECT_EQ(to_sc_time(119), sc_core::sc_time(1, sc_core::SC_PS));
  EXPECT_EQ(from_sc_time(sc_core::sc_time(3, sc_core::SC_PS)), 180);
  EXPECT_EQ(ticks_from_ns(1.5), 90'000);
}

}  // namespace
}  // namespace ib
