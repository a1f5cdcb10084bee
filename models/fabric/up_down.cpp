// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/up_down.h"

#include <algorithm>
#include <tuple>

#include "models/fabric/switch_graph.h"

namespace ib::fabric {
namespace {

constexpr std::uint32_t kFar = SwitchGraph::kNone;
using Switches = std::vector<std::uint32_t>;

std::uint32_t most_central(const SwitchGraph& graph) {
  std::uint32_t best = 0;
  std::uint32_t best_reach = kFar;
  for (std::uint32_t sw = 0; sw < graph.size(); ++sw) {
    const auto hops = graph.hops({sw});
    const std::uint32_t reach = *std::max_element(hops.begin(), hops.end());
    if (reach >= best_reach) continue;
    best = sw;
    best_reach = reach;
  }
  return best;
}

Switches find_roots(const SwitchGraph& graph) {
  Switches with_hosts;
  for (std::uint32_t sw = 0; sw < graph.size(); ++sw) {
    if (graph.has_hosts(sw)) with_hosts.push_back(sw);
  }
  const auto hops = graph.hops(with_hosts);
  std::uint32_t farthest = 0;
  for (const std::uint32_t h : hops) farthest = h == kFar ? farthest : std::max(farthest, h);
  if (farthest == 0) return {most_central(graph)};
  Switches roots;
  for (std::uint32_t sw = 0; sw < graph.size(); ++sw) {
    if (hops[sw] == farthest) roots.push_back(sw);
  }
  return roots;
}

/// Hops of every switch below the roots; islands without a root get one.
Switches ranks(const SwitchGraph& graph, Switches roots) {
  auto hops = graph.hops(roots);
  for (std::uint32_t sw = 0; sw < graph.size(); ++sw) {
    if (hops[sw] != kFar) continue;
    roots.push_back(sw);
    hops = graph.hops(roots);
  }
  return hops;
}

class Filler {
 public:
  Filler(const SwitchGraph& graph, Switches rank, Routing& routing)
      : graph_(graph), rank_(std::move(rank)), routing_(routing), load_(graph.size()) {
    for (auto& ports : load_) ports.assign(kMaxPorts + 1, 0);
    order_.resize(graph.size());
    for (std::uint32_t sw = 0; sw < graph.size(); ++sw) order_[sw] = sw;
    std::sort(order_.begin(), order_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return above(a, b); });
  }

  void route_to(std::uint32_t destination) {
    measure(destination);
    for (const auto& endpoint : graph_.endpoints(destination))
      routing_.set(graph_.id(destination), endpoint.lid, endpoint.output);
    for (std::uint32_t sw = 0; sw < graph_.size(); ++sw) {
      if (sw != destination) route(sw, destination);
    }
  }

 private:
  /// A total order, so that every cable has an upper and a lower end.
  [[nodiscard]] bool above(std::uint32_t a, std::uint32_t b) const {
    return std::tie(rank_[a], a) < std::tie(rank_[b], b);
  }

  void measure(std::uint32_t destination) {
    down_.assign(graph_.size(), kFar);
    down_[destination] = 0;
    for (auto sw = order_.rbegin(); sw != order_.rend(); ++sw) improve(down_, *sw, /*up=*/false);
    total_ = down_;
    for (const std::uint32_t sw : order_) {
      if (down_[sw] == kFar) improve(total_, sw, /*up=*/true);
    }
  }

  void improve(Switches& hops, std::uint32_t sw, bool up) const {
    for (const auto& edge : graph_.edges(sw)) {
      if (above(edge.to, sw) == up && hops[edge.to] != kFar)
        hops[sw] = std::min(hops[sw], hops[edge.to] + 1);
    }
  }

  void route(std::uint32_t sw, std::uint32_t destination) {
    const bool up = down_[sw] == kFar;
    const Switches& hops = up ? total_ : down_;
    choices_.clear();
    for (const auto& edge : graph_.edges(sw)) {
      if (above(edge.to, sw) == up && hops[edge.to] != kFar && hops[edge.to] + 1 == hops[sw])
        choices_.push_back(edge.port);
    }
    auto& load = load_[sw];
    for (const auto& endpoint : graph_.endpoints(destination)) {
      if (choices_.empty()) {
        routing_.report({graph_.id(sw), endpoint.lid});
        continue;
      }
      const std::uint32_t best = *std::min_element(
          choices_.begin(), choices_.end(), [&](std::uint32_t a, std::uint32_t b) {
            return std::tie(load[a], a) < std::tie(load[b], b);
          });
      routing_.set(graph_.id(sw), endpoint.lid, best);
      if (endpoint.output != 0) ++load[best];
    }
  }

  const SwitchGraph& graph_;
  Switches rank_;
  Routing& routing_;
  std::vector<Switches> load_;  ///< LIDs carried, by switch and port.
  Switches order_;              ///< Upper switches first.
  Switches down_;               ///< Hops to the destination at hand, going down only.
  Switches total_;              ///< The same, where that cannot be, going up first.
  Switches choices_;
};

}  // namespace

Routing UpDown::route(const Topology& topology) const {
  Routing routing(topology);
  const SwitchGraph graph(topology);
  if (graph.size() == 0) return routing;
  Switches roots;
  for (const NodeId id : roots_) {
    if (graph.number(id) != kFar) roots.push_back(graph.number(id));
  }
  if (roots.empty()) roots = find_roots(graph);
  Filler filler(graph, ranks(graph, std::move(roots)), routing);
  for (std::uint32_t sw = 0; sw < graph.size(); ++sw) filler.route_to(sw);
  return routing;
}

}  // namespace ib::fabric
