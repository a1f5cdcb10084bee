// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/dragonfly.h"

#include <string>
#include <vector>

#include "models/fabric/plan_builder.h"

namespace ib::fabric {
namespace {

std::uint32_t check_and_count_groups(const DragonflyShape& shape) {
  require_range("hosts", shape.hosts, 1, kMaxPorts);
  require_range("switches", shape.switches, 1, kMaxPorts);
  require_range("globals", shape.globals, 1, kMaxPorts);
  const std::uint32_t most = shape.switches * shape.globals + 1;
  const std::uint32_t groups = shape.groups == 0 ? most : shape.groups;
  require_range("groups", groups, 2, most);
  const std::uint64_t nodes = std::uint64_t{groups} * shape.switches * (shape.hosts + 1);
  require_range("nodes", nodes, 1, kMaxPlanNodes);
  return groups;
}

void connect_group(PlanBuilder& builder, const NodeId* group, const DragonflyShape& shape) {
  for (std::uint32_t low = 0; low < shape.switches; ++low) {
    for (std::uint32_t high = low + 1; high < shape.switches; ++high) {
      builder.connect({group[low], shape.hosts + high}, {group[high], shape.hosts + low + 1});
    }
  }
}

}  // namespace

Topology dragonfly(const DragonflyShape& shape, const CableInfo& cable) {
  const std::uint32_t groups = check_and_count_groups(shape);
  const std::uint32_t a = shape.switches;
  const std::uint32_t first_global = shape.hosts + a;
  PlanBuilder builder(cable);
  std::vector<NodeId> ids;
  for (std::uint32_t s = 0; s < groups * a; ++s) {
    const std::string name = "g" + std::to_string(s / a) + "_" + std::to_string(s % a);
    ids.push_back(builder.add_switch(name, first_global + shape.globals - 1));
    builder.add_hosts(ids.back(), shape.hosts);
  }
  for (std::uint32_t g = 0; g < groups; ++g) connect_group(builder, &ids[g * a], shape);

  // Slot k of a group leads k + 1 groups on, and meets the slot there that leads as far back.
  const auto port = [&](std::uint32_t group, std::uint32_t slot) {
    return PortRef{ids[group * a + slot / shape.globals], first_global + slot % shape.globals};
  };
  const std::uint32_t others = groups - 1;
  const std::uint32_t parallel = a * shape.globals / others;
  for (std::uint32_t g = 0; g < groups; ++g) {
    for (std::uint32_t slot = 0; slot < parallel * others; ++slot) {
      const std::uint32_t distance = slot % others;
      const std::uint32_t peer = (g + distance + 1) % groups;
      const std::uint32_t peer_slot = slot - distance + others - 1 - distance;
      if (g < peer) builder.connect(port(g, slot), port(peer, peer_slot));
    }
  }
  return builder.finish();
}

}  // namespace ib::fabric
