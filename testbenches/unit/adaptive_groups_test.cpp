// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/adaptive_groups.h"

#include <gtest/gtest.h>

#include "models/fabric/builders.h"

namespace ib::fabric {
namespace {

PortMask ports(std::initializer_list<unsigned> members) {
  PortMask mask;
  for (const unsigned port : members) mask.set(port);
  return mask;
}

// Two levels of 4-port switches: a leaf has hosts on ports 1 and 2 and spines on 3 and 4.
TEST(AdaptiveGroups, OfALeafAreAllItsUplinks) {
  const Topology topology = fat_tree_2(4);
  const Lid top{static_cast<std::uint16_t>(200)};
  const auto groups = adaptive_groups(topology, top);
  NodeId leaf = 0;
  while (topology.node(leaf).name != "leaf0") ++leaf;
  std::size_t near = 0;
  std::size_t far = 0;
  for (std::size_t lid = 1; lid <= top.value(); ++lid) {
    const auto port = topology.port_by_lid(Lid{static_cast<std::uint16_t>(lid)});
    if (!port || topology.node(port->node).kind != NodeKind::kCa) continue;
    const bool own = topology.peer(*port)->node == leaf;
    EXPECT_EQ(groups[leaf][lid], own ? PortMask{} : ports({3, 4})) << lid;
    ++(own ? near : far);
  }
  EXPECT_EQ(near, 2u);
  EXPECT_EQ(far, 6u);
}

TEST(AdaptiveGroups, HaveOnePortInALine) {
  const Topology topology = switch_line(3, 1);
  const auto groups = adaptive_groups(topology, Lid{50});
  for (const auto& by_lid : groups) {
    for (const PortMask& group : by_lid) EXPECT_LE(group.count(), 1u);
  }
}

}  // namespace
}  // namespace ib::fabric
