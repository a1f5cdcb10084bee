// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/generation.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

// ib-facts 8.1: data rates of the 4x links.
TEST(Generation, KnowsTheDataRateOfEvery4xLink) {
  EXPECT_EQ(data_rate_gbps(Generation::kSdr, Width::k4x), (Rational{8, 1}));
  EXPECT_EQ(data_rate_gbps(Generation::kDdr, Width::k4x), (Rational{16, 1}));
  EXPECT_EQ(data_rate_gbps(Generation::kQdr, Width::k4x), (Rational{32, 1}));
  EXPECT_EQ(data_rate_gbps(Generation::kFdr10, Width::k4x), (Rational{40, 1}));
  EXPECT_EQ(data_rate_gbps(Generation::kEdr, Width::k4x), (Rational{100, 1}));
  EXPECT_EQ(data_rate_gbps(Generation::kHdr, Width::k4x), (Rational{200, 1}));
  EXPECT_EQ(data_rate_gbps(Generation::kNdr, Width::k4x), (Rational{400, 1}));
  EXPECT_EQ(data_rate_gbps(Generation::kXdr, Width::k4x), (Rational{800, 1}));
  EXPECT_EQ(data_rate_gbps(Generation::kGdr, Width::k4x), (Rational{1600, 1}));
}

// ib-facts 8.1: FDR is 14.0625 GBd * 64/66 a lane, which no decimal fraction holds.
TEST(Generation, KeepsFdrExact) {
  EXPECT_EQ(data_rate_gbps(Generation::kFdr, Width::k4x), (Rational{600, 11}));
  EXPECT_EQ(byte_time_ps(Generation::kFdr, Width::k4x), (Rational{440, 3}));
}

// ib-facts 8.1: 8/10, 64/66 and 5120/5440 (RS(544,514) with 256b/257b) of the lane rate.
TEST(Generation, DerivesTheDataRateFromTheLineCode) {
  for (std::size_t i = 0; i < kGenerations; ++i) {
    const GenerationInfo& row = info(static_cast<Generation>(i));
    const Rational line = row.lane_line_gbps;
    switch (row.code) {
      case LineCode::k8b10b:
        EXPECT_EQ(row.lane_data_gbps, reduced(line.num * 8, line.den * 10)) << row.name;
        break;
      case LineCode::k64b66b:
        EXPECT_EQ(row.lane_data_gbps, reduced(line.num * 64, line.den * 66)) << row.name;
        break;
      case LineCode::k256b257b:
        EXPECT_EQ(row.lane_data_gbps, reduced(line.num * 5120, line.den * 5440)) << row.name;
        break;
    }
  }
}

// ib-facts 8.2 table: raw Gb/s of links with RS-FEC.
TEST(Generation, KnowsTheLineRateOfFecLinks) {
  EXPECT_EQ(line_rate_gbps(Generation::kEdr, Width::k4x), (Rational{825, 8}));  // 103.125
  EXPECT_EQ(line_rate_gbps(Generation::kHdr, Width::k2x), (Rational{425, 4}));  // 106.25
  EXPECT_EQ(line_rate_gbps(Generation::kHdr, Width::k4x), (Rational{425, 2}));  // 212.5
  EXPECT_EQ(line_rate_gbps(Generation::kNdr, Width::k4x), (Rational{425, 1}));
  EXPECT_EQ(line_rate_gbps(Generation::kXdr, Width::k4x), (Rational{850, 1}));
}

TEST(Generation, ScalesWithTheWidth) {
  EXPECT_EQ(data_rate_gbps(Generation::kSdr, Width::k1x), (Rational{2, 1}));
  EXPECT_EQ(data_rate_gbps(Generation::kHdr, Width::k2x), (Rational{100, 1}));
  EXPECT_EQ(data_rate_gbps(Generation::kQdr, Width::k8x), (Rational{64, 1}));
  EXPECT_EQ(data_rate_gbps(Generation::kQdr, Width::k12x), (Rational{96, 1}));
}

TEST(Generation, IsFoundByItsName) {
  for (std::size_t i = 0; i < kGenerations; ++i) {
    const auto generation = static_cast<Generation>(i);
    EXPECT_EQ(generation_from_name(info(generation).name), generation);
  }
  EXPECT_EQ(generation_from_name("EDR100"), std::nullopt);
}

TEST(LinkRate, ParsesWidthAndGeneration) {
  EXPECT_EQ(link_rate_from_name("4xNDR"), (LinkRate{Generation::kNdr, Width::k4x}));
  EXPECT_EQ(link_rate_from_name("12xQDR"), (LinkRate{Generation::kQdr, Width::k12x}));
  EXPECT_EQ(link_rate_from_name("1xFDR10"), (LinkRate{Generation::kFdr10, Width::k1x}));
}

TEST(LinkRate, RefusesOtherText) {
  for (const char* text : {"", "4x", "NDR", "3xNDR", "4xndr", "4 xNDR", "xNDR", "4xNDR "}) {
    EXPECT_EQ(link_rate_from_name(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace ib
