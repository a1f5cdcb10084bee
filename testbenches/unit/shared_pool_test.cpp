// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/shared_pool.h"

#include <gtest/gtest.h>

#include <vector>

#include "models/ib/base/random.h"

namespace ib {
namespace {

TEST(SharedPool, LendsWhatThereIs) {
  SharedPool pool{10};
  EXPECT_EQ(pool.lend(0, 6), 6u);
  EXPECT_EQ(pool.lend(1, 6), 4u);
  EXPECT_EQ(pool.lend(1, 6), 0u);
  EXPECT_EQ(pool.free_blocks(), 0u);
}

TEST(SharedPool, TakesBackWhatWasLentAndNoMore) {
  SharedPool pool{10};
  (void)pool.lend(0, 4);
  EXPECT_EQ(pool.take_back(0, 3), 3u);
  EXPECT_EQ(pool.take_back(0, 3), 1u);
  EXPECT_EQ(pool.take_back(1, 3), 0u);
  EXPECT_EQ(pool.free_blocks(), 10u);
}

/// One VL as a port keeps it: room it promised and blocks it holds.
struct Lane {
  std::uint32_t room;
  std::vector<std::uint32_t> held;
};

// Room and held blocks of all VLs, and the pool, are always the buffer; an idle VL keeps its
// reserve, whatever the others do.
TEST(SharedPool, NeverPromisesMoreThanTheBuffer) {
  constexpr std::uint32_t kReserve = 20;
  constexpr std::uint32_t kPool = 50;
  SharedPool pool{kPool};
  std::vector<Lane> lanes(4, Lane{kReserve, {}});
  RandomStream random{1, "pool"};
  for (int step = 0; step < 20'000; ++step) {
    const auto vl = static_cast<unsigned>(random.below(3));  // VL 3 stays idle
    Lane& lane = lanes[vl];
    const auto blocks = static_cast<std::uint32_t>(1 + random.below(9));
    if (random.below(2) == 0 && lane.room >= blocks) {
      lane.room = lane.room - blocks + pool.lend(vl, blocks);
      lane.held.push_back(blocks);
    } else if (!lane.held.empty()) {
      lane.room += lane.held.back() - pool.take_back(vl, lane.held.back());
      lane.held.pop_back();
    }
    std::uint32_t sum = pool.free_blocks();
    for (const Lane& each : lanes) {
      std::uint32_t mine = each.room;
      for (const std::uint32_t held : each.held) mine += held;
      EXPECT_GE(mine, kReserve);
      sum += mine;
    }
    ASSERT_EQ(sum, 4 * kReserve + kPool);
  }
  EXPECT_EQ(lanes[3].room, kReserve);
}

}  // namespace
}  // namespace ib
