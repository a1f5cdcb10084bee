// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fuzz/hca_fuzz.h"

#include <gtest/gtest.h>

namespace ib::tb {
namespace {

constexpr std::uint64_t kInputs = 10'000;

/// A guest or a peer does what it likes: the HCA must not crash, no DMA may leave the memory that
/// it was given for, and the other connection of the two HCAs goes on working.
TEST(HcaFuzzTest, RandomWqesBreakTheirQueuePairOnly) {
  const HcaFuzzReport report = fuzz_wqes(kInputs);
  ASSERT_TRUE(report.ended);
  EXPECT_GE(report.inputs, kInputs);
  EXPECT_GT(report.refused, kInputs / 10);
  EXPECT_TRUE(report.memory_intact);
  EXPECT_TRUE(report.bystander_works);
  EXPECT_EQ(report.held_packets, 0u);
}

// The guest itself tells where its queues lie, so what is refused here is its own affair.
TEST(HcaFuzzTest, RandomCommandsAndRegisterWritesAreAnswered) {
  const HcaFuzzReport report = fuzz_commands(kInputs);
  ASSERT_TRUE(report.ended);
  EXPECT_GT(report.refused, kInputs / 2);
  EXPECT_TRUE(report.bystander_works);
}

TEST(HcaFuzzTest, RandomPacketsTouchNoMemoryOutsideOfRegions) {
  const HcaFuzzReport report = fuzz_packets(kInputs);
  ASSERT_TRUE(report.ended);
  EXPECT_GE(report.inputs, kInputs);
  EXPECT_GT(report.refused, kInputs / 10);
  EXPECT_TRUE(report.memory_intact);
  EXPECT_TRUE(report.bystander_works);
  EXPECT_EQ(report.held_packets, 0u);
}

}  // namespace
}  // namespace ib::tb
