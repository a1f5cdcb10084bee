// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/dimension_order.h"

#include <optional>
#include <vector>

#include "models/fabric/plan_builder.h"
#include "models/fabric/switch_graph.h"

namespace ib::fabric {
namespace {

using Coordinates = std::vector<std::uint32_t>;

/// The dimension in which two switches differ first; the number of dimensions when they do not.
std::uint32_t first_difference(const Coordinates& a, const Coordinates& b) {
  std::uint32_t d = 0;
  while (d < a.size() && a[d] == b[d]) ++d;
  return d;
}

/// The port of the switch towards its neighbour; kNoRoute when no cable is there.
std::uint32_t port_towards(const SwitchGraph& graph, const Grid& grid, std::uint32_t sw,
                           const Coordinates& neighbour) {
  for (const auto& edge : graph.edges(sw)) {
    if (grid.at[graph.id(edge.to)] == neighbour) return edge.port;
  }
  return kNoRoute;
}

std::uint32_t next_port(const SwitchGraph& graph, const Grid& grid, std::uint32_t sw,
                        std::uint32_t destination) {
  const Coordinates& to = grid.at[graph.id(destination)];
  Coordinates next = grid.at[graph.id(sw)];
  const std::uint32_t d = first_difference(next, to);
  next[d] = grid.step(d, next[d], to[d]);
  return port_towards(graph, grid, sw, next);
}

/// The switch that a host's port is cabled to.
std::optional<NodeId> switch_of(const Topology& topology, PortRef port) {
  if (topology.node(port.node).kind == NodeKind::kSwitch) return port.node;
  const auto peer = topology.peer(port);
  if (!peer || topology.node(peer->node).kind != NodeKind::kSwitch) return std::nullopt;
  return peer->node;
}

/// Bit d: the way between two switches goes round the end of dimension d.
std::uint8_t wrapped_dimensions(const Grid& grid, const Coordinates& from, const Coordinates& to) {
  unsigned wrapped = 0;
  for (std::uint32_t d = 0; d < grid.dimensions(); ++d) {
    for (std::uint32_t at = from[d]; at != to[d];) {
      const std::uint32_t next = grid.step(d, at, to[d]);
      if (grid.wraps(d, at, next)) wrapped |= 1u << d;
      at = next;
    }
  }
  return static_cast<std::uint8_t>(wrapped);
}

}  // namespace

Routing DimensionOrder::route(const Topology& topology) const {
  require_range("nodes", topology.nodes().size(), grid_.at.size(), grid_.at.size());
  Routing routing(topology);
  const SwitchGraph graph(topology);
  for (std::uint32_t to = 0; to < graph.size(); ++to) {
    for (std::uint32_t sw = 0; sw < graph.size(); ++sw) {
      const std::uint32_t next = sw == to ? 0 : next_port(graph, grid_, sw, to);
      for (const auto& endpoint : graph.endpoints(to)) {
        const std::uint32_t output = sw == to ? endpoint.output : next;
        routing.set(graph.id(sw), endpoint.lid, output);
        if (output == kNoRoute) routing.report({graph.id(sw), endpoint.lid});
      }
    }
  }
  return routing;
}

LanePolicy dateline_lanes(const Topology& topology, const Grid& grid) {
  require_range("dimensions", grid.dimensions(), 1, 4);  // An SL has four bits.
  LanePolicy lanes;
  lanes.sl = [&topology, &grid](PortRef from, Lid to) {
    const auto owner = topology.port_by_lid(to);
    const auto first = switch_of(topology, from);
    const auto last = owner ? switch_of(topology, *owner) : std::nullopt;
    if (!first || !last) return Sl{};
    return Sl{wrapped_dimensions(grid, grid.at[*first], grid.at[*last])};
  };
  lanes.vl = [&topology, &grid](PortRef input, std::uint32_t output, Sl sl) {
    const auto next = topology.peer({input.node, output});
    const Coordinates& here = grid.at[input.node];
    if (!next || here.empty() || grid.at[next->node].empty()) return Vl{};
    const std::uint32_t d = first_difference(here, grid.at[next->node]);
    return Vl{static_cast<std::uint8_t>((sl.value() >> d) & 1u)};
  };
  return lanes;
}

}  // namespace ib::fabric
