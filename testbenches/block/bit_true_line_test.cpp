// SPDX-License-Identifier: Apache-2.0
#include "models/phy/bit_true_line.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "models/phy/phy.h"

namespace ib::phy {
namespace {

constexpr LinkRate kNdr4x{Generation::kNdr, Width::k4x};
constexpr Ticks kCodeword = 12'800 * kTicksPerPs;

PhyConfig bit_true(double pre_fec_ber, FecMode fec = FecMode::kRs544) {
  PhyConfig config;
  config.mode = PhyMode::kBitTrue;
  config.fec = fec;
  config.pre_fec_ber = pre_fec_ber;
  return config;
}

/// A raw packet of header and synthetic payload, `wire_bytes` = 4 n + 2.
Packet packet(std::uint16_t wire_bytes, std::uint64_t seed = 1) {
  Packet p;
  p.wire_bytes = wire_bytes;
  p.header_bytes = 8;
  p.header.fill(0);
  const unsigned words = wire_bytes / 4u;
  p.header[4] = static_cast<std::uint8_t>(words >> 8);
  p.header[5] = static_cast<std::uint8_t>(words);
  p.payload_bytes = static_cast<std::uint16_t>(wire_bytes - 10);
  p.payload = Payload::synthetic(seed);
  return p;
}

/// Packets damaged of `count` that lie under one codeword each.
int damaged(Phy& phy, int count) {
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    Packet p = packet(602, static_cast<std::uint64_t>(i));
    const Ticks start = i * kCodeword + kTicksPerNs / 4;
    hits += phy.carry(p, start, start + 11 * kTicksPerNs) ? 1 : 0;
  }
  return hits;
}

TEST(BitTrueLine, ACleanLineBringsEveryPacket) {
  Phy phy{kNdr4x, bit_true(0), {}, 1, "line"};
  EXPECT_EQ(damaged(phy, 1000), 0);
  EXPECT_EQ(phy.counters(1000 * kCodeword).wrong_bits, 0u);
}

// ib-facts 10.4: at 1e-3 about six bits of each codeword are wrong, all corrected but 1.5e-4.
TEST(BitTrueLine, CorrectsWhatTheCodeCan) {
  Phy phy{kNdr4x, bit_true(1e-3), {}, 1, "line"};
  constexpr int kPackets = 3000;
  const int hits = damaged(phy, kPackets);
  const PhyCounters counters = phy.counters(kPackets * kCodeword);
  const auto bits = static_cast<double>(counters.line_bits);
  EXPECT_EQ(bits, (kPackets - 1) * 5440.0);  // the last codeword is still on the line
  EXPECT_NEAR(static_cast<double>(counters.wrong_bits), bits * 1e-3, 3 * std::sqrt(bits * 1e-3));
  EXPECT_GT(counters.corrected_symbols, counters.wrong_bits * 9 / 10);
  std::uint64_t codewords = 0;
  std::uint64_t symbols = 0;
  for (std::size_t i = 0; i < counters.histogram.size(); ++i) {
    codewords += counters.histogram[i];
    symbols += i < kFailedEntry ? i * counters.histogram[i] : 0;
  }
  EXPECT_EQ(codewords, static_cast<std::uint64_t>(kPackets - 1));
  EXPECT_EQ(symbols, counters.corrected_symbols);
  EXPECT_LE(hits, 3);
}

// ib-facts 10.3 at two points: RS(528,514) on EDR (NRZ) and RS(544,514) on a worse NDR line.
TEST(BitTrueLine, CodewordsFailAsOftenAsTheClosedForm) {
  constexpr LinkRate kEdr4x{Generation::kEdr, Width::k4x};
  constexpr Ticks kEdrCodeword = 51'200 * kTicksPerPs;
  Phy phy{kEdr4x, bit_true(5e-4, FecMode::kRs528), {}, 1, "line"};
  constexpr int kPackets = 20'000;
  for (int i = 0; i < kPackets; ++i) {
    Packet p = packet(602);
    (void)phy.carry(p, i * kEdrCodeword + kTicksPerNs, i * kEdrCodeword + 49 * kTicksPerNs);
  }
  const double expected = kPackets * 5.612859e-3;
  const auto failed = static_cast<double>(phy.counters(0).failed_codewords);
  EXPECT_NEAR(failed, expected, 3 * std::sqrt(expected));
}

TEST(BitTrueLine, CodewordsFailAsOftenAsTheClosedFormOnPam4) {
  Phy phy{kNdr4x, bit_true(2e-3), {}, 1, "line"};
  constexpr int kPackets = 10'000;
  const int hits = damaged(phy, kPackets);
  // Gray-mapped symbol errors change one bit of an RS symbol, nearly always.
  const double expected = kPackets * codeword_failure_probability(FecMode::kRs544, 2e-3);
  EXPECT_NEAR(static_cast<double>(phy.counters(0).failed_codewords), expected,
              3 * std::sqrt(expected));
  EXPECT_NEAR(hits, expected, 3 * std::sqrt(expected));
}

TEST(BitTrueLine, LosesAsManyPacketsAsTheStatisticalMode) {
  constexpr LinkRate kEdr4x{Generation::kEdr, Width::k4x};
  constexpr Ticks kEdrCodeword = 51'200 * kTicksPerPs;
  PhyConfig config = bit_true(1e-3, FecMode::kRs528);
  Phy bits{kEdr4x, config, {}, 1, "line"};
  config.mode = PhyMode::kStatistical;
  Phy closed_form{kEdr4x, config, {}, 1, "line"};
  constexpr int kPackets = 3000;
  int difference = 0;
  for (int i = 0; i < kPackets; ++i) {
    Packet a = packet(602);
    Packet b = a;
    const Ticks start = i * kEdrCodeword + kTicksPerNs;
    difference += bits.carry(a, start, start + 48 * kTicksPerNs) ? 1 : 0;
    difference -= closed_form.carry(b, start, start + 48 * kTicksPerNs) ? 1 : 0;
  }
  const double variance = 2 * kPackets * 0.1604723 * (1 - 0.1604723);  // ib-facts 10.3
  EXPECT_LT(std::abs(difference), 3 * std::sqrt(variance));
}

TEST(BitTrueLine, LosesAsManyPacketsAsTheStatisticalModeWithInterleave) {
  PhyConfig config = bit_true(1.7e-3, FecMode::kRs544x2);
  Phy bits{kNdr4x, config, {}, 1, "line"};
  config.mode = PhyMode::kStatistical;
  Phy closed_form{kNdr4x, config, {}, 1, "line"};
  constexpr int kPackets = 4000;
  int bit_true_losses = 0;
  int closed_form_losses = 0;
  for (int i = 0; i < kPackets; ++i) {
    Packet a = packet(1022);
    Packet b = a;
    const Ticks start = i * 50 * kTicksPerNs;
    bit_true_losses += bits.carry(a, start, start + 1024 * 1200) ? 1 : 0;
    closed_form_losses += closed_form.carry(b, start, start + 1024 * 1200) ? 1 : 0;
  }
  // A failed pair of codewords damages up to two packets: twice the variance.
  EXPECT_NEAR(bit_true_losses, closed_form_losses, 3 * std::sqrt(4.0 * closed_form_losses));
  EXPECT_GT(closed_form_losses, 50);
}

TEST(BitTrueLine, RetransmissionLosesNothingWhereThePlainModeDoes) {
  Phy plain{kNdr4x, bit_true(2.2e-3), {}, 1, "line"};
  Phy replaying{kNdr4x, bit_true(2.2e-3, FecMode::kRs544Plr), {}, 1, "line"};
  EXPECT_GT(damaged(plain, 500), 0);
  EXPECT_EQ(damaged(replaying, 500), 0);
  EXPECT_GT(replaying.counters(0).replays, 0u);
}

TEST(BitTrueLine, RepeatsItselfForASeedAndName) {
  Phy one{kNdr4x, bit_true(2.5e-3), {}, 5, "line"};
  Phy two{kNdr4x, bit_true(2.5e-3), {}, 5, "line"};
  const int hits = damaged(one, 1000);
  EXPECT_EQ(hits, damaged(two, 1000));
  EXPECT_GT(hits, 0);
}

TEST(BitTrueLine, PacketsThatShareACodewordShareItsFailure) {
  Phy phy{kNdr4x, bit_true(0.02), {}, 1, "line"};
  Packet first = packet(34);
  Packet second = packet(34);
  EXPECT_TRUE(phy.carry(first, 0, kTicksPerNs));
  EXPECT_TRUE(phy.corrupts(kTicksPerNs, kTicksPerNs + 100));
  EXPECT_TRUE(phy.carry(second, 2 * kTicksPerNs, 3 * kTicksPerNs));
  EXPECT_TRUE(second.corrupted);
  Packet later = packet(34);
  (void)phy.carry(later, kCodeword, kCodeword + kTicksPerNs);
  EXPECT_EQ(phy.counters(0).failed_codewords, 1u);
}

TEST(BitTrueLine, AlongPacketCrossesManyCodewords) {
  Phy phy{kNdr4x, bit_true(1e-4, FecMode::kRs544x4), {}, 1, "line"};
  for (int i = 0; i < 50; ++i) {
    Packet p = packet(4174, static_cast<std::uint64_t>(i));
    EXPECT_FALSE(phy.carry(p, i * 100 * kTicksPerNs, (i + 1) * 100 * kTicksPerNs));
  }
  EXPECT_GT(phy.counters(0).corrected_symbols, 0u);
}

TEST(BitTrueLine, WithoutFecAnyWrongBitUnderAPacketDamagesIt) {
  constexpr LinkRate kFdr4x{Generation::kFdr, Width::k4x};
  Phy phy{kFdr4x, bit_true(1e-5, FecMode::kNone), {}, 1, "line"};
  int hits = 0;
  for (int i = 0; i < 20'000; ++i) {
    Packet p = packet(262);
    const Ticks start = i * 100 * kTicksPerNs;
    hits += phy.carry(p, start, start + 40 * kTicksPerNs) ? 1 : 0;
  }
  // 34 blocks of 66 bits, and the 58 before them
  const double expected = 20'000 * (34 * 66 + 58) * 1e-5;
  EXPECT_NEAR(hits, expected, 4 * std::sqrt(expected));
}

TEST(BitTrueLine, EqualisersAndPrecoderCarryALossyLane) {
  PhyConfig config = bit_true(0, FecMode::kRs544x2);
  config.dfe_taps = 10;
  config.precoder = true;
  CableConfig cable;
  cable.snr_db = 21;
  cable.loss_db = 5;
  Phy phy{kNdr4x, config, cable, 1, "line"};
  int hits = 0;
  for (int i = 0; i < 30; ++i) {
    Packet p = packet(1042);
    hits += phy.carry(p, i * 30 * kTicksPerNs, (i + 1) * 30 * kTicksPerNs) ? 1 : 0;
  }
  EXPECT_EQ(hits, 0);
  EXPECT_GT(phy.counters(0).wrong_bits, 0u);
}

}  // namespace
}  // namespace ib::phy
