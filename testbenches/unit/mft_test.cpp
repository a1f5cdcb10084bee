// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/mft.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

constexpr Lid mlid(unsigned n) { return Lid{static_cast<std::uint16_t>(0xC000 + n)}; }

PortMask ports(std::initializer_list<unsigned> members) {
  PortMask mask;
  for (const unsigned port : members) mask.set(port);
  return mask;
}

TEST(Mft, LeavesOutThePortAPacketCameFrom) {
  Mft mft;
  for (const unsigned port : {1u, 4u, 9u}) mft.add(mlid(7), port);
  EXPECT_EQ(mft.outputs(mlid(7), 4), ports({1, 9}));
  EXPECT_EQ(mft.outputs(mlid(7), 5), ports({1, 4, 9}));
  EXPECT_TRUE(mft.outputs(mlid(8), 5).none());
}

TEST(Mft, KnowsMulticastLidsOnly) {
  Mft mft;
  mft.set_default_primary(3);
  EXPECT_TRUE(mft.outputs(Lid{0xBFFF}, 1).none());
  EXPECT_TRUE(mft.outputs(kPermissiveLid, 1).none());
}

// ib-facts 4.4: LID 0xC000 + 32 * block + entry, port 16 * position + bit.
TEST(Mft, PlacesBlocksByLidAndPosition) {
  Mft mft;
  Mft::Block block{};
  block[5] = 0x8001;
  mft.set_block(2, 4, block);
  EXPECT_EQ(mft.outputs(mlid(69), 0), ports({64, 79}));
  EXPECT_EQ(mft.block(2, 4), block);
  EXPECT_EQ(mft.block(2, 3), Mft::Block{});
  block[5] = 0x0001;
  mft.set_block(2, 4, block);
  EXPECT_EQ(mft.outputs(mlid(69), 0), ports({64}));
}

TEST(Mft, IgnoresBlocksBeyondTheTable) {
  Mft mft;
  Mft::Block block{};
  block.fill(0xFFFF);
  mft.set_block(32, 0, block);
  mft.set_block(0, 12, block);
  EXPECT_EQ(mft.block(32, 0), Mft::Block{});
  EXPECT_EQ(mft.block(0, 12), Mft::Block{});
}

// ib-facts 4.4: beyond the top to the primary port, and from there to the not-primary one.
TEST(Mft, SendsUnknownLidsByTheDefaultPorts) {
  Mft mft;
  mft.add(mlid(40), 2);
  mft.set_top(mlid(31));
  EXPECT_TRUE(mft.outputs(mlid(40), 1).none());
  mft.set_default_primary(6);
  mft.set_default_not_primary(7);
  EXPECT_EQ(mft.outputs(mlid(40), 1), ports({6}));
  EXPECT_EQ(mft.outputs(mlid(40), 6), ports({7}));
  EXPECT_EQ(mft.outputs(mlid(5000), 1), ports({6}));
}

}  // namespace
}  // namespace ib
