// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/fec.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ib {
namespace {

struct Row {
  double ber;
  double rs544;
  double rs528;
  double rs271;
  double rs272;
};

// ib-facts 10.3, computed there by an independent program.
constexpr Row kTable[] = {
    {1e-3, 1.530259e-4, 1.604723e-1, 6.295593e-3, 6.431015e-3},
    {5e-4, 2.792584e-8, 5.612859e-3, 7.820067e-5, 8.021886e-5},
    {2.4e-4, 8.151573e-13, 5.153760e-5, 4.055966e-7, 4.170034e-7},
    {1e-4, 1.359811e-18, 8.926911e-8, 5.128624e-10, 5.279356e-10},
    {5e-5, 2.668901e-23, 4.397088e-10, 2.255245e-12, 2.322555e-12},
    {2e-5, 1.333330e-29, 3.312934e-13, 1.586974e-15, 1.634774e-15},
    {1e-5, 2.139670e-34, 1.355769e-15, 6.347966e-18, 6.539748e-18},
    {1e-6, 2.238979e-50, 1.413798e-23, 6.485021e-26, 6.681478e-26},
};

void expect_ratio(double value, double expected) {
  EXPECT_LT(std::abs(value / expected - 1), 1e-6) << value << " against " << expected;
}

TEST(Fec, FailsAsOftenAsTheBinomialLawSays) {
  for (const Row& row : kTable) {
    expect_ratio(codeword_failure_probability(FecMode::kRs544, row.ber), row.rs544);
    expect_ratio(codeword_failure_probability(FecMode::kRs528, row.ber), row.rs528);
    expect_ratio(codeword_failure_probability(FecMode::kRs271, row.ber), row.rs271);
    expect_ratio(codeword_failure_probability(FecMode::kRs272, row.ber), row.rs272);
  }
}

TEST(Fec, StaysRightFarBelowTheRangeOfItsFactors) {
  expect_ratio(codeword_failure_probability(FecMode::kRs544, 1e-8), 2.250182e-82);
}

TEST(Fec, TendsToCertainFailureOnAHopelessLine) {
  EXPECT_NEAR(codeword_failure_probability(FecMode::kRs544, 0.4), 1.0, 1e-9);
  EXPECT_EQ(codeword_failure_probability(FecMode::kRs544, 0.0), 0.0);
}

TEST(Fec, WithoutACodeEveryBitCounts) {
  EXPECT_EQ(codeword_failure_probability(FecMode::kNone, 1e-12), 1e-12);
}

// To second order two errors defeat Firecode unless they lie within eleven bits:
// pairs further apart = C(2112 - 10, 2).
TEST(Fec, FirecodeLosesToTwoErrorsFurtherApartThanItsBurst) {
  const double p = 1e-9;
  const double far_pairs = 0.5 * 2102.0 * 2101.0;
  EXPECT_NEAR(codeword_failure_probability(FecMode::kFirecode, p) / (far_pairs * p * p), 1.0, 1e-5);
}

TEST(Fec, CodewordsTakeTheTimesOfTheFactsSheet) {
  const auto ns = [](FecMode mode, Generation generation, Width width) {
    return codeword_time_ps(mode, {generation, width}).value() * codewords_in_flight(mode, width) /
           1000;
  };
  EXPECT_DOUBLE_EQ(ns(FecMode::kRs528, Generation::kEdr, Width::k4x), 51.2);
  EXPECT_DOUBLE_EQ(ns(FecMode::kRs544, Generation::kHdr, Width::k2x), 51.2);
  EXPECT_DOUBLE_EQ(ns(FecMode::kRs272, Generation::kHdr, Width::k4x), 12.8);
  EXPECT_DOUBLE_EQ(ns(FecMode::kRs544x4, Generation::kNdr, Width::k4x), 51.2);
  EXPECT_DOUBLE_EQ(ns(FecMode::kRs544x2, Generation::kXdr, Width::k4x), 12.8);
  EXPECT_DOUBLE_EQ(ns(FecMode::kRs544x4, Generation::kXdr, Width::k4x), 25.6);
}

TEST(Fec, KeepsCodewordTimesExactWhereTheyAreNoWholePicoseconds) {
  const Rational fdr = codeword_time_ps(FecMode::kFirecode, {Generation::kFdr, Width::k4x});
  EXPECT_EQ(fdr, (Rational{112640, 3}));
}

TEST(Fec, FirecodeFillsAtTheRateOfOneLane) {
  EXPECT_EQ(codewords_in_flight(FecMode::kFirecode, Width::k4x), 4u);
}

TEST(Fec, CarriesTheCodesOfMlxlink) {
  EXPECT_EQ(info(FecMode::kRs544x4).mlxlink_code, 4);
  EXPECT_EQ(info(FecMode::kRs272x2Plr).mlxlink_code, 15);
  EXPECT_EQ(info(FecMode::kRs544x8).mlxlink_code, -1);
  for (std::size_t i = 0; i < kFecModes; ++i) {
    EXPECT_EQ(info(static_cast<FecMode>(i)).mode, static_cast<FecMode>(i));
  }
}

TEST(Fec, EveryGenerationAllowsItsDefault) {
  for (std::size_t i = 0; i < kGenerations; ++i) {
    const auto generation = static_cast<Generation>(i);
    EXPECT_TRUE(allows(generation, resolve(FecMode::kAuto, generation)));
  }
  EXPECT_FALSE(allows(Generation::kQdr, FecMode::kRs544));
  EXPECT_FALSE(allows(Generation::kNdr, FecMode::kNone));
}

}  // namespace
}  // namespace ib
