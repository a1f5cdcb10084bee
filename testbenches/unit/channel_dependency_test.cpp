// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/channel_dependency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "models/fabric/dimension_order.h"
#include "models/fabric/dragonfly.h"
#include "models/fabric/min_hop.h"
#include "models/fabric/multicast_tree.h"
#include "models/fabric/up_down.h"
#include "models/fabric/xgft.h"

namespace ib::fabric {
namespace {

/// Every host reaches every host's LID.
void expect_hosts_connected(const Topology& topology, const Routing& routing) {
  for (NodeId from = 0; from < topology.nodes().size(); ++from) {
    if (topology.node(from).kind != NodeKind::kCa) continue;
    for (const Node& to : topology.nodes()) {
      if (to.kind != NodeKind::kCa) continue;
      const Path path = trace(topology, routing, {from, 1}, to.ports[1].lid);
      ASSERT_EQ(path.end, Path::End::kDelivered) << topology.node(from).name << " to " << to.name;
    }
  }
}

void expect_up_down_is_safe(const Topology& topology) {
  const Routing routing = UpDown().route(topology);
  const ChannelDependencies graph(topology, routing);
  EXPECT_EQ(describe(topology, graph.find_cycle()), "no cycle");
  expect_hosts_connected(topology, routing);
}

std::vector<Channel> dor_cycle(const GridPlan& plan, const LanePolicy& lanes = {}) {
  const Routing routing = DimensionOrder(plan.grid).route(plan.topology);
  expect_hosts_connected(plan.topology, routing);
  return ChannelDependencies(plan.topology, routing, lanes).find_cycle();
}

TEST(ChannelDependencies, CountTheChannelsOfALine) {
  const Topology line = switch_line(3);

  const ChannelDependencies graph(line, MinHop().route(line));

  // Up and down 3 host cables and 2 trunks. Each way: host, trunk, trunk, host and what joins and
  // leaves between them; a host also reaches itself through its switch.
  EXPECT_EQ(graph.channels(), 10u);
  EXPECT_EQ(graph.dependencies(), 2u * (1 + 1 + 1 + 1 + 1) + 3u);
  EXPECT_TRUE(graph.find_cycle().empty());
}

TEST(ChannelDependencies, FindTheCycleOfMinHopOnARing) {
  const GridPlan ring = torus({5});

  const auto cycle = ChannelDependencies(ring.topology, MinHop().route(ring.topology)).find_cycle();

  ASSERT_EQ(cycle.size(), 5u);
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const auto next = ring.topology.peer(cycle[i].output);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->node, cycle[(i + 1) % cycle.size()].output.node);
    EXPECT_EQ(cycle[i].vl, Vl{0});
  }
}

TEST(ChannelDependencies, AreDescribedAsAClosedWay) {
  const GridPlan ring = torus({5});

  const std::string text = describe(ring.topology, dor_cycle(ring));

  EXPECT_THAT(text, testing::StartsWith("sw"));
  EXPECT_THAT(text, testing::HasSubstr(" VL0 -> sw"));
}

TEST(ChannelDependencies, EndWhereTheLanesDropThePacket) {
  const GridPlan ring = torus({5});
  LanePolicy lanes;
  lanes.vl = [](PortRef input, std::uint32_t, Sl) { return input.port == 0 ? Vl{0} : kVl15; };

  const ChannelDependencies graph(ring.topology, MinHop().route(ring.topology), lanes);

  EXPECT_EQ(graph.channels(), 5u);
  EXPECT_EQ(graph.dependencies(), 0u);
}

TEST(ChannelDependencies, ShowTheCycleOfTablesThatLoop) {
  const Topology line = switch_line(2);
  Routing routing = MinHop().route(line);
  const Lid victim = line.node(1).ports[1].lid;
  routing.set(0, victim, 3);
  routing.set(2, victim, 2);

  EXPECT_EQ(ChannelDependencies(line, routing).find_cycle().size(), 2u);
}

TEST(UpDown, HasNoCycleOnARing) { expect_up_down_is_safe(torus({7}).topology); }
TEST(UpDown, HasNoCycleOnATorus) { expect_up_down_is_safe(torus({4, 3, 3}).topology); }
TEST(UpDown, HasNoCycleOnAHypercube) { expect_up_down_is_safe(hypercube(5).topology); }
TEST(UpDown, HasNoCycleOnADragonfly) { expect_up_down_is_safe(dragonfly({2, 4, 2, 0})); }
TEST(UpDown, HasNoCycleOnATree) { expect_up_down_is_safe(k_ary_n_tree(3, 3)); }

TEST(UpDown, TakesShortestPathsInATree) {
  const Topology tree = k_ary_n_tree(2, 3);
  const Routing up_down = UpDown().route(tree);
  const Routing min_hop = MinHop().route(tree);

  for (NodeId from = 0; from < tree.nodes().size(); ++from) {
    if (tree.node(from).kind != NodeKind::kCa) continue;
    for (const Node& to : tree.nodes()) {
      if (to.kind != NodeKind::kCa) continue;
      EXPECT_EQ(trace(tree, up_down, {from, 1}, to.ports[1].lid).switches(),
                trace(tree, min_hop, {from, 1}, to.ports[1].lid).switches());
    }
  }
}

TEST(UpDown, ReportsWhatOnlyGoesDownAndUpAgain) {
  const Topology tree = fat_tree_2(4);

  const Routing routing = UpDown().route(tree);

  // Two spines, each without a way to the other's own LID.
  EXPECT_EQ(routing.unreachable_count(), 2u);
}

TEST(UpDown, IsMadeByItsName) { EXPECT_EQ(make_routing_engine("updown")->name(), "updown"); }

TEST(DimensionOrder, HasNoCycleOnAMesh) { EXPECT_TRUE(dor_cycle(mesh({4, 3, 3})).empty()); }
TEST(DimensionOrder, HasNoCycleOnAHypercube) { EXPECT_TRUE(dor_cycle(hypercube(5)).empty()); }
TEST(DimensionOrder, HasNoCycleOnAHyperX) { EXPECT_TRUE(dor_cycle(hyperx({4, 5})).empty()); }
TEST(DimensionOrder, HasACycleOnATorusWithOneLane) {
  EXPECT_EQ(dor_cycle(torus({5, 5})).size(), 5u);
}

TEST(DimensionOrder, HasNoCycleOnATorusWithDatelines) {
  for (const std::vector<std::uint32_t>& extents :
       {std::vector<std::uint32_t>{8}, {5, 4}, {4, 3, 5}}) {
    const GridPlan plan = torus(extents);
    EXPECT_TRUE(dor_cycle(plan, dateline_lanes(plan.topology, plan.grid)).empty());
  }
}

TEST(DimensionOrder, SettlesTheFirstDimensionFirst) {
  const GridPlan plan = mesh({3, 3});
  const Topology& topology = plan.topology;
  const Routing routing = DimensionOrder(plan.grid).route(topology);

  // Every switch is followed by its host: sw0 is node 0, the host of sw8 node 17.
  const Path path = trace(topology, routing, {1, 1}, topology.node(17).ports[1].lid);

  std::vector<std::string> names;
  for (const PortRef output : path.outputs) names.push_back(topology.node(output.node).name);
  EXPECT_THAT(names, testing::ElementsAre("host0", "sw0", "sw1", "sw2", "sw5", "sw8"));
}

// Dimension order turns from x to y alone. Two groups on three corners of a square turn from y to x
// in opposite corners, which closes the circle.
TEST(Multicast, ClosesACircleThatPathsLeaveOpen) {
  const GridPlan plan = mesh({2, 2});
  const Topology& topology = plan.topology;
  const Routing routing = DimensionOrder(plan.grid).route(topology);
  ChannelDependencies graph(topology, routing);
  const auto host = [](NodeId sw) { return PortRef{2 * sw + 1, 1}; };

  graph.add_multicast(multicast_tree(topology, {host(2), host(0), host(1)}));
  EXPECT_TRUE(graph.find_cycle().empty());
  graph.add_multicast(multicast_tree(topology, {host(1), host(3), host(2)}));
  EXPECT_EQ(graph.find_cycle().size(), 4u) << describe(topology, graph.find_cycle());
}

TEST(Multicast, AddsNoCircleInATree) {
  const Topology tree = fat_tree_2(4);
  ChannelDependencies graph(tree, MinHop().route(tree));
  std::vector<PortRef> all;
  for (NodeId id = 0; id < tree.nodes().size(); ++id) {
    if (tree.node(id).kind == NodeKind::kCa) all.push_back({id, 1});
  }

  const std::size_t before = graph.dependencies();
  graph.add_multicast(multicast_tree(tree, all));
  EXPECT_GE(graph.dependencies(), before);
  EXPECT_TRUE(graph.find_cycle().empty());
}

TEST(DimensionOrder, RefusesTheGridOfAnotherPlan) {
  const Topology small = mesh({2, 2}).topology;
  const Grid large = mesh({3, 3}).grid;

  EXPECT_THROW((void)DimensionOrder(large).route(small), ConfigError);
}

}  // namespace
}  // namespace ib::fabric
