// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <vector>

#include "models/hca/gather_pool.h"
#include "models/hca/object_table.h"
#include "models/hca/protection.h"

namespace ib::hca {
namespace {

constexpr std::uint32_t kPd = 7;
constexpr std::uint32_t kQpn = 40;
constexpr Accessor kWho{kPd, kQpn};

MkeyContext region() {
  MkeyContext context;
  context.access = access::kLocalWrite | access::kRemoteRead;
  context.variant = 0x5A;
  context.pd = kPd;
  context.start = 0x10000;
  context.length = 0x1000;
  context.bus_address = 0x90000;
  return context;
}

TEST(ObjectTable, ReusesANumberAsLateAsPossible) {
  ObjectTable<int> table(10, 3);
  EXPECT_EQ(table.insert(std::make_unique<int>(1)), 10u);
  table.erase(10);
  EXPECT_EQ(table.insert(std::make_unique<int>(2)), 11u);
  EXPECT_EQ(table.insert(std::make_unique<int>(3)), 12u);
  EXPECT_EQ(table.insert(std::make_unique<int>(4)), 10u);
  EXPECT_EQ(table.insert(std::make_unique<int>(5)), std::nullopt);
  EXPECT_EQ(table.find(9), nullptr);
  EXPECT_EQ(table.find(13), nullptr);
}

TEST(Protection, TranslatesInsideTheRegionOnly) {
  Protection protection(10);
  const std::uint32_t key = protection.create(region()).value();

  EXPECT_EQ(protection.place(key, kWho, 0x10000, 0x1000, 0)->offset, 0u);
  EXPECT_EQ(protection.place(key, kWho, 0x10FFF, 1, 0)->offset, 0xFFFu);
  EXPECT_FALSE(protection.allows(key, kWho, 0x10FFF, 2, 0));
  EXPECT_FALSE(protection.allows(key, kWho, 0x0FFFF, 1, 0));
  EXPECT_FALSE(protection.allows(key, kWho, 0x10001, ~std::uint64_t{0}, 0));
}

TEST(Protection, WantsTheRightKeyDomainAndRights) {
  Protection protection(10);
  const std::uint32_t key = protection.create(region()).value();

  EXPECT_FALSE(protection.allows(key ^ 1, kWho, 0x10000, 1, 0));
  EXPECT_FALSE(protection.allows(key + 0x100, kWho, 0x10000, 1, 0));
  EXPECT_FALSE(protection.allows(key, Accessor{kPd + 1, kQpn}, 0x10000, 1, 0));
  EXPECT_TRUE(protection.allows(key, kWho, 0x10000, 1, access::kRemoteRead));
  EXPECT_FALSE(protection.allows(key, kWho, 0x10000, 1, access::kRemoteWrite));
}

TEST(Protection, NeverGivesTheKeyThatEndsAReceiveList) {
  Protection protection(10);
  MkeyContext context = region();
  context.variant = 0;
  EXPECT_NE(protection.create(context), kTerminatorLKey);
}

TEST(GatherPool, VisitsARangeAcrossPieces) {
  std::vector<std::uint8_t> segments(3 * kSegmentBytes);
  encode(DataSegment{10, 1, 0x1000}, &segments[0]);
  encode(DataSegment{0, 2, 0x2000}, &segments[16]);
  encode(DataSegment{20, 3, 0x3000}, &segments[32]);
  GatherPool pool;
  const GatherPool::Handle handle = pool.keep(segments.data(), segments.data() + segments.size());

  std::vector<std::uint64_t> seen;
  const bool whole = pool.visit(handle, 8, 12,
                                [&](const DataSegments::Piece& piece, std::uint32_t from,
                                    std::uint32_t count, std::uint32_t at) {
                                  seen.insert(seen.end(), {piece.segment.address, from, count, at});
                                  return true;
                                });

  EXPECT_TRUE(whole);
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{0x1000, 8, 2, 0, 0x3000, 0, 10, 2}));
}

TEST(GatherPool, TellsWhenTheListIsTooShort) {
  std::vector<std::uint8_t> segment(kSegmentBytes);
  encode(DataSegment{10, 1, 0x1000}, segment.data());
  GatherPool pool;
  const GatherPool::Handle handle = pool.keep(segment.data(), segment.data() + segment.size());
  const auto accept = [](const auto&...) { return true; };
  EXPECT_TRUE(pool.visit(handle, 0, 10, accept));
  EXPECT_FALSE(pool.visit(handle, 5, 6, accept));
}

}  // namespace
}  // namespace ib::hca
