// SPDX-License-Identifier: Apache-2.0
// Time limits on whole clusters: labelled soak, because a loaded machine may miss them.
#include <gtest/gtest.h>

#include <chrono>

#include "models/fabric/builders.h"
#include "models/fabric/named_plan.h"
#include "models/fabric/route_setup.h"
#include "models/fabric/routing.h"

namespace ib::fabric {
namespace {

double seconds_to_route(const Topology& topology) {
  const auto start = std::chrono::steady_clock::now();
  const Routing routing = make_routing_engine("minhop")->route(topology);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(routing.unreachable_count(), 0u);
  testing::Test::RecordProperty("milliseconds", static_cast<int>(taken.count() * 1e3));
  return taken.count();
}

TEST(MinHopSpeed, RoutesATwoLevelTreeOf1024Hosts) {
  EXPECT_LT(seconds_to_route(fat_tree_2(64, 32)), 2.0);
}

TEST(MinHopSpeed, RoutesAThreeLevelTreeOf11664Hosts) {
  const Topology topology = fat_tree_3(36);
  ASSERT_EQ(topology.count(NodeKind::kCa), 11664u);
  EXPECT_LT(seconds_to_route(topology), 20.0);
}

TEST(ChannelDependencySpeed, ChecksAThreeLevelTreeOf11664Hosts) {
  const Topology topology = fat_tree_3(36);
  const Routing routing = make_routing_engine("minhop")->route(topology);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(ChannelDependencies(topology, routing).find_cycle().empty());
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  RecordProperty("milliseconds", static_cast<int>(taken.count() * 1e3));
  EXPECT_LT(taken.count(), 5.0);
}

TEST(ChannelDependencySpeed, RoutesAndChecksATorusOf1000Switches) {
  const FabricPlan plan = named_plan("torus:10x10x10");
  RoutingConfig config;
  config.routing = RoutingName::kDimensionOrder;
  const auto start = std::chrono::steady_clock::now();
  const RouteSetup setup = set_up_routes(plan.topology, config, plan.grid, 2);
  EXPECT_NO_THROW(refuse_cycle(plan.topology, dependencies_of(plan.topology, setup), config));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  RecordProperty("milliseconds", static_cast<int>(taken.count() * 1e3));
  EXPECT_LT(taken.count(), 5.0);
}

}  // namespace
}  // namespace ib::fabric
