// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/schedule.h"

#include <gtest/gtest.h>

namespace ib::tb {
namespace {

/// `count` replicates of each of `combinations`.
std::vector<SweepPoint> points(std::size_t combinations, std::size_t count) {
  std::vector<SweepPoint> all;
  for (std::size_t c = 0; c < combinations; ++c) {
    for (std::size_t i = 0; i < count; ++i) all.push_back({"", {}, i, c});
  }
  return all;
}

const StopRule kRule{"t.c", 0.1, 2};

TEST(Schedule, StartsEverythingInOrderWithoutARule) {
  Schedule schedule{points(1, 3), std::nullopt};

  EXPECT_EQ(schedule.next(), 0u);
  EXPECT_EQ(schedule.next(), 1u);
  EXPECT_EQ(schedule.next(), 2u);
  EXPECT_EQ(schedule.next(), std::nullopt);
}

TEST(Schedule, GoesToTheNextCombinationWhileReplicatesWait) {
  Schedule schedule{points(2, 3), kRule};
  (void)schedule.next();
  (void)schedule.next();

  EXPECT_EQ(schedule.next(), 3u);
}

TEST(Schedule, EndsACombinationWhenItsIntervalIsNarrow) {
  Schedule schedule{points(1, 4), kRule};
  schedule.done(0, 10);
  schedule.done(1, 10);

  EXPECT_EQ(schedule.next(), std::nullopt);
  EXPECT_EQ(schedule.counts().not_needed, 2u);
}

TEST(Schedule, GoesOnWhileTheIntervalIsWide) {
  Schedule schedule{points(1, 3), kRule};
  schedule.done(0, 10);
  schedule.done(1, 20);

  EXPECT_EQ(schedule.next(), 2u);
}

TEST(Schedule, EndsAtTheSamePlaceInWhateverOrderRunsEnd) {
  Schedule schedule{points(1, 4), kRule};
  schedule.done(3, 50);
  schedule.done(2, 50);
  schedule.done(1, 10);
  schedule.done(0, 10);

  EXPECT_EQ(schedule.counts().done, 2u);
  EXPECT_EQ(schedule.state(2), PointState::kNotNeeded);
  EXPECT_EQ(schedule.state(3), PointState::kNotNeeded);
}

TEST(Schedule, CountsNoFailureAsASample) {
  Schedule schedule{points(1, 3), kRule};
  schedule.failed(0);
  schedule.done(1, 10);

  EXPECT_EQ(schedule.next(), 2u);
}

}  // namespace
}  // namespace ib::tb
