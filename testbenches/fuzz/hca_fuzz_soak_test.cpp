// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/fuzz/hca_fuzz.h"

namespace ib::tb {
namespace {

constexpr std::uint64_t kInputs = 1'000'000;

TEST(HcaFuzzSoak, RandomWqesBreakTheirQueuePairOnly) {
  const HcaFuzzReport report = fuzz_wqes(kInputs);
  ASSERT_TRUE(report.ended);
  EXPECT_TRUE(report.memory_intact);
  EXPECT_TRUE(report.bystander_works);
  EXPECT_EQ(report.held_packets, 0u);
}

TEST(HcaFuzzSoak, RandomCommandsAndRegisterWritesAreAnswered) {
  const HcaFuzzReport report = fuzz_commands(kInputs);
  ASSERT_TRUE(report.ended);
  EXPECT_TRUE(report.bystander_works);
}

TEST(HcaFuzzSoak, RandomPacketsTouchNoMemoryOutsideOfRegions) {
  const HcaFuzzReport report = fuzz_packets(kInputs);
  ASSERT_TRUE(report.ended);
  EXPECT_TRUE(report.memory_intact);
  EXPECT_TRUE(report.bystander_works);
  EXPECT_EQ(report.held_packets, 0u);
}

}  // namespace
}  // namespace ib::tb
