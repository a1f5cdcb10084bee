// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/routing.h"

#include <algorithm>

#include "models/fabric/config_error.h"
#include "models/fabric/fat_tree_routing.h"
#include "models/fabric/min_hop.h"
#include "models/fabric/up_down.h"

namespace ib::fabric {
namespace {

constexpr std::size_t kKeptUnreachable = 16;

Lid highest_lid(const Topology& topology) {
  std::uint32_t top = 0;
  for (const Node& node : topology.nodes()) {
    for (const NodePort& port : node.ports) {
      if (port.lid == Lid{}) continue;
      top = std::max(top, port.lid.value() + lid_count(port.lmc) - 1);
    }
  }
  return Lid{static_cast<std::uint16_t>(top)};
}

bool answers_to(const NodePort& port, Lid lid) {
  return port.lid != Lid{} && lid.value() >> port.lmc == port.lid.value() >> port.lmc;
}

}  // namespace

Routing::Routing(const Topology& topology)
    : top_(highest_lid(topology)), tables_(topology.nodes().size()) {
  for (NodeId id = 0; id < tables_.size(); ++id) {
    if (topology.node(id).kind == NodeKind::kSwitch)
      tables_[id].assign(top_.value() + 1u, kNoRoute);
  }
}

void Routing::report(Unreachable pair) {
  ++unreachable_count_;
  if (unreachable_.size() < kKeptUnreachable) unreachable_.push_back(pair);
}

std::vector<std::string_view> routing_engine_names() { return {"minhop", "updown", "ftree"}; }

std::unique_ptr<RoutingEngine> make_routing_engine(std::string_view name) {
  if (name == "minhop") return std::make_unique<MinHop>();
  if (name == "updown") return std::make_unique<UpDown>();
  if (name == "ftree") return std::make_unique<FatTreeRouting>();
  throw ConfigError(
      {{}, 0, "routing", std::string(name), "no such routing engine", "minhop, updown"});
}

Path trace(const Topology& topology, const Routing& routing, PortRef from, Lid to) {
  Path path;
  path.last = from;
  std::uint32_t output = from.port;
  if (topology.node(from.node).kind == NodeKind::kSwitch) output = routing.output(from.node, to);
  // A path that visits no switch twice is shorter than this.
  for (std::size_t hop = 0; hop <= topology.nodes().size(); ++hop) {
    if (answers_to(topology.port(path.last), to)) {
      path.end = Path::End::kDelivered;
      return path;
    }
    const Node& node = topology.node(path.last.node);
    if (output == 0 || output > node.port_count()) return path;
    const PortRef leaving{path.last.node, output};
    const auto next = topology.peer(leaving);
    if (!next) return path;
    path.outputs.push_back(leaving);
    path.last = *next;
    if (topology.node(next->node).kind == NodeKind::kCa) {
      output = 0;
      continue;
    }
    output = routing.output(next->node, to);
    if (output == 0) path.last.port = 0;
  }
  path.end = Path::End::kLoop;
  return path;
}

}  // namespace ib::fabric
