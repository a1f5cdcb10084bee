// SPDX-License-Identifier: Apache-2.0
#include "models/ib/base/port_mask.h"

#include <gtest/gtest.h>

#include <vector>

namespace ib {
namespace {

PortMask of(std::initializer_list<unsigned> ports) {
  PortMask mask;
  for (const unsigned port : ports) mask.set(port);
  return mask;
}

TEST(PortMask, HoldsPortsOfEveryWord) {
  const PortMask mask = of({0, 63, 64, 127, 128, 144, 191});
  for (const unsigned port : {0u, 63u, 64u, 127u, 128u, 144u, 191u}) EXPECT_TRUE(mask.test(port));
  EXPECT_FALSE(mask.test(1));
  EXPECT_EQ(mask.count(), 7u);
}

TEST(PortMask, FirstNCoversExactlyNPorts) {
  for (const unsigned n : {0u, 1u, 63u, 64u, 65u, 128u, 145u, 192u}) {
    const PortMask mask = PortMask::first_n(n);
    EXPECT_EQ(mask.count(), n);
    EXPECT_EQ(mask.first_from(n), PortMask::kNone);
  }
}

TEST(PortMask, IteratesInRisingOrder) {
  std::vector<unsigned> seen;
  of({130, 5, 64}).for_each([&](unsigned port) { seen.push_back(port); });
  EXPECT_EQ(seen, (std::vector<unsigned>{5, 64, 130}));
}

TEST(PortMask, FindsTheFirstMemberAtOrAfterAStart) {
  const PortMask mask = of({5, 64, 130});
  EXPECT_EQ(mask.first_from(5), 5u);
  EXPECT_EQ(mask.first_from(6), 64u);
  EXPECT_EQ(mask.first_from(65), 130u);
  EXPECT_EQ(mask.first_from(131), PortMask::kNone);
}

TEST(PortMask, TurnsRoundToTheSmallestMember) {
  const PortMask mask = of({5, 64, 130});
  EXPECT_EQ(mask.first_in_turn(131), 5u);
  EXPECT_EQ(mask.first_in_turn(PortMask::kBits), 5u);
  EXPECT_EQ(PortMask{}.first_in_turn(7), PortMask::kNone);
}

TEST(PortMask, TurnsRoundInTheFirstWord) {
  const PortMask mask = of({5, 40});
  EXPECT_EQ(mask.first_in_turn(0), 5u);
  EXPECT_EQ(mask.first_in_turn(5), 5u);
  EXPECT_EQ(mask.first_in_turn(6), 40u);
  EXPECT_EQ(mask.first_in_turn(40), 40u);
  EXPECT_EQ(mask.first_in_turn(41), 5u);
  EXPECT_EQ(mask.first_in_turn(63), 5u);
  EXPECT_EQ(mask.first_in_turn(64), 5u);
  EXPECT_EQ(mask.first_in_turn(PortMask::kBits), 5u);
}

TEST(PortMask, FindsTheNthMember) {
  const PortMask mask = of({5, 9, 64, 130});
  EXPECT_EQ(mask.nth(0), 5u);
  EXPECT_EQ(mask.nth(1), 9u);
  EXPECT_EQ(mask.nth(2), 64u);
  EXPECT_EQ(mask.nth(3), 130u);
}

TEST(PortMask, CombinesAsSets) {
  const PortMask a = of({1, 70, 140});
  const PortMask b = of({70, 141});
  EXPECT_EQ(a & b, of({70}));
  EXPECT_EQ(a | b, of({1, 70, 140, 141}));
  EXPECT_EQ(a - b, of({1, 140}));
}

}  // namespace
}  // namespace ib
