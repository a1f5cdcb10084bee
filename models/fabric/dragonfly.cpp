// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/dragonfly.h"

#include <functional>
#include <string>
#include <vector>

#include "models/fabric/plan_builder.h"

namespace ib::fabric {
namespace {

/// The global port of a slot of a group.
using GlobalPort = std::function<PortRef(std::uint32_t group, std::uint32_t slot)>;

std::uint32_t count_groups(std::uint32_t wanted, std::uint32_t slots) {
  const std::uint32_t groups = wanted == 0 ? slots + 1 : wanted;
  require_range("groups", groups, 2, slots + 1);
  return groups;
}

std::uint32_t check_and_count_groups(const DragonflyShape& shape) {
  require_range("hosts", shape.hosts, 1, kMaxPorts);
  require_range("switches", shape.switches, 1, kMaxPorts);
  require_range("globals", shape.globals, 1, kMaxPorts);
  const std::uint32_t groups = count_groups(shape.groups, shape.switches * shape.globals);
  const std::uint64_t nodes = std::uint64_t{groups} * shape.switches * (shape.hosts + 1);
  require_range("nodes", nodes, 1, kMaxPlanNodes);
  return groups;
}

std::uint32_t check_and_count_groups(const DragonflyPlusShape& shape) {
  require_range("hosts", shape.hosts, 1, kMaxPorts);
  require_range("leaves", shape.leaves, 1, kMaxPorts);
  require_range("spines", shape.spines, 1, kMaxPorts);
  require_range("globals", shape.globals, 1, kMaxPorts);
  const std::uint32_t groups = count_groups(shape.groups, shape.spines * shape.globals);
  const std::uint64_t of_a_group = std::uint64_t{shape.leaves} * (shape.hosts + 1) + shape.spines;
  require_range("nodes", groups * of_a_group, 1, kMaxPlanNodes);
  return groups;
}

void connect_group(PlanBuilder& builder, const NodeId* group, const DragonflyShape& shape) {
  for (std::uint32_t low = 0; low < shape.switches; ++low) {
    for (std::uint32_t high = low + 1; high < shape.switches; ++high) {
      builder.connect({group[low], shape.hosts + high}, {group[high], shape.hosts + low + 1});
    }
  }
}

/// Slot k of a group leads k + 1 groups on, and meets the slot there that leads as far back.
void connect_groups(PlanBuilder& builder, std::uint32_t groups, std::uint32_t slots,
                    const GlobalPort& port) {
  const std::uint32_t others = groups - 1;
  const std::uint32_t used = slots / others * others;
  for (std::uint32_t g = 0; g < groups; ++g) {
    for (std::uint32_t slot = 0; slot < used; ++slot) {
      const std::uint32_t distance = slot % others;
      const std::uint32_t peer = (g + distance + 1) % groups;
      const std::uint32_t peer_slot = slot - distance + others - 1 - distance;
      if (g < peer) builder.connect(port(g, slot), port(peer, peer_slot));
    }
  }
}

/// Switches of one group of a dragonfly+, leaves first.
std::vector<NodeId> add_plus_group(PlanBuilder& builder, std::uint32_t group,
                                   const DragonflyPlusShape& shape) {
  const std::string stem = "g" + std::to_string(group);
  std::vector<NodeId> ids;
  for (std::uint32_t leaf = 0; leaf < shape.leaves; ++leaf) {
    ids.push_back(
        builder.add_switch(stem + "_leaf" + std::to_string(leaf), shape.hosts + shape.spines));
    builder.add_hosts(ids.back(), shape.hosts);
  }
  for (std::uint32_t spine = 0; spine < shape.spines; ++spine) {
    ids.push_back(
        builder.add_switch(stem + "_spine" + std::to_string(spine), shape.leaves + shape.globals));
    for (std::uint32_t leaf = 0; leaf < shape.leaves; ++leaf) {
      builder.connect({ids[leaf], shape.hosts + spine + 1}, {ids.back(), leaf + 1});
    }
  }
  return ids;
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
  connect_groups(builder, groups, a * shape.globals, [&](std::uint32_t group, std::uint32_t slot) {
    return PortRef{ids[group * a + slot / shape.globals], first_global + slot % shape.globals};
  });
  return builder.finish();
}

Topology dragonfly_plus(const DragonflyPlusShape& shape, const CableInfo& cable) {
  const std::uint32_t groups = check_and_count_groups(shape);
  PlanBuilder builder(cable);
  std::vector<std::vector<NodeId>> ids;
  for (std::uint32_t g = 0; g < groups; ++g) ids.push_back(add_plus_group(builder, g, shape));
  connect_groups(builder, groups, shape.spines * shape.globals,
                 [&](std::uint32_t group, std::uint32_t slot) {
                   return PortRef{ids[group][shape.leaves + slot / shape.globals],
                                  shape.leaves + 1 + slot % shape.globals};
                 });
  return builder.finish();
}

Grid dragonfly_grid(const Topology& plan, std::uint32_t switches) {
  Grid grid;
  grid.kind = GridKind::kGroups;
  grid.at.resize(plan.nodes().size());
  std::uint32_t number = 0;
  for (NodeId id = 0; id < plan.nodes().size(); ++id) {
    if (plan.node(id).kind != NodeKind::kSwitch) continue;
    grid.at[id] = {number / switches, number % switches};
    ++number;
  }
  grid.extents = {number / switches, switches};
  return grid;
}

}  // namespace ib::fabric
