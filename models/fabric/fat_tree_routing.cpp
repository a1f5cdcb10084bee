// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fat_tree_routing.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "models/fabric/config_error.h"
#include "models/fabric/switch_graph.h"

namespace ib::fabric {
namespace {

using Switches = std::vector<std::uint32_t>;

/// Levels of all switches: 0 for those with hosts.
Switches levels_of(const Topology& topology, const SwitchGraph& graph) {
  Switches leaves;
  for (std::uint32_t sw = 0; sw < graph.size(); ++sw) {
    if (graph.has_hosts(sw)) leaves.push_back(sw);
  }
  Switches levels = graph.hops(leaves);
  for (std::uint32_t sw = 0; sw < graph.size(); ++sw) {
    if (levels[sw] == SwitchGraph::kNone) levels[sw] = 0;  // An island without hosts.
    for (const auto& edge : graph.edges(sw)) {
      const bool apart = levels[edge.to] + 1 == levels[sw] || levels[sw] + 1 == levels[edge.to];
      if (apart) continue;
      throw ConfigError("ftree: no fat tree, switches \"" +
                        printable(topology.node(graph.id(sw)).name) + "\" and \"" +
                        printable(topology.node(graph.id(edge.to)).name) +
                        "\" have a cable but lie on one level");
    }
  }
  return levels;
}

class Filler {
 public:
  Filler(const SwitchGraph& graph, Switches levels, Routing& routing)
      : graph_(graph), level_(std::move(levels)), routing_(routing), load_(graph.size()) {
    for (auto& ports : load_) ports.assign(kMaxPorts + 1, 0);
    const std::uint32_t top = *std::max_element(level_.begin(), level_.end());
    by_level_.resize(top + 1);
    std::vector<std::uint64_t> most_up(top + 1, 1);
    for (std::uint32_t sw = 0; sw < graph.size(); ++sw) {
      by_level_[level_[sw]].push_back(sw);
      const auto& edges = graph.edges(sw);
      const auto up = std::count_if(edges.begin(), edges.end(),
                                    [&](const auto& e) { return level_[e.to] > level_[sw]; });
      most_up[level_[sw]] = std::max(most_up[level_[sw]], static_cast<std::uint64_t>(up));
    }
    divisor_.assign(top + 1, 1);
    for (std::uint32_t level = 1; level <= top; ++level) {
      divisor_[level] = divisor_[level - 1] * most_up[level - 1];
    }
  }

  void route_to(std::uint32_t destination) {
    mark(destination);
    for (const auto& endpoint : graph_.endpoints(destination)) {
      routing_.set(graph_.id(destination), endpoint.lid, endpoint.output);
      for (std::uint32_t sw = 0; sw < graph_.size(); ++sw) {
        if (sw != destination) set(sw, endpoint);
      }
      if (endpoint.output != 0) ++host_;
    }
  }

 private:
  /// Who reaches the destination going down, and who at all.
  void mark(std::uint32_t destination) {
    above_.assign(graph_.size(), false);
    above_[destination] = true;
    for (std::uint32_t level = level_[destination] + 1; level < by_level_.size(); ++level) {
      for (const std::uint32_t sw : by_level_[level]) {
        above_[sw] = any(sw, /*up=*/false, above_);
      }
    }
    reaches_ = above_;
    for (auto level = by_level_.rbegin(); level != by_level_.rend(); ++level) {
      for (const std::uint32_t sw : *level) reaches_[sw] = above_[sw] || any(sw, true, reaches_);
    }
  }

  [[nodiscard]] bool leads(std::uint32_t sw, const SwitchGraph::Edge& edge, bool up) const {
    return (level_[edge.to] > level_[sw]) == up;
  }

  [[nodiscard]] bool any(std::uint32_t sw, bool up, const std::vector<bool>& marked) const {
    const auto& edges = graph_.edges(sw);
    return std::any_of(edges.begin(), edges.end(),
                       [&](const auto& e) { return leads(sw, e, up) && marked[e.to]; });
  }

  void set(std::uint32_t sw, const SwitchGraph::Endpoint& endpoint) {
    if (!reaches_[sw]) {
      routing_.report({graph_.id(sw), endpoint.lid});
      return;
    }
    const bool up = !above_[sw];
    const std::vector<bool>& marked = up ? reaches_ : above_;
    choices_.clear();
    for (const auto& edge : graph_.edges(sw)) {
      if (leads(sw, edge, up) && marked[edge.to]) choices_.push_back(edge.port);
    }
    const std::uint32_t port = up ? by_number(level_[sw]) : least_loaded(sw);
    routing_.set(graph_.id(sw), endpoint.lid, port);
    if (endpoint.output != 0) ++load_[sw][port];
  }

  [[nodiscard]] std::uint32_t by_number(std::uint32_t level) const {
    return choices_[host_ / divisor_[level] % choices_.size()];
  }
  [[nodiscard]] std::uint32_t least_loaded(std::uint32_t sw) const {
    const auto& load = load_[sw];
    return *std::min_element(choices_.begin(), choices_.end(),
                             [&](std::uint32_t a, std::uint32_t b) {
                               return std::tie(load[a], a) < std::tie(load[b], b);
                             });
  }

  const SwitchGraph& graph_;
  Switches level_;
  Routing& routing_;
  std::vector<Switches> load_;  ///< LIDs carried, by switch and port.
  std::vector<Switches> by_level_;
  std::vector<std::uint64_t> divisor_;  ///< By level: ways up to it from one leaf.
  std::uint64_t host_ = 0;              ///< Number of the host at hand.
  std::vector<bool> above_;
  std::vector<bool> reaches_;
  Switches choices_;
};

}  // namespace

Routing FatTreeRouting::route(const Topology& topology) const {
  Routing routing(topology);
  const SwitchGraph graph(topology);
  if (graph.size() == 0) return routing;
  Filler filler(graph, levels_of(topology, graph), routing);
  for (std::uint32_t sw = 0; sw < graph.size(); ++sw) filler.route_to(sw);
  return routing;
}

}  // namespace ib::fabric
