// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/group_routing.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/fabric/dragonfly.h"
#include "models/fabric/named_plan.h"
#include "models/fabric/path_report.h"
#include "models/fabric/route_setup.h"

namespace ib::fabric {
namespace {

struct Routed {
  FabricPlan plan;
  RouteSetup setup;
};

Routed route(const std::string& name, RoutingName routing, unsigned data_vls = 3) {
  FabricPlan plan = named_plan(name);
  const RoutingConfig config{routing, "", false};
  RouteSetup setup = set_up_routes(plan.topology, config, plan.grid, data_vls);
  return {std::move(plan), std::move(setup)};
}

bool can_deadlock(const Routed& routed) {
  const ChannelDependencies graph(routed.plan.topology, routed.setup.routing,
                                  lanes_of(routed.plan.topology, routed.setup));
  return !graph.find_cycle().empty();
}

/// The lanes from a host's first switch on, to a LID.
std::vector<unsigned> lanes_on_path(const Routed& routed, PortRef from, Lid to) {
  const LanePolicy lanes = lanes_of(routed.plan.topology, routed.setup);
  const Path path = trace(routed.plan.topology, routed.setup.routing, from, to);
  const Sl sl = lanes.sl(from, to);
  std::vector<unsigned> found;
  for (std::size_t i = 1; i + 1 < path.outputs.size(); ++i) {
    const PortRef input = *routed.plan.topology.peer(path.outputs[i - 1]);
    found.push_back(lanes.vl(input, path.outputs[i].port, sl).value());
  }
  return found;
}

class GroupRoutingPlan : public testing::TestWithParam<const char*> {};

// Dally and Seitz 1987: no cycle of channel dependencies, no deadlock.
TEST_P(GroupRoutingPlan, HasNoCycleAndMinimalPathsTakeTwoLanes) {
  const Routed routed = route(GetParam(), RoutingName::kDragonfly, 2);

  EXPECT_EQ(routed.setup.routing.unreachable_count(), 0u);
  EXPECT_FALSE(can_deadlock(routed));
}

TEST_P(GroupRoutingPlan, HasNoCycleWithThreeLanesOnValiantPaths) {
  EXPECT_FALSE(can_deadlock(route(GetParam(), RoutingName::kValiant)));
}

TEST_P(GroupRoutingPlan, CanDeadlockWhenAllPathsShareALane) {
  const Routed routed = route(GetParam(), RoutingName::kValiant);

  EXPECT_FALSE(
      ChannelDependencies(routed.plan.topology, routed.setup.routing).find_cycle().empty());
}

TEST_P(GroupRoutingPlan, LanesNeverFallAlongAPath) {
  const Routed routed = route(GetParam(), RoutingName::kValiant);
  const auto hosts = traffic_ports(routed.plan.topology);
  for (const PortRef from : hosts) {
    for (const PortRef to : hosts) {
      const auto lanes = lanes_on_path(routed, from, routed.plan.topology.port(to).lid);
      ASSERT_TRUE(std::is_sorted(lanes.begin(), lanes.end()))
          << routed.plan.topology.label(from) << " to " << routed.plan.topology.label(to);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, GroupRoutingPlan,
                         testing::Values("dragonfly:4x2,hosts=2", "dragonfly:3x1,hosts=1",
                                         "dragonfly:4x2,hosts=2,groups=5",
                                         "dragonflyplus:3x3x2,hosts=2",
                                         "dragonflyplus:4x2x2,hosts=2,groups=4"),
                         [](const auto& plan) { return "Plan" + std::to_string(plan.index); });

std::size_t most_switches(const Routed& routed) {
  const Topology& topology = routed.plan.topology;
  return report_paths(topology, routed.setup.routing, uniform_pattern(topology)).max_switches();
}

// Kim et al. 2008: a minimal path crosses at most local, global, local; Valiant's one global and
// one local more. With p = h host r and global cable r of a group share a switch, and Valiant's
// last local is not needed.
TEST(GroupRouting, CrossesFourSwitchesOfADragonflyAtMostAndSixByValiant) {
  EXPECT_EQ(most_switches(route("dragonfly:4x2,hosts=2", RoutingName::kDragonfly)), 4u);
  EXPECT_EQ(most_switches(route("dragonfly:4x2,hosts=1", RoutingName::kValiant)), 6u);
  EXPECT_EQ(most_switches(route("dragonfly:4x2,hosts=2", RoutingName::kValiant)), 5u);
}

/// The greatest load of a cable between groups.
double global_load(const Routed& routed, const Pattern& pattern) {
  const Grid& grid = *routed.plan.grid;
  std::vector<std::vector<double>> loads(routed.plan.topology.nodes().size());
  for (NodeId id = 0; id < loads.size(); ++id) {
    loads[id].resize(routed.plan.topology.node(id).ports.size());
  }
  double most = 0;
  pattern([&](const Flow& flow) {
    const Path path = trace(routed.plan.topology, routed.setup.routing, flow.from,
                            routed.plan.topology.port(flow.to).lid);
    for (const PortRef out : path.outputs) {
      const auto next = routed.plan.topology.peer(out);
      if (grid.at[out.node].empty() || grid.at[next->node].empty() ||
          grid.at[out.node][0] == grid.at[next->node][0]) {
        continue;
      }
      most = std::max(most, loads[out.node][out.port] += flow.load);
    }
  });
  return most;
}

// With a = 4, p = h = 2 every pair of groups has one cable. When a group's 8 hosts send to the next
// group, minimal paths put all on that cable; Valiant's put one flow into each cable on the way out
// and one on the way in (by hand: docs/blocks/group_routing.md).
TEST(GroupRouting, SpreadsWhatTwoGroupsSendEachOtherByValiant) {
  const Routed minimal = route("dragonfly:4x2,hosts=2", RoutingName::kDragonfly);
  const Routed valiant = route("dragonfly:4x2,hosts=2", RoutingName::kValiant);
  const std::size_t group = 8;

  EXPECT_DOUBLE_EQ(global_load(minimal, shift_pattern(minimal.plan.topology, group)), 8);
  EXPECT_DOUBLE_EQ(global_load(valiant, shift_pattern(valiant.plan.topology, group)), 2);
}

// Uniform: each of a p hosts sends a p of g a p - 1 flows to each other group: a p a p / (g a p -
// 1).
TEST(GroupRouting, LoadsGlobalCablesEvenlyByUniformTraffic) {
  const Routed routed = route("dragonfly:4x2,hosts=2", RoutingName::kDragonfly);

  EXPECT_NEAR(global_load(routed, uniform_pattern(routed.plan.topology)), 64.0 / 71, 1e-9);
}

// 4 groups of 16 hosts with two cables between any two: 16 flows to the group after next over 2.
TEST(GroupRouting, SharesParallelCablesBetweenTwoGroups) {
  const Routed routed = route("dragonflyplus:4x4x2,hosts=4,groups=4", RoutingName::kDragonfly);

  EXPECT_DOUBLE_EQ(global_load(routed, shift_pattern(routed.plan.topology, 32)), 8);
}

TEST(DragonflyPlus, HasTheCablesOfItsFormulas) {
  // 3 leaves, 3 spines, 2 globals: 7 groups of 9 + 6 hosts' cables; 21 cables between groups.
  const Topology topology = dragonfly_plus({2, 3, 3, 2, 0});

  EXPECT_EQ(topology.count(NodeKind::kCa), 7u * 6);
  EXPECT_EQ(topology.count(NodeKind::kSwitch), 7u * 6);
  EXPECT_EQ(topology.cables().size(), 7u * 6 + 7 * 9 + 21);
}

}  // namespace
}  // namespace ib::fabric
