// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/group_routing.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "models/fabric/plan_builder.h"
#include "models/fabric/switch_graph.h"

namespace ib::fabric {
namespace {

constexpr std::uint32_t kFar = SwitchGraph::kNone;
constexpr Sl kUpFirst{0};
constexpr Sl kDownFirst{1};
constexpr Sl kStays{2};

class Filler {
 public:
  Filler(const SwitchGraph& graph, const Grid& grid, Routing& routing)
      : graph_(graph), grid_(grid), routing_(routing), load_(graph.size()) {
    for (auto& ports : load_) ports.assign(kMaxPorts + 1, 0);
    const std::uint32_t groups = grid.extents[0];
    to_group_.assign(groups, {});
    for (std::uint32_t target = 0; target < groups; ++target) measure_group(target);
  }

  /// Fills the tables of all switches for one LID of the destination.
  void route(std::uint32_t destination, const SwitchGraph::Endpoint& endpoint, std::uint32_t by) {
    const std::uint32_t home = group(destination);
    if (measured_ != destination) measure_home(destination);
    if (home_ != home) forget_group(home);
    routing_.set(graph_.id(destination), endpoint.lid, endpoint.output);
    for (std::uint32_t sw = 0; sw < graph_.size(); ++sw) {
      if (sw == destination) continue;
      const bool arrived = group(sw) == home;
      const bool straight = arrived || group(sw) == by || to_group_[by][sw] == kFar;
      const std::uint32_t port = arrived ? inside(sw) : outward(sw, straight ? home : by);
      if (port == kNoRoute) {
        routing_.report({graph_.id(sw), endpoint.lid});
        continue;
      }
      routing_.set(graph_.id(sw), endpoint.lid, port);
      if (endpoint.output == 0) continue;
      ++load_[sw][port];
      ++home_load_[sw][port];
    }
  }

 private:
  [[nodiscard]] std::uint32_t group(std::uint32_t sw) const { return grid_.at[graph_.id(sw)][0]; }

  /// Hops inside its group that bring a switch to one with a cable to the target, plus that cable.
  void measure_group(std::uint32_t target) {
    auto& hops = to_group_[target];
    hops.assign(graph_.size(), kFar);
    std::vector<std::uint32_t> queue;
    for (std::uint32_t sw = 0; sw < graph_.size(); ++sw) {
      const auto& edges = graph_.edges(sw);
      const bool leads =
          group(sw) != target &&
          std::any_of(edges.begin(), edges.end(), [&](auto& e) { return group(e.to) == target; });
      if (!leads) continue;
      hops[sw] = 1;
      queue.push_back(sw);
    }
    spread(hops, std::move(queue));
  }

  /// The cables that lead to one group are few: its LIDs are shared out among them apart.
  void forget_group(std::uint32_t home) {
    home_ = home;
    home_load_.assign(graph_.size(), std::vector<std::uint32_t>(kMaxPorts + 1, 0));
  }

  void measure_home(std::uint32_t destination) {
    measured_ = destination;
    home_hops_.assign(graph_.size(), kFar);
    home_hops_[destination] = 0;
    spread(home_hops_, {destination});
  }

  /// Breadth first, along cables inside groups.
  void spread(std::vector<std::uint32_t>& hops, std::vector<std::uint32_t> queue) const {
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const std::uint32_t sw = queue[head];
      for (const auto& edge : graph_.edges(sw)) {
        if (group(edge.to) != group(sw) || hops[edge.to] != kFar) continue;
        hops[edge.to] = hops[sw] + 1;
        queue.push_back(edge.to);
      }
    }
  }

  [[nodiscard]] std::uint32_t inside(std::uint32_t sw) const {
    return least_loaded(sw, [&](const SwitchGraph::Edge& edge) {
      return home_hops_[sw] != kFar && group(edge.to) == group(sw) &&
             home_hops_[edge.to] + 1 == home_hops_[sw];
    });
  }

  [[nodiscard]] std::uint32_t outward(std::uint32_t sw, std::uint32_t target) const {
    const auto& hops = to_group_[target];
    return least_loaded(sw, [&](const SwitchGraph::Edge& edge) {
      if (hops[sw] == kFar) return false;
      if (hops[sw] == 1) return group(edge.to) == target;
      return group(edge.to) == group(sw) && hops[edge.to] + 1 == hops[sw];
    });
  }

  template <class Fits>
  [[nodiscard]] std::uint32_t least_loaded(std::uint32_t sw, Fits fits) const {
    std::uint32_t best = kNoRoute;
    for (const auto& edge : graph_.edges(sw)) {
      if (!fits(edge)) continue;
      if (best == kNoRoute || before(sw, edge.port, best)) best = edge.port;
    }
    return best;
  }

  [[nodiscard]] bool before(std::uint32_t sw, std::uint32_t a, std::uint32_t b) const {
    const auto& load = load_[sw];
    const auto& home = home_load_[sw];
    return std::tie(home[a], load[a], a) < std::tie(home[b], load[b], b);
  }

  const SwitchGraph& graph_;
  const Grid& grid_;
  Routing& routing_;
  std::vector<std::vector<std::uint32_t>> to_group_;  ///< Hops by target group and switch.
  std::vector<std::vector<std::uint32_t>> load_;      ///< LIDs carried, by switch and port.
  std::vector<std::uint32_t> home_hops_;              ///< To the destination at hand.
  std::uint32_t measured_ = kFar;
  std::vector<std::vector<std::uint32_t>> home_load_;  ///< LIDs of the group at hand carried.
  std::uint32_t home_ = kFar;
};

/// The group of the switch that a port hangs on, or is part of.
std::optional<std::uint32_t> group_at(const Topology& topology, const Grid& grid, PortRef port) {
  NodeId id = port.node;
  if (topology.node(id).kind != NodeKind::kSwitch) {
    const auto peer = topology.peer(port);
    if (!peer) return std::nullopt;
    id = peer->node;
  }
  if (id >= grid.at.size() || grid.at[id].empty()) return std::nullopt;
  return grid.at[id][0];
}

/// How a cable between two switches leads on.
enum class Step { kInside, kUp, kDown };

Step step_of(std::uint32_t from, std::uint32_t to) {
  if (from == to) return Step::kInside;
  return from < to ? Step::kUp : Step::kDown;
}

/// The lane of a path of `sl` that came by `last` and goes on by `next`.
Vl lane_of(Step last, Step next, Sl sl) {
  constexpr Vl kFirstUp{0};
  constexpr Vl kDown{1};
  constexpr Vl kUpAgain{2};
  if (sl == kStays) return kUpAgain;
  if (sl == kDownFirst) {
    const bool up = next == Step::kUp || (next == Step::kInside && last == Step::kUp);
    return up ? kUpAgain : kDown;
  }
  const bool down = next == Step::kDown || (next == Step::kInside && last == Step::kDown);
  return down ? kDown : kFirstUp;
}

}  // namespace

std::vector<std::uint32_t> GroupRouting::ways_by(const Topology& topology, Lid top) const {
  const std::uint32_t groups = grid_.extents[0];
  std::vector<std::uint32_t> by(top.value() + 1u, 0);
  std::vector<std::uint32_t> turn(groups, 0);
  for (std::uint32_t lid = 1; lid < by.size(); ++lid) {
    const auto owner = topology.port_by_lid(Lid{static_cast<std::uint16_t>(lid)});
    const auto home = owner ? group_at(topology, grid_, *owner) : std::nullopt;
    if (!home) continue;
    by[lid] = *home;
    const bool host = topology.node(owner->node).kind == NodeKind::kCa;
    if (way_ == Way::kMinimal || !host) continue;
    by[lid] = (*home + 1 + turn[*home]++ % (groups - 1)) % groups;
  }
  return by;
}

Routing GroupRouting::route(const Topology& topology) const {
  require_range("nodes", topology.nodes().size(), grid_.at.size(), grid_.at.size());
  Routing routing(topology);
  const SwitchGraph graph(topology);
  const std::vector<std::uint32_t> by = ways_by(topology, routing.top());
  Filler filler(graph, grid_, routing);
  for (std::uint32_t sw = 0; sw < graph.size(); ++sw) {
    for (const auto& endpoint : graph.endpoints(sw)) {
      filler.route(sw, endpoint, by[endpoint.lid.value()]);
    }
  }
  return routing;
}

LanePolicy group_lanes(const Topology& topology, const Grid& grid, GroupRouting::Way way,
                       std::vector<std::uint32_t> ways_by) {
  // Where nobody passes through a group, what stays in it needs no lane of its own.
  const Sl stays = way == GroupRouting::Way::kMinimal ? kUpFirst : kStays;
  LanePolicy lanes;
  lanes.sl = [&topology, &grid, stays, by = std::move(ways_by)](PortRef from, Lid to) {
    const auto owner = topology.port_by_lid(to);
    const auto first = group_at(topology, grid, from);
    const auto last = owner ? group_at(topology, grid, *owner) : std::nullopt;
    if (!first || !last || *first == *last) return stays;
    const std::uint32_t via = by[to.value()];
    const std::uint32_t next = via == *first ? *last : via;
    return *first < next ? kUpFirst : kDownFirst;
  };
  lanes.vl = [&topology, &grid](PortRef input, std::uint32_t output, Sl sl) {
    const auto& here = grid.at[input.node];
    const auto next = topology.peer({input.node, output});
    if (here.empty() || !next || grid.at[next->node].empty()) return Vl{};
    const auto last = input.port == 0 ? std::nullopt : topology.peer(input);
    const bool from_switch = last && !grid.at[last->node].empty();
    const Step came = from_switch ? step_of(grid.at[last->node][0], here[0]) : Step::kInside;
    return lane_of(came, step_of(here[0], grid.at[next->node][0]), sl);
  };
  return lanes;
}

}  // namespace ib::fabric
