// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/ugal_router.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace ib {
namespace {

/// A switch of a dragonfly: hosts at 1 and 2, its group at 3 and 4, other groups at 5 and 6.
UgalTables tables() {
  UgalTables t;
  t.hosts.set(1);
  t.hosts.set(2);
  t.globals.set(5);
  t.globals.set(6);
  t.detours = {3, 3, 4, 4, 5, 6};
  t.hops = {0, 3, 2, 0};  // LID 1 is far, LID 2 nearer, LID 3 in the group
  t.most_hops = 3;
  return t;
}

constexpr Lid kFar{1};
constexpr Lid kNear{2};
constexpr Lid kGroup{3};

UgalRouter router(Detour detour = Detour::kByLoad, std::uint32_t bias = 0) {
  return {{detour, bias}, tables(), RandomStream{1, "ugal"}};
}

using Queues = std::map<unsigned, std::uint32_t>;

/// What many packets of a host choose; the tables say port 3.
std::set<unsigned> choices(UgalRouter& by, const Queues& queues, Lid to = kFar, unsigned input = 1,
                           Vl vl = Vl{0}) {
  std::set<unsigned> found;
  for (int i = 0; i < 200; ++i) {
    found.insert(by.choose(vl, to, input, 3, [&queues](unsigned port) {
      const auto at = queues.find(port);
      return at == queues.end() ? 0u : at->second;
    }));
  }
  return found;
}

TEST(UgalRouter, GoesTheMinimalWayWhereNothingWaits) {
  UgalRouter by = router();

  EXPECT_EQ(choices(by, {}), std::set<unsigned>{3});
}

// Singh 2005: minimal while its queue times its hops is not the larger product.
TEST(UgalRouter, ComparesQueuesTimesHops) {
  UgalRouter by = router();

  // 3 hops; by a cable of its own 1 + 3 hops: 4 * 3 <= 3 * 4, but 5 * 3 > 3 * 4.
  EXPECT_EQ(choices(by, {{3, 4}, {4, 99}, {5, 3}, {6, 3}}), std::set<unsigned>{3});
  EXPECT_EQ(choices(by, {{3, 5}, {4, 99}, {5, 3}, {6, 3}}), (std::set<unsigned>{3, 5, 6}));
}

TEST(UgalRouter, CountsOneMoreHopToACableOfANeighbour) {
  UgalRouter by = router();

  // 5 * 3 = 3 * 5: a tie is minimal.
  EXPECT_EQ(choices(by, {{3, 5}, {4, 3}, {5, 99}, {6, 99}}), std::set<unsigned>{3});
  EXPECT_EQ(choices(by, {{3, 6}, {4, 3}, {5, 99}, {6, 99}}), (std::set<unsigned>{3, 4}));
}

TEST(UgalRouter, GivesTheMinimalWayItsBias) {
  UgalRouter by = router(Detour::kByLoad, 20);

  EXPECT_EQ(choices(by, {{3, 20}}), std::set<unsigned>{3});
  EXPECT_GT(choices(by, {{3, 21}}).size(), 1u);
}

TEST(UgalRouter, StaysMinimalInTheGroupBehindTheFirstSwitchAndWhenTold) {
  UgalRouter by = router();
  UgalRouter never = router(Detour::kOff);

  EXPECT_EQ(choices(by, {{3, 99}}, kGroup), std::set<unsigned>{3});
  EXPECT_EQ(choices(by, {{3, 99}}, kFar, 5, Vl{1}), std::set<unsigned>{3});
  EXPECT_EQ(choices(never, {{3, 99}}), std::set<unsigned>{3});
}

TEST(UgalRouter, TakesACableToAnotherGroupOnTheWayToADetour) {
  UgalRouter by = router();

  EXPECT_EQ(choices(by, {}, kFar, 4, Vl{0}), (std::set<unsigned>{5, 6}));
}

TEST(UgalRouter, SpreadsPacketsOverAllDetoursWhenTold) {
  UgalRouter by = router(Detour::kAlways);

  EXPECT_EQ(choices(by, {}, kNear), (std::set<unsigned>{3, 4, 5, 6}));
}

TEST(UgalRouter, CountsHopsByLanes) {
  const UgalRouter by = router();

  EXPECT_EQ(by.lane(Vl{0}, 1, 3, 3), Vl{2});  // minimal
  EXPECT_EQ(by.lane(Vl{0}, 1, 4, 3), Vl{0});  // to a neighbour's cable
  EXPECT_EQ(by.lane(Vl{0}, 1, 5, 3), Vl{1});  // by its own
  EXPECT_EQ(by.lane(Vl{0}, 4, 6, 3), Vl{1});
  EXPECT_EQ(by.lane(Vl{1}, 5, 3, 3), Vl{2});
  EXPECT_EQ(by.lane(Vl{3}, 5, 4, 4), Vl{4});
  EXPECT_EQ(by.lane(Vl{4}, 3, 2, 2), Vl{4});  // to a host
  EXPECT_EQ(by.lane(Vl{0}, 1, 2, 2), Vl{0});
}

}  // namespace
}  // namespace ib
