// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/vl_stall.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

// ib-facts 4.3: VLStallCount drops in a row, then 8 * HOQLife in which everything is dropped.
TEST(VlStall, StallsAfterTheCountForEightLifetimes) {
  VlStall stall{3, 100};
  EXPECT_FALSE(stall.dropped(1000));
  EXPECT_FALSE(stall.dropped(1100));
  EXPECT_FALSE(stall.stalled(1200));
  EXPECT_TRUE(stall.dropped(1200));
  EXPECT_TRUE(stall.stalled(1200));
  EXPECT_TRUE(stall.stalled(1999));
  EXPECT_FALSE(stall.stalled(2000));
}

TEST(VlStall, CountsDropsInARowOnly) {
  VlStall stall{2, 100};
  EXPECT_FALSE(stall.dropped(10));
  stall.sent();
  EXPECT_FALSE(stall.dropped(20));
  EXPECT_TRUE(stall.dropped(30));
}

TEST(VlStall, BeginsAnewAfterAStall) {
  VlStall stall{2, 10};
  (void)stall.dropped(0);
  EXPECT_TRUE(stall.dropped(1));
  EXPECT_EQ(stall.until(), 81);
  EXPECT_FALSE(stall.dropped(90));
  EXPECT_TRUE(stall.dropped(91));
}

TEST(VlStall, NeverStallsWithCountZero) {
  VlStall stall{0, 10};
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(stall.dropped(i));
}

}  // namespace
}  // namespace ib
