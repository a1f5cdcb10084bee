// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/adaptive_router.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

namespace ib {
namespace {

constexpr Lid kFrom{1};
constexpr Lid kTo{9};

AdaptiveRule rule(PortChoice choice, std::int64_t bind_time = 0) {
  AdaptiveRule rule;
  rule.choice = choice;
  rule.bind_time = bind_time;
  return rule;
}

/// Blocks queued by port; how often each port of 0 .. 5 was chosen in `times`.
using Queues = std::array<std::uint32_t, 6>;
std::array<unsigned, 6> choices(PortChoice choice, const Queues& queues, unsigned times) {
  AdaptiveRouter router{rule(choice), RandomStream{1, "ar"}};
  std::array<unsigned, 6> chosen{};
  for (unsigned i = 0; i < times; ++i) {
    ++chosen[router.choose(PortMask::first_n(6), [&](unsigned port) { return queues[port]; })];
  }
  return chosen;
}

TEST(AdaptiveRouter, LeavesWhatHasNoGroupToTheLft) {
  AdaptiveRouter router{rule(PortChoice::kGreedy), {}};
  router.set_group(kTo, PortMask::from_word(0b1100));
  router.set_group(Lid{10}, PortMask::from_word(0b0100));
  EXPECT_EQ(*router.group(kTo, Sl{0}), PortMask::from_word(0b1100));
  EXPECT_EQ(router.group(Lid{10}, Sl{0}), nullptr);
  EXPECT_EQ(router.group(Lid{11}, Sl{0}), nullptr);
  router.set_group(kTo, {});
  EXPECT_EQ(router.group(kTo, Sl{0}), nullptr);
}

TEST(AdaptiveRouter, KeepsToItsServiceLevels) {
  AdaptiveRule some = rule(PortChoice::kGreedy);
  some.sl_mask = 0b0100;
  AdaptiveRouter router{some, {}};
  router.set_group(kTo, PortMask::from_word(0b11));
  EXPECT_NE(router.group(kTo, Sl{2}), nullptr);
  EXPECT_EQ(router.group(kTo, Sl{0}), nullptr);
}

TEST(AdaptiveRouter, ChoosesAtRandomWhateverTheLoad) {
  const auto chosen = choices(PortChoice::kRandom, {0, 100, 5, 7, 9, 500}, 6000);
  for (const unsigned count : chosen) EXPECT_NEAR(count, 1000, 120);
}

// Busy levels 20, 40, 80 (ib-facts 9.4): 0 and 19 blocks are alike, 20 is busier.
TEST(AdaptiveRouter, GreedyTakesTheLeastBusyLevel) {
  const auto chosen = choices(PortChoice::kGreedy, {20, 0, 39, 19, 80, 40}, 2000);
  EXPECT_NEAR(chosen[1], 1000, 120);
  EXPECT_NEAR(chosen[3], 1000, 120);
  EXPECT_EQ(chosen[0] + chosen[2] + chosen[4] + chosen[5], 0u);
}

TEST(AdaptiveRouter, GreedyRandomTakesAnyOfTheBestThree) {
  const auto chosen = choices(PortChoice::kGreedyRandom, {9, 3, 50, 4, 5, 6}, 3000);
  for (const unsigned port : {1u, 3u, 4u}) EXPECT_NEAR(chosen[port], 1000, 120);
  EXPECT_EQ(chosen[0] + chosen[2] + chosen[5], 0u);
}

// By symmetry each of six equal ports comes out one time in six.
TEST(AdaptiveRouter, GreedyRandomTreatsEqualPortsAlike) {
  const auto chosen = choices(PortChoice::kGreedyRandom, {}, 6000);
  for (const unsigned count : chosen) EXPECT_NEAR(count, 1000, 150);
}

TEST(AdaptiveRouter, KeepsAFlowBoundUntilItPauses) {
  AdaptiveRouter router{rule(PortChoice::kGreedy, 100), {}};
  const PortMask ports = PortMask::from_word(0b1110);
  EXPECT_FALSE(router.bound(kFrom, kTo, ports, 0));
  router.bind(kFrom, kTo, 2, 0);
  EXPECT_EQ(router.bound(kFrom, kTo, ports, 100), 2u);
  EXPECT_FALSE(router.bound(kFrom, kTo, ports, 101));
  EXPECT_FALSE(router.bound(Lid{2}, kTo, ports, 50));
  EXPECT_FALSE(router.bound(kFrom, kTo, PortMask::from_word(0b1010), 50));
  router.bind(kFrom, kTo, 2, 90);
  EXPECT_EQ(router.bound(kFrom, kTo, ports, 190), 2u);
}

TEST(FlowBindings, HoldsManyFlows) {
  FlowBindings bindings;
  for (std::uint32_t flow = 0; flow < 5000; ++flow) bindings.bind(flow << 16, flow % 7, flow);
  EXPECT_EQ(bindings.size(), 5000u);
  for (std::uint32_t flow = 0; flow < 5000; ++flow) {
    EXPECT_EQ(bindings.port(flow << 16, flow), flow % 7);
    EXPECT_FALSE(bindings.port(flow << 16, flow + std::int64_t{1}));
  }
  EXPECT_FALSE(bindings.port(1, 0));
}

}  // namespace
}  // namespace ib
