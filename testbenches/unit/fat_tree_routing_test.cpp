// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fat_tree_routing.h"

#include <gtest/gtest.h>

#include "models/fabric/builders.h"
#include "models/fabric/channel_dependency.h"
#include "models/fabric/config_error.h"
#include "models/fabric/min_hop.h"
#include "models/fabric/named_plan.h"
#include "models/fabric/path_report.h"

namespace ib::fabric {
namespace {

class FatTreeRoutingPlan : public testing::TestWithParam<const char*> {};

// Zahavi, HiPC 2010: on a full tree no shift loads a cable with more than one flow.
TEST_P(FatTreeRoutingPlan, CarriesEveryShiftWithoutContention) {
  const Topology topology = named_plan(GetParam()).topology;
  const Routing routing = FatTreeRouting().route(topology);
  for (std::size_t distance = 1; distance < topology.count(NodeKind::kCa); ++distance) {
    const PathReport report = report_paths(topology, routing, shift_pattern(topology, distance));
    ASSERT_EQ(report.unreachable, 0u);
    ASSERT_DOUBLE_EQ(report.max_load, 1) << "shift by " << distance;
  }
}

TEST_P(FatTreeRoutingPlan, TakesShortestPathsAndCannotDeadlock) {
  const Topology topology = named_plan(GetParam()).topology;
  const Routing routing = FatTreeRouting().route(topology);
  const Pattern uniform = uniform_pattern(topology);

  EXPECT_EQ(report_paths(topology, routing, uniform).paths,
            report_paths(topology, MinHop().route(topology), uniform).paths);
  EXPECT_TRUE(ChannelDependencies(topology, routing).find_cycle().empty());
}

INSTANTIATE_TEST_SUITE_P(, FatTreeRoutingPlan,
                         testing::Values("fattree2:8", "fattree2:8,leaves=4", "fattree3:4",
                                         "xgft:4x4,parents=1x4", "xgft:3x3x3,parents=1x3x3"),
                         [](const auto& plan) { return "Plan" + std::to_string(plan.index); });

// Two to one: 8 hosts and 4 cables up a leaf; any shift by a leaf loads each of them with 2.
TEST(FatTreeRouting, SharesAnOversubscribedLevelEvenly) {
  const Topology topology = named_plan("xgft:8x4,parents=1x4").topology;
  const Routing routing = FatTreeRouting().route(topology);

  EXPECT_DOUBLE_EQ(report_paths(topology, routing, shift_pattern(topology, 8)).max_trunk_load, 2);
}

TEST(FatTreeRouting, RefusesATopologyWithCablesOnOneLevel) {
  EXPECT_THROW((void)FatTreeRouting().route(named_plan("torus:4x4").topology), ConfigError);
}

TEST(FatTreeRouting, RoutesAnEmptyPlanAndTwoHostsAlone) {
  EXPECT_EQ(FatTreeRouting().route(Topology{}).top(), Lid{});
  EXPECT_EQ(FatTreeRouting().route(back_to_back()).unreachable_count(), 0u);
}

}  // namespace
}  // namespace ib::fabric
