// SPDX-License-Identifier: Apache-2.0
#include "models/phy/phy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ib::phy {
namespace {

constexpr LinkRate kNdr4x{Generation::kNdr, Width::k4x};

PhyConfig noisy(double pre_fec_ber, FecMode fec = FecMode::kRs544) {
  PhyConfig config;
  config.mode = PhyMode::kStatistical;
  config.fec = fec;
  config.pre_fec_ber = pre_fec_ber;
  return config;
}

/// Codewords of `Phy` that fail among the first `count`, found by asking with intervals of one
/// codeword each.
std::uint64_t failures(const PhyConfig& config, std::uint64_t count, std::uint64_t seed) {
  Phy phy{kNdr4x, config, {}, seed, "line"};
  const Ticks codeword = 12'800 * kTicksPerPs;
  std::uint64_t failed = 0;
  for (std::uint64_t k = 0; k < count; ++k) {
    const Ticks start = static_cast<Ticks>(k) * codeword;
    failed += phy.corrupts(start, start + codeword) ? 1 : 0;
  }
  return failed;
}

void expect_within_3_sigma(std::uint64_t hits, double trials, double probability) {
  const double mean = trials * probability;
  EXPECT_NEAR(static_cast<double>(hits), mean, 3 * std::sqrt(mean * (1 - probability)));
}

// ib-facts 10.3, BER 1e-3: RS(544,514) fails 1.530259e-4 of its codewords.
TEST(Phy, FailsAsOftenAsTheClosedFormAtBer1e3) {
  constexpr std::uint64_t kCodewords = 2'000'000;
  expect_within_3_sigma(failures(noisy(1e-3), kCodewords, 1), kCodewords, 1.530259e-4);
}

// ib-facts 10.3, BER 5e-4: 2.792584e-8. Too rare to look at every codeword: one long interval a
// codeword time apart would take minutes, the counters skip.
TEST(Phy, FailsAsOftenAsTheClosedFormAtBer5e4) {
  const Phy phy{kNdr4x, noisy(5e-4), {}, 1, "line"};
  const Ticks minutes = 60'000'000'000 * kTicksPerNs;
  const PhyCounters counters = phy.counters(minutes);
  EXPECT_EQ(counters.codewords, 4'687'500'000u);
  expect_within_3_sigma(counters.failed_codewords, 4'687'500'000.0, 2.792584e-8);
}

TEST(Phy, RepeatsItselfForASeedAndNameOnly) {
  const std::uint64_t first = failures(noisy(1e-3), 100'000, 7);
  EXPECT_EQ(first, failures(noisy(1e-3), 100'000, 7));
  std::vector<bool> a;
  std::vector<bool> b;
  Phy one{kNdr4x, noisy(1e-3), {}, 7, "one"};
  Phy two{kNdr4x, noisy(1e-3), {}, 7, "two"};
  for (Ticks t = 0; t < 200'000; ++t) {
    a.push_back(one.corrupts(t * 768'000, (t + 1) * 768'000));
    b.push_back(two.corrupts(t * 768'000, (t + 1) * 768'000));
  }
  EXPECT_NE(a, b);
}

TEST(Phy, SplittingTheQuestionsChangesNoAnswer) {
  Phy whole{kNdr4x, noisy(1e-3), {}, 3, "line"};
  Phy parts{kNdr4x, noisy(1e-3), {}, 3, "line"};
  for (Ticks t = 0; t < 100'000; ++t) {
    const Ticks start = t * 768'000;
    const bool first = parts.corrupts(start, start + 300'000);
    const bool second = parts.corrupts(start + 300'000, start + 768'000);
    EXPECT_EQ(whole.corrupts(start, start + 768'000), first || second);
    EXPECT_EQ(first, second);
  }
}

TEST(Phy, ACleanLineCorruptsNothing) {
  PhyConfig ideal = noisy(0.1);
  ideal.mode = PhyMode::kIdeal;
  Phy phy{kNdr4x, ideal, {}, 1, "line"};
  Packet packet;
  EXPECT_FALSE(phy.carry(packet, 0, 1'000'000'000));
  EXPECT_FALSE(packet.corrupted);
  EXPECT_EQ(phy.counters(kTicksPerNs * 1000).failed_codewords, 0u);
}

TEST(Phy, MarksAPacketThatAFailureMeetsAndKeepsOldDamage) {
  Phy phy{kNdr4x, noisy(0.3), {}, 1, "line"};
  Packet packet;
  EXPECT_TRUE(phy.carry(packet, 0, 768'000));
  EXPECT_TRUE(packet.corrupted);
  EXPECT_EQ(phy.counters(768'000).corrupted_packets, 1u);

  Phy clean{kNdr4x, noisy(0), {}, 1, "line"};
  EXPECT_FALSE(clean.carry(packet, 0, 768'000));
  EXPECT_TRUE(packet.corrupted);
}

// With RS(544,514) at 1e-3 one codeword in 6535 fails.
TEST(Phy, RetransmissionLosesNothingAndComesLateInOrder) {
  Phy phy{kNdr4x, noisy(1e-3, FecMode::kRs544Plr), {}, 1, "line"};
  constexpr Ticks kLength = 768'000;
  Ticks last_arrival = 0;
  Ticks latest = 0;
  for (Ticks k = 0; k < 100'000; ++k) {
    const Ticks start = 2 * k * kLength;
    Packet packet;
    EXPECT_FALSE(phy.carry(packet, start, start + kLength));
    EXPECT_GE(start + phy.replay_delay(), last_arrival);
    last_arrival = start + phy.replay_delay() + kLength;
    latest = std::max(latest, phy.replay_delay());
  }
  EXPECT_GT(phy.counters(0).replays, 10u);
  EXPECT_EQ(phy.counters(0).corrupted_packets, 0u);
  EXPECT_EQ(latest % (2 * phy.latency()), 0);
  EXPECT_EQ(phy.replay_delay(), 0);  // idle time has made up for it
}

TEST(Phy, RetransmissionGivesUpOnAHopelessLine) {
  Phy phy{kNdr4x, noisy(0.3, FecMode::kRs544Plr), {}, 1, "line"};
  Packet packet;
  EXPECT_TRUE(phy.carry(packet, 0, 768'000));
}

// 10 + 3 + 2 m * 4.6 + 12.8 + 34 + 15 = 84 ns
TEST(Phy, LatencyIsTheSumOfItsParts) {
  const Phy phy{kNdr4x, noisy(0), {}, 1, "line"};
  EXPECT_EQ(phy.latency(), ticks_from_ns(84.0));
  EXPECT_EQ(phy.min_latency(), phy.latency());
  EXPECT_EQ(phy.parts().fill, ticks_from_ns(12.8));
}

TEST(Phy, InterleavedCodewordsFillTogether) {
  const Phy phy{kNdr4x, noisy(0, FecMode::kRs544x4), {}, 1, "line"};
  EXPECT_EQ(phy.parts().fill, ticks_from_ns(51.2));
}

TEST(Phy, WithoutFecOnlyCableAndFixedPartsRemain) {
  PhyConfig config;
  config.tx_latency_ns = 7;
  config.rx_latency_ns = 8;
  CableConfig cable{CableKind::kFibre, 100, 0, 0};
  const Phy phy{{Generation::kQdr, Width::k4x}, config, cable, 1, "line"};
  EXPECT_EQ(phy.latency(), ticks_from_ns(7 + 3 + 490 + 3 + 8));
  EXPECT_EQ(phy.fec(), FecMode::kNone);
}

}  // namespace
}  // namespace ib::phy
