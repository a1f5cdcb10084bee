// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/lft.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

TEST(Lft, DropsWhatWasNeverSet) {
  const Lft lft;
  EXPECT_EQ(lft.lookup(Lid{1}), Lft::kDrop);
  EXPECT_EQ(lft.lookup(Lid{0xBFFF}), Lft::kDrop);
}

TEST(Lft, ForwardsEachLidToItsPort) {
  Lft lft;
  lft.set(Lid{1}, 0);
  lft.set(Lid{0xBFFF}, 144);
  EXPECT_EQ(lft.lookup(Lid{1}), 0);
  EXPECT_EQ(lft.lookup(Lid{0xBFFF}), 144);
  EXPECT_EQ(lft.lookup(Lid{2}), Lft::kDrop);
}

// ib-facts 4.4: a DLID beyond LinearFDBTop is dropped.
TEST(Lft, DropsLidsBeyondTop) {
  Lft lft;
  lft.set(Lid{10}, 3);
  lft.set(Lid{11}, 3);
  lft.set_top(Lid{10});
  EXPECT_EQ(lft.lookup(Lid{10}), 3);
  EXPECT_EQ(lft.lookup(Lid{11}), Lft::kDrop);
}

TEST(Lft, HoldsUnicastLidsOnly) {
  Lft lft;
  lft.set(Lid{0}, 1);
  lft.set(kFirstMulticastLid, 1);
  lft.set(kPermissiveLid, 1);
  EXPECT_EQ(lft.lookup(Lid{0}), Lft::kDrop);
  EXPECT_EQ(lft.lookup(kFirstMulticastLid), Lft::kDrop);
  EXPECT_EQ(lft.lookup(kPermissiveLid), Lft::kDrop);
}

// ib-facts 4.4: blocks of 64 LIDs, block 0 = LID 0-63.
TEST(Lft, ReadsBackTheBlockItWasGiven) {
  Lft::Block block;
  for (unsigned i = 0; i < block.size(); ++i) block[i] = static_cast<std::uint8_t>(i);
  Lft lft;
  lft.set_block(2, block);
  EXPECT_EQ(lft.block(2), block);
  EXPECT_EQ(lft.lookup(Lid{128}), 0);
  EXPECT_EQ(lft.lookup(Lid{191}), 63);
  EXPECT_EQ(lft.lookup(Lid{127}), Lft::kDrop);
}

TEST(Lft, IgnoresBlocksBeyondItsCapacity) {
  Lft lft;
  lft.set_block(Lft::kCapacity / Lft::kBlockLids, Lft::Block{});
  EXPECT_EQ(lft.block(0)[1], Lft::kDrop);
}

}  // namespace
}  // namespace ib
