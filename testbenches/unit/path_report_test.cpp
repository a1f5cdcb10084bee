// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/path_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "models/fabric/dimension_order.h"
#include "models/fabric/min_hop.h"
#include "models/fabric/xgft.h"

namespace ib::fabric {
namespace {

PathReport by_dimension(const GridPlan& plan, const Pattern& pattern) {
  return report_paths(plan.topology, DimensionOrder(plan.grid).route(plan.topology), pattern);
}

PathReport by_min_hop(const Topology& topology, const Pattern& pattern) {
  return report_paths(topology, MinHop().route(topology), pattern);
}

TEST(PathReport, LoadsATorusUniformlyByAnEighthOfItsExtent) {
  const GridPlan plan = torus({8});

  const PathReport report = by_dimension(plan, uniform_pattern(plan.topology));

  // k / 8 with traffic to oneself; without it N / (N - 1) times as much.
  EXPECT_DOUBLE_EQ(report.max_trunk_load, 8.0 / 8 * 8 / 7);
  EXPECT_DOUBLE_EQ(report.mean_trunk_load, report.max_trunk_load);
  EXPECT_DOUBLE_EQ(report.saturation(), 7.0 / 8);
}

TEST(PathReport, LoadsEveryDimensionOfATorusAlike) {
  const GridPlan plan = torus({4, 4});

  const PathReport report = by_dimension(plan, uniform_pattern(plan.topology));

  EXPECT_NEAR(report.max_trunk_load, 4.0 / 8 * 16 / 15, 1e-12);
  EXPECT_NEAR(report.mean_trunk_load, 4.0 / 8 * 16 / 15, 1e-12);
}

TEST(PathReport, LoadsTheMiddleOfAMeshMost) {
  const GridPlan plan = mesh({4});

  const PathReport report = by_dimension(plan, uniform_pattern(plan.topology));

  EXPECT_NEAR(report.max_trunk_load, 4.0 / 4 * 4 / 3, 1e-12);
  EXPECT_EQ(plan.grid.at[report.busiest.node][0], 1u);
}

TEST(PathReport, LoadsAHypercubeUniformlyByHalf) {
  const GridPlan plan = hypercube(5);

  const PathReport report = by_dimension(plan, uniform_pattern(plan.topology));

  EXPECT_NEAR(report.max_trunk_load, 0.5 * 32 / 31, 1e-12);
  EXPECT_NEAR(report.mean_switches(), 1 + 2.5 * 32 / 31, 1e-12);
}

TEST(PathReport, ShowsWhatATornadoDoesToARing) {
  const GridPlan plan = torus({8});

  const PathReport report = by_dimension(plan, shift_pattern(plan.topology, 3));

  EXPECT_DOUBLE_EQ(report.max_trunk_load, 3);
  EXPECT_DOUBLE_EQ(report.mean_trunk_load, 1.5);
  EXPECT_EQ(report.max_switches(), 4u);
}

TEST(PathReport, ShowsWhatBitReversalDoesToAHypercube) {
  const GridPlan plan = hypercube(6);

  const PathReport report = by_dimension(plan, bit_reversal_pattern(plan.topology));

  EXPECT_DOUBLE_EQ(report.max_trunk_load, 4);  // 2^(n/2 - 1)
}

TEST(PathReport, ShowsWhatTransposeDoesToAMesh) {
  const GridPlan plan = mesh({4, 4});

  const PathReport report = by_dimension(plan, transpose_pattern(plan.topology));

  EXPECT_DOUBLE_EQ(report.max_trunk_load, 3);  // k - 1
}

TEST(PathReport, LoadsAFatTreeUniformlyBelowItsHostCables) {
  const Topology tree = fat_tree_2(4);

  const PathReport report = by_min_hop(tree, uniform_pattern(tree));

  EXPECT_NEAR(report.max_trunk_load, 6.0 / 7, 1e-12);
  EXPECT_NEAR(report.max_load, 1, 1e-12);
  EXPECT_THAT(report.paths, testing::ElementsAre(0, 8, 0, 8 * 6));
}

TEST(PathReport, SaturatesAnOversubscribedTreeAtItsUplinks) {
  // 4 leaves with 6 hosts and 2 uplinks each.
  const Topology tree = xgft({6, 4}, {1, 2});

  const PathReport report = by_min_hop(tree, uniform_pattern(tree));

  EXPECT_NEAR(report.saturation(), 1 / (3.0 * 18 / 23), 1e-12);
}

TEST(PathReport, CountsFlowsWithoutAPath) {
  const Topology line = switch_line(2);
  Routing routing = MinHop().route(line);
  routing.set(0, line.node(3).ports[1].lid, kNoRoute);

  const PathReport report = report_paths(line, routing, uniform_pattern(line));

  EXPECT_EQ(report.flows, 2u);
  EXPECT_EQ(report.unreachable, 1u);
  EXPECT_DOUBLE_EQ(report.max_load, 1);
}

TEST(PathReport, OfNoHostsIsEmpty) {
  const Topology line = switch_line(2, 0);

  const PathReport report = by_min_hop(line, shift_pattern(line, 1));

  EXPECT_EQ(report.flows, 0u);
  EXPECT_DOUBLE_EQ(report.saturation(), 1);
}

TEST(RandomPattern, SendsToEveryHostAtMostOnceAndRepeats) {
  const Topology topology = hypercube(4).topology;
  std::vector<NodeId> first;
  std::vector<NodeId> second;

  random_pattern(topology, 7)([&](const Flow& flow) { first.push_back(flow.to.node); });
  random_pattern(topology, 7)([&](const Flow& flow) { second.push_back(flow.to.node); });

  EXPECT_EQ(first, second);
  EXPECT_GT(first.size(), 10u);
  EXPECT_EQ(std::set<NodeId>(first.begin(), first.end()).size(), first.size());
}

TEST(Patterns, RefuseNumbersOfHostsThatTheyAreNotMadeFor) {
  const Topology six = single_switch(6);

  EXPECT_THROW((void)bit_reversal_pattern(six), ConfigError);
  EXPECT_THROW((void)transpose_pattern(six), ConfigError);
}

}  // namespace
}  // namespace ib::fabric
