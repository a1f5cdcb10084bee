// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/vl_arbiter.h"

#include <gtest/gtest.h>

#include <vector>

namespace ib {
namespace {

constexpr int kNobody = -1;

VlArbEntry entry(unsigned vl, unsigned weight) {
  return {Vl{static_cast<std::uint8_t>(vl)}, static_cast<std::uint8_t>(weight)};
}

/// Grants one packet of the same size on every VL.
int grant(VlArbiter& arbiter, unsigned sendable, std::uint32_t blocks) {
  const auto vl = arbiter.grant(static_cast<std::uint16_t>(sendable), [&](Vl) { return blocks; });
  return vl ? vl->value() : kNobody;
}

std::vector<int> grants(VlArbiter& arbiter, unsigned sendable, std::uint32_t blocks, int count) {
  std::vector<int> order;
  for (int i = 0; i < count; ++i) order.push_back(grant(arbiter, sendable, blocks));
  return order;
}

using Order = std::vector<int>;

TEST(VlArbiter, GrantsNothingWithoutASendablePacket) {
  VlArbiter arbiter;
  EXPECT_EQ(grant(arbiter, 0, 1), kNobody);
}

TEST(VlArbiter, NeverServesAVlOutsideItsTables) {
  VlArbiter arbiter{VlArbTables{{}, {entry(0, 10)}, 255}};
  EXPECT_EQ(grant(arbiter, 0b0010, 1), kNobody);
}

TEST(VlArbiter, ServesEqualWeightsInTurn) {
  VlArbiter arbiter{VlArbTables{{}, {entry(0, 1), entry(1, 1), entry(2, 1)}, 255}};
  EXPECT_EQ(grants(arbiter, 0b111, 1, 6), (Order{0, 1, 2, 0, 1, 2}));
}

// ib-facts 4.1: an entry is served while weight is left, in blocks of 64 bytes.
TEST(VlArbiter, StaysOnAnEntryWhileWeightIsLeft) {
  VlArbiter arbiter{VlArbTables{{}, {entry(0, 6), entry(1, 2)}, 255}};
  EXPECT_EQ(grants(arbiter, 0b11, 2, 8), (Order{0, 0, 0, 1, 0, 0, 0, 1}));
}

// ib-facts 4.1: a packet is started if any weight is left, so the last one may overdraw.
TEST(VlArbiter, StartsAPacketOnTheLastBlockOfWeight) {
  VlArbiter arbiter{VlArbTables{{}, {entry(0, 5), entry(1, 4)}, 255}};
  EXPECT_EQ(grants(arbiter, 0b11, 4, 6), (Order{0, 0, 1, 0, 0, 1}));
}

TEST(VlArbiter, SkipsAnEntryWithoutAPacketAndReloadsIt) {
  VlArbiter arbiter{VlArbTables{{}, {entry(0, 4), entry(1, 4)}, 255}};
  EXPECT_EQ(grants(arbiter, 0b11, 2, 1), (Order{0}));  // half of VL0's weight
  EXPECT_EQ(grants(arbiter, 0b10, 2, 1), (Order{1}));  // VL0 has nothing: left at once
  EXPECT_EQ(grants(arbiter, 0b11, 2, 4), (Order{1, 0, 0, 1}));
}

TEST(VlArbiter, ReloadsAnEntryThatComesRoundToItself) {
  VlArbiter arbiter{VlArbTables{{}, {entry(0, 4), entry(1, 4)}, 255}};
  EXPECT_EQ(grants(arbiter, 0b01, 2, 3), (Order{0, 0, 0}));  // reloaded for the third
  EXPECT_EQ(grants(arbiter, 0b11, 2, 4), (Order{0, 1, 1, 0}));
}

TEST(VlArbiter, SkipsEntriesOfWeightZero) {
  VlArbiter arbiter{VlArbTables{{}, {entry(0, 0), entry(1, 1)}, 255}};
  EXPECT_EQ(grants(arbiter, 0b11, 1, 3), (Order{1, 1, 1}));
}

TEST(VlArbiter, ServesAVlListedTwiceAtBothPlaces) {
  VlArbiter arbiter{VlArbTables{{}, {entry(0, 1), entry(1, 1), entry(0, 1), entry(2, 1)}, 255}};
  EXPECT_EQ(grants(arbiter, 0b111, 1, 8), (Order{0, 1, 0, 2, 0, 1, 0, 2}));
}

TEST(VlArbiter, SharesBandwidthByWeightAndPacketSize) {
  VlArbiter arbiter{VlArbTables{{}, {entry(0, 130), entry(1, 65), entry(2, 195)}, 255}};
  int blocks[3] = {};
  for (int i = 0; i < 600; ++i) blocks[grant(arbiter, 0b111, 65)] += 65;
  EXPECT_EQ(blocks[0], 200 * 65);
  EXPECT_EQ(blocks[1], 100 * 65);
  EXPECT_EQ(blocks[2], 300 * 65);
}

// ib-facts 4.1: 255 = no limit, the low table starves while high packets wait.
TEST(VlArbiter, LetsTheHighTableStarveTheLowOneWithoutALimit) {
  VlArbiter arbiter{VlArbTables{{entry(1, 1)}, {entry(0, 1)}, 255}};
  EXPECT_EQ(grants(arbiter, 0b11, 60, 100), Order(100, 1));
  EXPECT_EQ(grant(arbiter, 0b01, 60), 0);
}

// ib-facts 4.1: 0 = one high packet, then a low one gets its chance.
TEST(VlArbiter, AlternatesOnAHighLimitOfZero) {
  VlArbiter arbiter{VlArbTables{{entry(1, 255)}, {entry(0, 255)}, 0}};
  EXPECT_EQ(grants(arbiter, 0b11, 66, 4), (Order{1, 0, 1, 0}));
}

// ib-facts 4.1: the limit counts 4096 bytes (64 blocks) a unit.
TEST(VlArbiter, LetsALowPacketThroughWhenTheHighLimitIsSpent) {
  VlArbiter arbiter{VlArbTables{{entry(1, 255)}, {entry(0, 255)}, 2}};
  EXPECT_EQ(grants(arbiter, 0b11, 32, 10), (Order{1, 1, 1, 1, 0, 1, 1, 1, 1, 0}));
}

TEST(VlArbiter, ChargesTheHighLimitOnlyWhileALowPacketWaits) {
  VlArbiter arbiter{VlArbTables{{entry(1, 255)}, {entry(0, 255)}, 1}};
  EXPECT_EQ(grants(arbiter, 0b11, 63, 1), (Order{1}));   // one block of the limit left
  EXPECT_EQ(grants(arbiter, 0b10, 63, 5), Order(5, 1));  // nobody waits: reloaded
  EXPECT_EQ(grants(arbiter, 0b11, 63, 3), (Order{1, 1, 0}));
}

TEST(VlArbiter, ReturnsToTheHighTableWhenNoLowPacketIsSendable) {
  VlArbiter arbiter{VlArbTables{{entry(1, 255)}, {entry(0, 255)}, 0}};
  EXPECT_EQ(grant(arbiter, 0b11, 1), 1);
  EXPECT_EQ(grant(arbiter, 0b10, 1), 1);
}

TEST(VlArbiter, UsesAll64Entries) {
  std::vector<VlArbEntry> low(64, entry(0, 1));
  low.back() = entry(7, 1);
  VlArbiter arbiter{VlArbTables{{}, low, 255}};
  int seventh = 0;
  for (int i = 0; i < 128; ++i) seventh += grant(arbiter, 0x81, 1) == 7 ? 1 : 0;
  EXPECT_EQ(seventh, 2);
}

TEST(VlArbiter, PickAloneChangesNothing) {
  VlArbiter arbiter{VlArbTables{{entry(2, 1)}, {entry(0, 1), entry(1, 1)}, 0}};
  const auto first = arbiter.pick(0b111);
  const auto second = arbiter.pick(0b111);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->vl, Vl{2});
  EXPECT_EQ(second->vl, Vl{2});
}

TEST(VlArbiter, StartsOverAfterReset) {
  VlArbiter arbiter{VlArbTables{{entry(2, 1)}, {entry(0, 1), entry(1, 1)}, 0}};
  const Order before = grants(arbiter, 0b111, 3, 5);
  arbiter.reset();
  EXPECT_EQ(grants(arbiter, 0b111, 3, 5), before);
}

}  // namespace
}  // namespace ib
