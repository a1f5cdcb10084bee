// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/multicast_tree.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include "models/fabric/config_error.h"
#include "models/fabric/switch_graph.h"

namespace ib::fabric {
namespace {

[[noreturn]] void refuse(const Topology& topology, PortRef port, const std::string& problem) {
  throw ConfigError("multicast: " + printable(topology.label(port)) + " " + problem);
}

/// The switch port that a member hangs on.
PortRef switch_port(const Topology& topology, PortRef member) {
  const auto peer = topology.peer(member);
  const bool behind_switch = topology.node(member.node).kind == NodeKind::kCa && peer &&
                             topology.node(peer->node).kind == NodeKind::kSwitch;
  if (!behind_switch) refuse(topology, member, "is no host port on a switch");
  return *peer;
}

std::uint32_t root_of(const SwitchGraph& graph, const std::set<std::uint32_t>& leaves) {
  std::vector<std::uint64_t> farthest(graph.size(), 0);
  std::vector<std::uint64_t> sum(graph.size(), 0);
  for (const std::uint32_t leaf : leaves) {
    const auto hops = graph.hops({leaf});
    for (std::uint32_t sw = 0; sw < graph.size(); ++sw) {
      farthest[sw] = std::max<std::uint64_t>(farthest[sw], hops[sw]);
      sum[sw] += hops[sw];
    }
  }
  std::uint32_t best = 0;
  for (std::uint32_t sw = 1; sw < graph.size(); ++sw) {
    if (std::tie(farthest[sw], sum[sw]) < std::tie(farthest[best], sum[best])) best = sw;
  }
  return best;
}

/// The lowest port of a switch that leads one hop nearer to the root.
const SwitchGraph::Edge* upwards(const SwitchGraph& graph, const std::vector<std::uint32_t>& hops,
                                 std::uint32_t sw) {
  const SwitchGraph::Edge* best = nullptr;
  for (const auto& edge : graph.edges(sw)) {
    if (hops[edge.to] + 1 == hops[sw] && (best == nullptr || edge.port < best->port)) best = &edge;
  }
  return best;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> multicast_tree(const Topology& topology,
                                                       const std::vector<PortRef>& members) {
  const SwitchGraph graph(topology);
  std::vector<std::set<std::uint32_t>> ports(topology.nodes().size());
  std::set<std::uint32_t> leaves;
  for (const PortRef member : members) {
    const PortRef at = switch_port(topology, member);
    ports[at.node].insert(at.port);
    leaves.insert(graph.number(at.node));
  }
  std::vector<std::vector<std::uint32_t>> tree(topology.nodes().size());
  if (leaves.empty()) return tree;
  const auto hops = graph.hops({root_of(graph, leaves)});
  for (std::uint32_t sw : leaves) {
    if (hops[sw] == SwitchGraph::kNone) refuse(topology, {graph.id(sw), 0}, "is on an island");
    while (hops[sw] != 0) {
      const SwitchGraph::Edge& edge = *upwards(graph, hops, sw);
      const PortRef peer = *topology.peer({graph.id(sw), edge.port});
      ports[graph.id(sw)].insert(edge.port);
      // Another branch has come this way: the rest of it is there.
      if (!ports[peer.node].insert(peer.port).second) break;
      sw = edge.to;
    }
  }
  for (NodeId id = 0; id < tree.size(); ++id) tree[id].assign(ports[id].begin(), ports[id].end());
  return tree;
}

}  // namespace ib::fabric
