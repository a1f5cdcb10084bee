// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/ugal_setup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/fabric/config_error.h"
#include "models/fabric/named_plan.h"
#include "models/fabric/path_report.h"
#include "models/fabric/route_setup.h"

namespace ib::fabric {
namespace {

struct Routed {
  FabricPlan plan;
  RouteSetup setup;
};

Routed route(const std::string& name, unsigned data_vls = 8) {
  FabricPlan plan = named_plan(name);
  const RoutingConfig config{RoutingName::kUgal, "", false};
  RouteSetup setup = set_up_routes(plan.topology, config, plan.grid, data_vls);
  return {std::move(plan), std::move(setup)};
}

class UgalPlan : public testing::TestWithParam<const char*> {};

// Dally and Seitz 1987: no cycle of channel dependencies, no deadlock, whatever is chosen.
TEST_P(UgalPlan, HasNoCycleWhateverIsChosen) {
  const Routed routed = route(GetParam());

  const ChannelDependencies graph(routed.plan.topology, routed.setup.routing,
                                  ugal_ways(routed.setup.routing, routed.setup.ugal));
  EXPECT_GT(graph.dependencies(), 0u);
  EXPECT_TRUE(graph.find_cycle().empty()) << describe(routed.plan.topology, graph.find_cycle());
}

// The check sees what a packet may do: all on one lane, the same ways go in circles.
TEST_P(UgalPlan, HasACycleOnOneLane) {
  const Routed routed = route(GetParam());
  const Ways ways = ugal_ways(routed.setup.routing, routed.setup.ugal);
  const Ways flat = [&ways](PortRef input, Vl, Lid to, const auto& visit) {
    for (const unsigned came : {0u, 1u}) {
      ways(input, Vl{static_cast<std::uint8_t>(came)}, to,
           [&visit](std::uint32_t output, Vl) { visit(output, Vl{0}); });
    }
  };

  const ChannelDependencies graph(routed.plan.topology, routed.setup.routing, flat);
  EXPECT_FALSE(graph.find_cycle().empty());
}

INSTANTIATE_TEST_SUITE_P(, UgalPlan,
                         testing::Values("dragonfly:4x2,hosts=2", "dragonfly:2x1,hosts=1",
                                         "dragonflyplus:4x4x2,hosts=2"));

// A dragonfly's longest minimal way has 3 cables, a detour 2 before it. In a dragonfly+ a spine
// without a cable to the group goes by a leaf and another spine, and to the agent of a spine
// there: 5.
TEST(UgalSetup, AsksForALaneAHop) {
  EXPECT_NO_THROW((void)route("dragonfly:4x2,hosts=2", 5));
  EXPECT_THROW((void)route("dragonfly:4x2,hosts=2", 4), ConfigError);
  EXPECT_NO_THROW((void)route("dragonflyplus:4x4x2,hosts=2", 7));
  EXPECT_THROW((void)route("dragonflyplus:4x4x2,hosts=2", 6), ConfigError);
}

TEST(UgalSetup, RefusesWhatHasNoGroups) {
  try {
    (void)route("torus:4x4");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("ugal: needs a topology of groups"));
  }
}

// Kim et al., ISCA 2008: a group of a = 4 switches with h = 2 such cables each offers 8 of them.
TEST(UgalSetup, KnowsAllCablesOfTheGroup) {
  const Routed routed = route("dragonfly:4x2,hosts=2");
  const NodeId sw = routed.plan.topology.peer(traffic_ports(routed.plan.topology).front())->node;

  const UgalTables& tables = routed.setup.ugal[sw];
  EXPECT_EQ(tables.hosts.count(), 2u);
  EXPECT_EQ(tables.globals.count(), 2u);
  EXPECT_EQ(tables.detours.size(), 8u);
  EXPECT_EQ(tables.most_hops, 3u);
}

}  // namespace
}  // namespace ib::fabric
