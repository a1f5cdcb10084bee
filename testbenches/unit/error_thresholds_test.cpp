// SPDX-License-Identifier: Apache-2.0
#include "models/link/error_thresholds.h"

#include <gtest/gtest.h>

namespace ib::link {
namespace {

// IBTA Vol 1, 7.12.2: good packets make up for bad ones; the count has to pass the threshold.
TEST(ErrorThresholds, PassesWhenMoreBadPacketsThanItsThresholdComeInARow) {
  ErrorThresholds thresholds;
  thresholds.set(2, 15);
  EXPECT_FALSE(thresholds.bad_packet());
  EXPECT_FALSE(thresholds.bad_packet());
  EXPECT_TRUE(thresholds.bad_packet());
  EXPECT_FALSE(thresholds.bad_packet());  // it begins again
}

TEST(ErrorThresholds, AGoodPacketMakesUpForABadOne) {
  ErrorThresholds thresholds;
  thresholds.set(2, 15);
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(thresholds.bad_packet());
    thresholds.good_packet();
  }
}

TEST(ErrorThresholds, AThresholdOfZeroPassesAtOnce) {
  ErrorThresholds thresholds;
  thresholds.set(0, 15);
  EXPECT_TRUE(thresholds.bad_packet());
}

// IBTA Vol 1, 16.1.3.5: consecutive update periods, each with an overrun.
TEST(ErrorThresholds, CountsPeriodsInARowNotOverruns) {
  ErrorThresholds thresholds;
  thresholds.set(15, 3);
  EXPECT_FALSE(thresholds.overrun(7));
  EXPECT_FALSE(thresholds.overrun(7));
  EXPECT_FALSE(thresholds.overrun(8));
  EXPECT_TRUE(thresholds.overrun(9));
}

TEST(ErrorThresholds, APeriodWithoutOverrunBreaksTheRow) {
  ErrorThresholds thresholds;
  thresholds.set(15, 2);
  EXPECT_FALSE(thresholds.overrun(7));
  EXPECT_FALSE(thresholds.overrun(9));
  EXPECT_TRUE(thresholds.overrun(10));
}

}  // namespace
}  // namespace ib::link
