// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/ugal_setup.h"

#include <algorithm>

namespace ib::fabric {
namespace {

bool is_switch(const Topology& topology, NodeId id) {
  return topology.node(id).kind == NodeKind::kSwitch;
}

/// Cables between switches from a switch to a LID; 0 where there is no path.
std::uint8_t hops_of(const Topology& topology, const Routing& routing, NodeId sw, Lid to) {
  const Path path = trace(topology, routing, {sw, 0}, to);
  if (path.end != Path::End::kDelivered || path.outputs.empty()) return 0;
  const bool at_host = !is_switch(topology, path.last.node);
  return static_cast<std::uint8_t>(path.outputs.size() - (at_host ? 1 : 0));
}

/// Ports of a switch by what they lead to.
void sort_ports(const Topology& topology, const Grid& grid, NodeId sw, UgalTables& tables) {
  for (std::uint32_t port = 1; port <= topology.node(sw).port_count(); ++port) {
    const auto peer = topology.peer({sw, port});
    if (!peer) continue;
    if (!is_switch(topology, peer->node)) {
      tables.hosts.set(port);
    } else if (grid.at[peer->node][0] != grid.at[sw][0]) {
      tables.globals.set(port);
    }
  }
}

void list_detours(const Topology& topology, NodeId sw, std::vector<UgalTables>& all) {
  UgalTables& tables = all[sw];
  for (std::uint32_t port = 1; port <= topology.node(sw).port_count(); ++port) {
    const auto peer = topology.peer({sw, port});
    if (!peer || tables.hosts.test(port)) continue;
    const unsigned cables = tables.globals.test(port) ? 1 : all[peer->node].globals.count();
    tables.detours.insert(tables.detours.end(), cables, static_cast<std::uint8_t>(port));
  }
}

void count_hops(const Topology& topology, const Grid& grid, const Routing& minimal, NodeId sw,
                UgalTables& tables) {
  tables.hops.assign(minimal.top().value() + std::size_t{1}, 0);
  for (std::uint32_t i = 1; i < tables.hops.size(); ++i) {
    const Lid lid{static_cast<std::uint16_t>(i)};
    const auto owner = topology.port_by_lid(lid);
    if (!owner) continue;
    const auto peer = topology.peer(*owner);
    const NodeId home = is_switch(topology, owner->node) || !peer ? owner->node : peer->node;
    const bool near =
        home >= grid.at.size() || grid.at[home].empty() || grid.at[home][0] == grid.at[sw][0];
    if (!near) tables.hops[i] = hops_of(topology, minimal, sw, lid);
  }
}

}  // namespace

std::vector<UgalTables> ugal_tables(const Topology& topology, const Grid& grid,
                                    const Routing& minimal) {
  std::vector<UgalTables> all(topology.nodes().size());
  for (NodeId sw = 0; sw < all.size(); ++sw) {
    if (is_switch(topology, sw)) sort_ports(topology, grid, sw, all[sw]);
  }
  std::uint8_t most = 0;
  for (NodeId sw = 0; sw < all.size(); ++sw) {
    if (!is_switch(topology, sw)) continue;
    list_detours(topology, sw, all);
    if (all[sw].hosts.none()) continue;  // nothing is decided there
    count_hops(topology, grid, minimal, sw, all[sw]);
    most = std::max(most, *std::max_element(all[sw].hops.begin(), all[sw].hops.end()));
  }
  for (UgalTables& tables : all) tables.most_hops = most;
  return all;
}

unsigned ugal_lanes(const Topology& topology, const Routing& minimal) {
  unsigned most = 0;
  for (NodeId sw = 0; sw < topology.nodes().size(); ++sw) {
    if (!is_switch(topology, sw)) continue;
    for (std::uint32_t lid = 1; lid <= minimal.top().value(); ++lid) {
      const Lid to{static_cast<std::uint16_t>(lid)};
      if (minimal.output(sw, to) == kNoRoute) continue;
      most = std::max<unsigned>(most, hops_of(topology, minimal, sw, to));
    }
  }
  return most + 2;
}

Ways ugal_ways(const Routing& minimal, const std::vector<UgalTables>& tables) {
  return [&minimal, &tables](PortRef input, Vl came, Lid to, const auto& visit) {
    const UgalTables& here = tables[input.node];
    const unsigned straight = minimal.output(input.node, to);
    UgalRouter::ways(here, Detour::kByLoad, came, to, input.port, straight)
        .for_each([&](unsigned output) {
          visit(output, UgalRouter::lane(here, came, input.port, output, straight));
        });
  };
}

}  // namespace ib::fabric
