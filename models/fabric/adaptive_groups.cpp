// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/adaptive_groups.h"

#include "models/fabric/switch_graph.h"

namespace ib::fabric {
namespace {

/// Ports of `sw` that lead one hop nearer to the switch that `hops` were counted from.
PortMask nearer_ports(const SwitchGraph& graph, std::uint32_t sw,
                      const std::vector<std::uint32_t>& hops) {
  PortMask ports;
  if (hops[sw] == SwitchGraph::kNone) return ports;
  for (const SwitchGraph::Edge& edge : graph.edges(sw)) {
    if (hops[edge.to] + 1 == hops[sw]) ports.set(edge.port);
  }
  return ports;
}

}  // namespace

std::vector<std::vector<PortMask>> adaptive_groups(const Topology& topology, Lid top) {
  const SwitchGraph graph{topology};
  std::vector<std::vector<PortMask>> groups(topology.nodes().size());
  for (std::uint32_t sw = 0; sw < graph.size(); ++sw) {
    groups[graph.id(sw)].resize(top.value() + std::size_t{1});
  }
  for (std::uint32_t home = 0; home < graph.size(); ++home) {
    const std::vector<std::uint32_t> hops = graph.hops({home});
    for (std::uint32_t sw = 0; sw < graph.size(); ++sw) {
      const PortMask ports = nearer_ports(graph, sw, hops);
      for (const SwitchGraph::Endpoint& end : graph.endpoints(home)) {
        if (end.lid.value() <= top.value()) groups[graph.id(sw)][end.lid.value()] = ports;
      }
    }
  }
  return groups;
}

}  // namespace ib::fabric
