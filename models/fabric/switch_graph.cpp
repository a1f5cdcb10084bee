// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/switch_graph.h"

#include <algorithm>

namespace ib::fabric {

SwitchGraph::SwitchGraph(const Topology& topology) : number_(topology.nodes().size(), kNone) {
  for (NodeId id = 0; id < number_.size(); ++id) {
    if (topology.node(id).kind != NodeKind::kSwitch) continue;
    number_[id] = size();
    ids_.push_back(id);
  }
  edges_.resize(ids_.size());
  endpoints_.resize(ids_.size());
  for (std::uint32_t sw = 0; sw < size(); ++sw) add_ports(topology, sw);
}

void SwitchGraph::add_ports(const Topology& topology, std::uint32_t sw) {
  const auto add_lids = [&](const NodePort& port, std::uint32_t output) {
    if (port.lid == Lid{}) return;
    for (std::uint32_t i = 0; i < lid_count(port.lmc); ++i) {
      const Lid lid{static_cast<std::uint16_t>(port.lid.value() + i)};
      endpoints_[sw].push_back({lid, output});
    }
  };
  const Node& node = topology.node(ids_[sw]);
  add_lids(node.ports[0], 0);
  for (std::uint32_t p = 1; p <= node.port_count(); ++p) {
    const auto peer = topology.peer({ids_[sw], p});
    if (!peer || peer->node == ids_[sw]) continue;
    if (number_[peer->node] != kNone) {
      edges_[sw].push_back({p, number_[peer->node]});
    } else {
      add_lids(topology.port(*peer), p);
    }
  }
}

bool SwitchGraph::has_hosts(std::uint32_t sw) const {
  const auto& list = endpoints_[sw];
  return std::any_of(list.begin(), list.end(), [](const Endpoint& e) { return e.output != 0; });
}

std::vector<std::uint32_t> SwitchGraph::hops(const std::vector<std::uint32_t>& from) const {
  std::vector<std::uint32_t> hops(size(), kNone);
  std::vector<std::uint32_t> queue = from;
  for (const std::uint32_t sw : from) hops[sw] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (const Edge& edge : edges_[queue[head]]) {
      if (hops[edge.to] != kNone) continue;
      hops[edge.to] = hops[queue[head]] + 1;
      queue.push_back(edge.to);
    }
  }
  return hops;
}

}  // namespace ib::fabric
