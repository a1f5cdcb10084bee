// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/multicast_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "models/fabric/named_plan.h"
#include "models/fabric/path_report.h"

namespace ib::fabric {
namespace {

using Tree = std::vector<std::vector<std::uint32_t>>;

/// How often each node gets a packet that a member sends, walking the tree as switches copy.
std::map<NodeId, unsigned> copies(const Topology& topology, const Tree& tree, PortRef from) {
  std::map<NodeId, unsigned> arrived;
  std::vector<PortRef> inputs{*topology.peer(from)};
  while (!inputs.empty()) {
    const PortRef in = inputs.back();
    inputs.pop_back();
    if (++arrived[in.node] > 4 || topology.node(in.node).kind == NodeKind::kCa) continue;
    for (const std::uint32_t port : tree[in.node]) {
      if (port != in.port) inputs.push_back(*topology.peer({in.node, port}));
    }
  }
  return arrived;
}

class MulticastTreePlan : public testing::TestWithParam<const char*> {};

// IBTA Vol 1, multicast: every member but the sender gets one copy, and nobody else.
TEST_P(MulticastTreePlan, BringsOneCopyToEveryOtherMember) {
  const Topology topology = named_plan(GetParam()).topology;
  const auto hosts = traffic_ports(topology);
  std::vector<PortRef> members;
  for (std::size_t i = 0; i < hosts.size(); i += 3) members.push_back(hosts[i]);

  const Tree tree = multicast_tree(topology, members);

  for (const PortRef from : members) {
    const auto arrived = copies(topology, tree, from);
    for (const PortRef host : hosts) {
      const bool expected =
          host != from && std::find(members.begin(), members.end(), host) != members.end();
      const auto found = arrived.find(host.node);
      EXPECT_EQ(found == arrived.end() ? 0u : found->second, expected ? 1u : 0u)
          << topology.label(from) << " to " << topology.label(host);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, MulticastTreePlan,
                         testing::Values("fattree2:8", "fattree3:4", "torus:4x4,hosts=2",
                                         "dragonfly:4x2,hosts=2", "dragonflyplus:3x3x2,hosts=2"),
                         [](const auto& plan) { return "Plan" + std::to_string(plan.index); });

// Hosts of two leaves meet in one spine: two cables between switches, four ports of them.
TEST(MulticastTree, TakesOneSpineOfAFatTree) {
  const Topology topology = fat_tree_2(8);
  const auto hosts = traffic_ports(topology);
  const Tree tree = multicast_tree(topology, {hosts[0], hosts[1], hosts[31]});
  std::size_t ports = 0;
  for (const auto& each : tree) ports += each.size();

  EXPECT_EQ(ports, 3u + 4u);
}

TEST(MulticastTree, OfNobodyIsEmptyAndAMemberMustHangOnASwitch) {
  const Topology topology = fat_tree_2(4);
  for (const auto& ports : multicast_tree(topology, {})) EXPECT_TRUE(ports.empty());
  const Topology pair = back_to_back();

  EXPECT_THROW((void)multicast_tree(pair, {{0, 1}}), ConfigError);
}

}  // namespace
}  // namespace ib::fabric
