// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/plan_builder.h"

#include <utility>

#include "models/fabric/config_error.h"
#include "models/fabric/lids.h"

namespace ib::fabric {
namespace {

// Locally administered, so no made-up GUID can be a real one's.
constexpr std::uint64_t kGuidBase = 0x0200'0000'0000'0000;

}  // namespace

void require_range(const char* what, std::uint64_t value, std::uint64_t low, std::uint64_t high) {
  if (value >= low && value <= high) return;
  throw ConfigError({{},
                     0,
                     what,
                     std::to_string(value),
                     "out of range",
                     std::to_string(low) + " to " + std::to_string(high)});
}

NodeId PlanBuilder::add_host() { return add_named_host("host" + std::to_string(hosts_++), 1); }

NodeId PlanBuilder::add_named_host(const std::string& name, std::uint32_t ports) {
  require_range("ports", ports, 1, kMaxPorts);
  Node node = make(NodeKind::kCa, name, ports);
  for (std::uint32_t p = 1; p <= ports; ++p) node.ports[p].guid = Guid{node.guid.value() + p};
  return topology_.add(std::move(node));
}

NodeId PlanBuilder::add_switch(const std::string& name, std::uint32_t ports) {
  require_range("ports", ports, 1, kMaxPorts);
  Node node = make(NodeKind::kSwitch, name, ports);
  node.enhanced_port_0 = true;
  node.ports[0].guid = node.guid;
  return topology_.add(std::move(node));
}

void PlanBuilder::add_hosts(NodeId sw, std::uint32_t count) {
  for (std::uint32_t port = 1; port <= count; ++port) connect({add_host(), 1}, {sw, port});
}

Topology PlanBuilder::finish() {
  assign_lids(topology_);
  return std::move(topology_);
}

Node PlanBuilder::make(NodeKind kind, std::string name, std::uint32_t ports) const {
  Node node;
  node.kind = kind;
  node.name = std::move(name);
  node.guid = Guid{kGuidBase + 0x100 * (topology_.nodes().size() + 1)};
  node.system_image_guid = node.guid;
  node.ports.resize(ports + 1);
  return node;
}

}  // namespace ib::fabric
