// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/min_hop.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

namespace ib::fabric {
namespace {

constexpr std::uint32_t kFar = ~std::uint32_t{0};

/// A cable from one switch to another, seen from the first.
struct Edge {
  std::uint32_t port = 0;
  std::uint32_t to = 0;  ///< Switch number, counting switches only.
};

/// A CA port or a port 0 that owns LIDs, below the switch it hangs on.
struct Endpoint {
  PortRef port;
  std::uint32_t output = 0;  ///< Port of the switch that leads to it.
  bool counts = false;       ///< Its LIDs load the ports; a switch's own do not.
};

/// The switches as a graph, with the endpoints of each.
class Graph {
 public:
  explicit Graph(const Topology& topology) : topology_(topology) {
    number_.assign(topology.nodes().size(), kFar);
    for (NodeId id = 0; id < number_.size(); ++id) {
      if (topology.node(id).kind != NodeKind::kSwitch) continue;
      number_[id] = static_cast<std::uint32_t>(ids_.size());
      ids_.push_back(id);
    }
    edges_.resize(ids_.size());
    endpoints_.resize(ids_.size());
    for (std::uint32_t sw = 0; sw < ids_.size(); ++sw) add_ports(sw);
  }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ids_.size()); }
  [[nodiscard]] NodeId id(std::uint32_t sw) const { return ids_[sw]; }
  [[nodiscard]] const std::vector<Edge>& edges(std::uint32_t sw) const { return edges_[sw]; }
  [[nodiscard]] const std::vector<Endpoint>& endpoints(std::uint32_t sw) const {
    return endpoints_[sw];
  }

 private:
  void add_ports(std::uint32_t sw) {
    const Node& node = topology_.node(ids_[sw]);
    if (node.ports[0].lid != Lid{}) {
      endpoints_[sw].push_back({{ids_[sw], 0}, 0, false});
    }
    for (std::uint32_t p = 1; p <= node.port_count(); ++p) {
      const auto peer = topology_.peer({ids_[sw], p});
      if (!peer) continue;
      if (number_[peer->node] != kFar) {
        if (peer->node != ids_[sw]) edges_[sw].push_back({p, number_[peer->node]});
      } else if (topology_.port(*peer).lid != Lid{}) {
        endpoints_[sw].push_back({*peer, p, true});
      }
    }
  }

  const Topology& topology_;
  std::vector<std::uint32_t> number_;  ///< Switch number by node.
  std::vector<NodeId> ids_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<std::vector<Endpoint>> endpoints_;
};

/// Fills the tables, one destination switch after the other.
class Filler {
 public:
  Filler(const Topology& topology, const Graph& graph, Routing& routing)
      : topology_(topology), graph_(graph), routing_(routing), hops_(graph.size()) {
    load_.resize(graph.size());
    for (std::uint32_t sw = 0; sw < graph.size(); ++sw) load_[sw].assign(kMaxPorts + 1, 0);
    seen_.assign(graph.size(), 0);
  }

  void route_to(std::uint32_t destination) {
    measure_from(destination);
    for (const Endpoint& endpoint : graph_.endpoints(destination)) {
      for_each_lid(endpoint,
                   [&](Lid lid) { routing_.set(graph_.id(destination), lid, endpoint.output); });
    }
    for (std::uint32_t sw = 0; sw < graph_.size(); ++sw) {
      if (sw != destination) route(sw, destination);
    }
  }

 private:
  /// Breadth first: hops of every switch to `destination`.
  void measure_from(std::uint32_t destination) {
    std::fill(hops_.begin(), hops_.end(), kFar);
    hops_[destination] = 0;
    queue_.assign(1, destination);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const std::uint32_t sw = queue_[head];
      for (const Edge& edge : graph_.edges(sw)) {
        if (hops_[edge.to] != kFar) continue;
        hops_[edge.to] = hops_[sw] + 1;
        queue_.push_back(edge.to);
      }
    }
  }

  void route(std::uint32_t sw, std::uint32_t destination) {
    choices_.clear();
    for (const Edge& edge : graph_.edges(sw)) {
      if (hops_[sw] != kFar && hops_[edge.to] + 1 == hops_[sw]) choices_.push_back(edge);
    }
    for (const Endpoint& endpoint : graph_.endpoints(destination)) {
      if (topology_.port(endpoint.port).lmc > 0) forget_neighbours();
      for_each_lid(endpoint, [&](Lid lid) { route_lid(sw, lid, endpoint); });
    }
  }

  void route_lid(std::uint32_t sw, Lid lid, const Endpoint& endpoint) {
    if (choices_.empty()) {
      routing_.report({graph_.id(sw), lid});
      return;
    }
    const bool spread = topology_.port(endpoint.port).lmc > 0;
    auto& load = load_[sw];
    const auto better = [&](const Edge& a, const Edge& b) {
      const std::uint32_t seen_a = spread ? seen_[a.to] : 0;
      const std::uint32_t seen_b = spread ? seen_[b.to] : 0;
      return std::tie(seen_a, load[a.port], a.port) < std::tie(seen_b, load[b.port], b.port);
    };
    const Edge best = *std::min_element(choices_.begin(), choices_.end(), better);
    routing_.set(graph_.id(sw), lid, best.port);
    if (endpoint.counts) ++load[best.port];
    if (spread) ++seen_[best.to];
  }

  void forget_neighbours() {
    for (const Edge& edge : choices_) seen_[edge.to] = 0;
  }

  template <class Action>
  void for_each_lid(const Endpoint& endpoint, Action action) const {
    const NodePort& port = topology_.port(endpoint.port);
    for (std::uint32_t i = 0; i < lid_count(port.lmc); ++i) {
      action(Lid{static_cast<std::uint16_t>(port.lid.value() + i)});
    }
  }

  const Topology& topology_;
  const Graph& graph_;
  Routing& routing_;
  std::vector<std::uint32_t> hops_;  ///< By switch, to the destination at hand.
  std::vector<std::uint32_t> queue_;
  std::vector<Edge> choices_;                     ///< On a shortest path, of the switch at hand.
  std::vector<std::vector<std::uint32_t>> load_;  ///< LIDs carried, by switch and port.
  std::vector<std::uint32_t> seen_;               ///< LIDs of the port at hand, by neighbour.
};

}  // namespace

Routing MinHop::route(const Topology& topology) const {
  Routing routing(topology);
  const Graph graph(topology);
  // Switches with many endpoints first: those with few then fill the gaps that are left.
  std::vector<std::uint32_t> order(graph.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return graph.endpoints(a).size() > graph.endpoints(b).size();
  });
  Filler filler(topology, graph, routing);
  for (const std::uint32_t sw : order) filler.route_to(sw);
  return routing;
}

}  // namespace ib::fabric
