// SPDX-License-Identifier: Apache-2.0
#include "models/phy/failure_process.h"

#include <gtest/gtest.h>

namespace ib::phy {
namespace {

/// Answers whether a failure of codeword `failed` alone would meet the interval.
bool overlaps(const CodewordLine& line, std::uint64_t failed, Ticks start, Ticks end) {
  return line.passed(start) <= failed && failed < line.begun(end);
}

TEST(CodewordLine, ACodewordMeetsWhatSharesAnyOfItsTime) {
  const CodewordLine line{{10, 1}, 1};  // 600 ticks a codeword
  EXPECT_FALSE(overlaps(line, 3, 1700, 1800));
  EXPECT_TRUE(overlaps(line, 3, 1700, 1801));
  EXPECT_TRUE(overlaps(line, 3, 1800, 1801));
  EXPECT_TRUE(overlaps(line, 3, 2399, 2400));
  EXPECT_FALSE(overlaps(line, 3, 2400, 2500));
  EXPECT_TRUE(overlaps(line, 3, 0, 10'000));
}

TEST(CodewordLine, InterleavedCodewordsShareTheTimeOfTheirGroup) {
  const CodewordLine line{{10, 1}, 4};  // codewords 4-7 on the line in [2400, 4800)
  EXPECT_TRUE(overlaps(line, 4, 4799, 4800));
  EXPECT_TRUE(overlaps(line, 7, 2400, 2401));
  EXPECT_FALSE(overlaps(line, 7, 2399, 2400));
  EXPECT_EQ(line.passed(4799), 4u);
  EXPECT_EQ(line.passed(4800), 8u);
}

TEST(CodewordLine, BoundsBetweenTicksDoNotDrift) {
  const CodewordLine line{{1, 7}, 1};  // 60/7 ticks a codeword: seven of them in 60 ticks
  EXPECT_EQ(line.passed(60'000'000), 7'000'000u);
  EXPECT_EQ(line.begun(60'000'000), 7'000'000u);
  EXPECT_EQ(line.passed(9), 1u);
  EXPECT_EQ(line.begun(9), 2u);
  EXPECT_EQ(line.group_time(), 9);
}

TEST(CodewordLine, HoldsForHoursOfSimulatedTime) {
  const CodewordLine line{{80, 17}, 1};
  const Ticks day = 86'400 * 1'000'000'000LL * kTicksPerNs / 3;
  EXPECT_EQ(line.begun(day), line.passed(day) + (day % 4800 * 17 % 4800 == 0 ? 0u : 1u));
}

TEST(FailureProcess, OneFailureHitsAllThatOverlapIt) {
  FailureProcess always{1.0, RandomStream{1, "x"}};
  EXPECT_TRUE(always.hits(5, 6));
  EXPECT_TRUE(always.hits(5, 6));
  EXPECT_FALSE(always.hits(6, 6));
  EXPECT_TRUE(always.hits(6, 9));
  EXPECT_EQ(always.failures_before(9), 9u);
}

TEST(FailureProcess, NeverFailsAtProbabilityZero) {
  FailureProcess never{0.0, RandomStream{1, "x"}};
  EXPECT_FALSE(never.hits(0, 1'000'000'000'000'000));
  EXPECT_EQ(never.failures_before(~std::uint64_t{0}), 0u);
}

}  // namespace
}  // namespace ib::phy
