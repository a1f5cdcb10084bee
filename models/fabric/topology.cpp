// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/topology.h"

#include <algorithm>
#include <utility>

#include "models/fabric/config_error.h"
#include "models/fabric/text.h"

namespace ib::fabric {
namespace {

constexpr std::int32_t kNoCable = -1;

Lid plus(Lid base, std::uint32_t offset) {
  return Lid{static_cast<std::uint16_t>(base.value() + offset)};
}

void check_lid_range(Lid base, std::uint32_t lmc, const std::string& where) {
  if (lmc > kMaxLmc) {
    throw ConfigError(
        {{}, 0, where, std::to_string(lmc), "LMC out of range", "0 to " + std::to_string(kMaxLmc)});
  }
  const std::uint32_t last = base.value() + lid_count(lmc) - 1;
  if (!is_unicast(base) || last >= kFirstMulticastLid.value()) {
    throw ConfigError({{}, 0, where, std::to_string(base.value()), "no unicast LID", "1 to 49151"});
  }
  if (base.value() % lid_count(lmc) != 0) {
    throw ConfigError({{},
                       0,
                       where,
                       std::to_string(base.value()),
                       "base LID does not fit its LMC",
                       "multiples of " + std::to_string(lid_count(lmc))});
  }
}

}  // namespace

NodeId Topology::add(Node node) {
  if (node.port_count() < 1 || node.port_count() > kMaxPorts) {
    throw ConfigError({{},
                       0,
                       printable(node.name),
                       std::to_string(node.port_count()),
                       "number of ports out of range",
                       "1 to " + std::to_string(kMaxPorts)});
  }
  check_new_guids(node);
  const auto id = static_cast<NodeId>(nodes_.size());
  node_by_guid_.emplace(node.guid, id);
  for (std::uint32_t p = 0; p <= node.port_count(); ++p) {
    if (node.ports[p].guid != Guid{}) port_by_guid_.emplace(node.ports[p].guid, PortRef{id, p});
  }
  cable_at_.emplace_back(node.ports.size(), kNoCable);
  std::vector<NodePort> wanted(node.ports.size());
  for (std::uint32_t p = 0; p < wanted.size(); ++p) {
    std::swap(wanted[p].lid, node.ports[p].lid);
    std::swap(wanted[p].lmc, node.ports[p].lmc);
  }
  nodes_.push_back(std::move(node));
  for (std::uint32_t p = 0; p < wanted.size(); ++p) {
    if (wanted[p].lid != Lid{}) assign_lid({id, p}, wanted[p].lid, wanted[p].lmc);
  }
  return id;
}

void Topology::check_new_guids(const Node& node) const {
  const auto duplicate = [&](Guid guid, NodeId other) {
    return ConfigError({{},
                        0,
                        "GUID",
                        hex(guid),
                        "given to both " + quoted(nodes_[other].name) + " and " + quoted(node.name),
                        {}});
  };
  if (const auto other = node_by_guid(node.guid)) throw duplicate(node.guid, *other);
  for (const NodePort& port : node.ports) {
    if (port.guid == Guid{}) continue;
    if (const auto other = port_by_guid(port.guid)) throw duplicate(port.guid, other->node);
  }
}

void Topology::check_free(PortRef port) const {
  if (port.node >= nodes_.size()) {
    throw ConfigError({{},
                       0,
                       "node",
                       std::to_string(port.node),
                       "no such node",
                       "0 to " + std::to_string(nodes_.size()) + " - 1"});
  }
  const Node& node = nodes_[port.node];
  if (port.port < 1 || port.port > node.port_count()) {
    throw ConfigError({{},
                       0,
                       printable(node.name),
                       std::to_string(port.port),
                       "no such port",
                       "1 to " + std::to_string(node.port_count())});
  }
  if (const auto other = peer(port)) {
    throw ConfigError(
        {{}, 0, label(port), {}, "two cables in one port, the first goes to " + label(*other), {}});
  }
}

void Topology::connect(PortRef a, PortRef b, CableInfo info) {
  check_free(a);
  check_free(b);
  if (a == b) throw ConfigError({{}, 0, label(a), {}, "cable from a port to itself", {}});
  if (info.length_m && !(*info.length_m >= 0)) {
    throw ConfigError({{},
                       0,
                       label(a),
                       std::to_string(*info.length_m),
                       "cable length out of range",
                       "0 m and up"});
  }
  const auto index = static_cast<std::int32_t>(cables_.size());
  cables_.push_back({a, b, info});
  cable_at_[a.node][a.port] = index;
  cable_at_[b.node][b.port] = index;
}

void Topology::assign_lid(PortRef ref, Lid base, std::uint32_t lmc) {
  check_lid_range(base, lmc, label(ref));
  for (std::uint32_t i = 0; i < lid_count(lmc); ++i) {
    const auto other = port_by_lid(plus(base, i));
    if (other && *other != ref) {
      throw ConfigError({{},
                         0,
                         "LID",
                         std::to_string(plus(base, i).value()),
                         "given to both " + label(*other) + " and " + label(ref),
                         {}});
    }
  }
  NodePort& target = nodes_[ref.node].ports[ref.port];
  if (target.lid != Lid{}) {
    for (std::uint32_t i = 0; i < lid_count(target.lmc); ++i)
      port_by_lid_.erase(plus(target.lid, i));
  }
  target.lid = base;
  target.lmc = lmc;
  for (std::uint32_t i = 0; i < lid_count(lmc); ++i) port_by_lid_.emplace(plus(base, i), ref);
}

const Cable* Topology::cable_at(PortRef ref) const {
  const std::int32_t index = cable_at_[ref.node][ref.port];
  return index == kNoCable ? nullptr : &cables_[static_cast<std::size_t>(index)];
}

std::optional<PortRef> Topology::peer(PortRef ref) const {
  const Cable* cable = cable_at(ref);
  if (cable == nullptr) return std::nullopt;
  return cable->a == ref ? cable->b : cable->a;
}

std::optional<NodeId> Topology::node_by_guid(Guid guid) const {
  const auto found = node_by_guid_.find(guid);
  if (found == node_by_guid_.end()) return std::nullopt;
  return found->second;
}

std::optional<PortRef> Topology::port_by_guid(Guid guid) const {
  const auto found = port_by_guid_.find(guid);
  if (found == port_by_guid_.end()) return std::nullopt;
  return found->second;
}

std::optional<PortRef> Topology::port_by_lid(Lid lid) const {
  const auto found = port_by_lid_.find(lid);
  if (found == port_by_lid_.end()) return std::nullopt;
  return found->second;
}

std::size_t Topology::count(NodeKind kind) const {
  return static_cast<std::size_t>(std::count_if(
      nodes_.begin(), nodes_.end(), [kind](const Node& node) { return node.kind == kind; }));
}

std::string Topology::label(PortRef ref) const {
  return printable(nodes_[ref.node].name) + '[' + std::to_string(ref.port) + ']';
}

}  // namespace ib::fabric
