// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/fabric/config_error.h"
#include "models/fabric/dragonfly.h"
#include "models/fabric/grid.h"
#include "models/fabric/xgft.h"

namespace ib::fabric {
namespace {

std::size_t hosts(const Topology& topology) { return topology.count(NodeKind::kCa); }
std::size_t switches(const Topology& topology) { return topology.count(NodeKind::kSwitch); }
std::size_t trunks(const Topology& topology) { return topology.cables().size() - hosts(topology); }

/// Hops from one node to the farthest; nodes().size() when some node cannot be reached.
std::size_t eccentricity(const Topology& topology, NodeId from) {
  std::vector<std::size_t> hops(topology.nodes().size(), topology.nodes().size());
  std::vector<NodeId> queue{from};
  hops[from] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const NodeId id = queue[head];
    for (std::uint32_t p = 1; p <= topology.node(id).port_count(); ++p) {
      const auto peer = topology.peer({id, p});
      if (!peer || hops[peer->node] <= hops[id] + 1) continue;
      hops[peer->node] = hops[id] + 1;
      queue.push_back(peer->node);
    }
  }
  return *std::max_element(hops.begin(), hops.end());
}

/// Most cables between two hosts.
std::size_t diameter(const Topology& topology) {
  std::size_t most = 0;
  for (NodeId id = 0; id < topology.nodes().size(); ++id) {
    if (topology.node(id).kind == NodeKind::kCa) most = std::max(most, eccentricity(topology, id));
  }
  return most;
}

/// Cables between the switches of the two halves of the last dimension.
std::size_t bisection(const GridPlan& plan) {
  const std::uint32_t last = plan.grid.dimensions() - 1;
  const auto upper = [&](NodeId id) {
    return plan.grid.at[id][last] >= plan.grid.extents[last] / 2;
  };
  const auto& cables = plan.topology.cables();
  return static_cast<std::size_t>(std::count_if(cables.begin(), cables.end(), [&](const Cable& c) {
    if (plan.grid.at[c.a.node].empty() || plan.grid.at[c.b.node].empty()) return false;
    return upper(c.a.node) != upper(c.b.node);
  }));
}

TEST(Mesh, HasTheCablesDiameterAndBisectionOfItsClosedForm) {
  const GridPlan plan = mesh({4, 6}, 2);

  EXPECT_EQ(hosts(plan.topology), 48u);
  EXPECT_EQ(switches(plan.topology), 24u);
  EXPECT_EQ(trunks(plan.topology), 3u * 6 + 4u * 5);
  EXPECT_EQ(diameter(plan.topology), 3u + 5 + 2);
  EXPECT_EQ(bisection(plan), 4u);
}

TEST(Torus, HasTheCablesDiameterAndBisectionOfItsClosedForm) {
  const GridPlan plan = torus({4, 3, 6});

  EXPECT_EQ(switches(plan.topology), 72u);
  EXPECT_EQ(trunks(plan.topology), 72u * 3);
  EXPECT_EQ(diameter(plan.topology), 2u + 1 + 3 + 2);
  EXPECT_EQ(bisection(plan), 2u * 12);
}

TEST(Torus, OfExtentTwoHasOneCableAPair) { EXPECT_EQ(trunks(torus({2, 2}).topology), 4u); }

TEST(Hypercube, HasTheCablesDiameterAndBisectionOfItsClosedForm) {
  const GridPlan plan = hypercube(5);

  EXPECT_EQ(switches(plan.topology), 32u);
  EXPECT_EQ(trunks(plan.topology), 5u * 32 / 2);
  EXPECT_EQ(diameter(plan.topology), 5u + 2);
  EXPECT_EQ(bisection(plan), 16u);
}

TEST(HyperX, HasTheCablesDiameterAndBisectionOfItsClosedForm) {
  const GridPlan plan = hyperx({3, 4}, 2);

  EXPECT_EQ(switches(plan.topology), 12u);
  EXPECT_EQ(trunks(plan.topology), 12u * (2 + 3) / 2);
  EXPECT_EQ(diameter(plan.topology), 2u + 2);
  EXPECT_EQ(bisection(plan), 3u * 4);
}

TEST(Grid, NumbersTheFirstDimensionFastest) {
  const GridPlan plan = mesh({3, 2});

  const auto sw4 = std::find_if(plan.topology.nodes().begin(), plan.topology.nodes().end(),
                                [](const Node& node) { return node.name == "sw4"; });

  const auto id = static_cast<std::size_t>(sw4 - plan.topology.nodes().begin());
  EXPECT_EQ(plan.grid.at[id], (std::vector<std::uint32_t>{1, 1}));
}

TEST(Grid, RefusesWhatHasNoLidsOrPorts) {
  EXPECT_THROW((void)mesh({}), ConfigError);
  EXPECT_THROW((void)mesh({1, 4}), ConfigError);
  EXPECT_THROW((void)torus({60'000}), ConfigError);
  EXPECT_THROW((void)torus({4'000'000'000, 4'000'000'000}), ConfigError);
  EXPECT_THROW((void)hyperx({256}), ConfigError);
}

TEST(KAryNTree, HasTheNodesAndDiameterOfItsClosedForm) {
  const Topology topology = k_ary_n_tree(3, 3);

  EXPECT_EQ(hosts(topology), 27u);
  EXPECT_EQ(switches(topology), 3u * 9);
  EXPECT_EQ(trunks(topology), 2u * 27);
  EXPECT_EQ(diameter(topology), 6u);
}

TEST(KAryNTree, CablesEveryPortOfTheTree) {
  const Topology topology = k_ary_n_tree(4, 3);

  for (NodeId id = 0; id < topology.nodes().size(); ++id) {
    for (std::uint32_t p = 1; p <= topology.node(id).port_count(); ++p)
      EXPECT_TRUE(topology.peer({id, p})) << topology.label({id, p});
  }
}

TEST(Xgft, TakesItsOversubscriptionFromTheParents) {
  // XGFT(2; 6, 4; 1, 2): 4 leaves with 6 hosts and 2 uplinks, 2 spines.
  const Topology topology = xgft({6, 4}, {1, 2});

  EXPECT_EQ(hosts(topology), 24u);
  EXPECT_EQ(switches(topology), 4u + 2);
  EXPECT_EQ(trunks(topology), 8u);
  EXPECT_EQ(diameter(topology), 4u);
}

TEST(Xgft, RefusesShapesThatCannotBe) {
  EXPECT_THROW((void)xgft({}, {}), ConfigError);
  EXPECT_THROW((void)xgft({4, 4}, {1}), ConfigError);
  EXPECT_THROW((void)xgft({4, 4}, {2, 4}), ConfigError);
  EXPECT_THROW((void)xgft({200, 100, 100}, {1, 1, 1}), ConfigError);
}

TEST(Dragonfly, HasTheNodesAndDiameterOfItsClosedForm) {
  const Topology topology = dragonfly({2, 4, 2, 0});

  EXPECT_EQ(hosts(topology), 72u);
  EXPECT_EQ(switches(topology), 36u);
  EXPECT_EQ(trunks(topology), 9u * (4 * 3 / 2) + 9u * 8 / 2);
  EXPECT_EQ(diameter(topology), 3u + 2);
}

TEST(Dragonfly, SpreadsItsGlobalCablesOverFewerGroups) {
  // 3 groups with 8 global ports: 4 cables between any two.
  const Topology topology = dragonfly({2, 4, 2, 3});

  EXPECT_EQ(trunks(topology), 3u * 6 + 3u * 4);
  EXPECT_LE(diameter(topology), 3u + 2);
}

TEST(Dragonfly, RefusesMoreGroupsThanItHasCablesFor) {
  EXPECT_THROW((void)dragonfly({2, 4, 2, 10}), ConfigError);
  EXPECT_THROW((void)dragonfly({2, 4, 2, 1}), ConfigError);
}

}  // namespace
}  // namespace ib::fabric
