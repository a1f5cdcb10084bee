// SPDX-License-Identifier: Apache-2.0
#include "testbenches/traffic/adaptive_permutation.h"

#include <gtest/gtest.h>

#include "testbenches/traffic/child_measurement.h"

namespace ib::tb {
namespace {

AdaptivePermutationResult measure(bool adaptive, double bind_time_us, PortChoice choice) {
  AdaptivePermutationPlan plan;
  plan.traffic.load = 1;
  plan.fabric.sw.adaptive.enabled = adaptive;
  plan.fabric.sw.adaptive.bind_time_us = bind_time_us;
  plan.fabric.sw.adaptive.choice = choice;
  plan.warmup = ticks_from_ns(10'000);
  plan.duration = ticks_from_ns(30'000);
  AdaptivePermutation permutation{plan, {}};
  permutation.run();
  EXPECT_TRUE(permutation.traffic().conductor().deadlock().empty());
  return permutation.result();
}

AdaptivePermutationResult measure_static() {
  return measure(/*adaptive=*/false, 0, PortChoice::kGreedyRandom);
}

// All four flows of a leaf share one of its four uplinks: a quarter of the link, and flow control.
TEST(AdaptivePermutation, IsBadForStaticTables) {
  const AdaptivePermutationResult result = measure_static();
  EXPECT_NEAR(result.throughput, 0.25, 0.005);
  EXPECT_EQ(result.out_of_order, 0u);
}

TEST(AdaptivePermutation, KeepsTheOrderOfBoundFlows) {
  const auto base = measured_in_child(measure_static);
  ASSERT_TRUE(base.has_value());
  const AdaptivePermutationResult bound = measure(true, 2, PortChoice::kGreedyRandom);
  EXPECT_GE(bound.throughput, 1.8 * base->throughput);
  EXPECT_EQ(bound.out_of_order, 0u);
}

class FreeChoice : public testing::TestWithParam<PortChoice> {};

TEST_P(FreeChoice, PassesAlmostEverythingOutOfOrder) {
  const auto base = measured_in_child(measure_static);
  ASSERT_TRUE(base.has_value());
  const AdaptivePermutationResult free = measure(true, 0, GetParam());
  RecordProperty("throughput", std::to_string(free.throughput));
  EXPECT_GE(free.throughput, 1.8 * base->throughput);
  EXPECT_GT(free.out_of_order, 0u);
}

std::string name_of(const testing::TestParamInfo<PortChoice>& info) {
  constexpr const char* kNames[] = {"Random", "Greedy", "GreedyRandom"};
  return kNames[static_cast<unsigned>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(, FreeChoice,
                         testing::Values(PortChoice::kRandom, PortChoice::kGreedy,
                                         PortChoice::kGreedyRandom),
                         name_of);

}  // namespace
}  // namespace ib::tb
