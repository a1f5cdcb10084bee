// SPDX-License-Identifier: Apache-2.0
#include "testbenches/smp/discovery_check.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "models/fabric/config_error.h"
#include "models/ib/management/port_info_rules.h"

namespace ib::tb {
namespace {

using fabric::NodeId;
using fabric::NodeKind;
using fabric::PortRef;
using fabric::Topology;

/// Ports of CAs, and switches as port 0, that a directed route from `first` reaches.
std::set<std::pair<NodeId, std::uint32_t>> reachable(const fabric::Fabric& fabric, PortRef first) {
  const Topology& topology = fabric.topology();
  std::set<std::pair<NodeId, std::uint32_t>> seen{{first.node, first.port}};
  std::deque<PortRef> open;
  const auto step = [&](PortRef port) {
    const auto peer = topology.peer(port);
    if (!peer || fabric.port_at(*peer) == nullptr) return;
    const bool is_switch = topology.node(peer->node).kind == NodeKind::kSwitch;
    const PortRef at{peer->node, is_switch ? 0 : peer->port};
    if (seen.insert({at.node, at.port}).second && is_switch) open.push_back(at);
  };
  step(first);
  while (!open.empty()) {
    const NodeId node = open.front().node;
    open.pop_front();
    for (std::uint32_t port = 1; port <= topology.node(node).port_count(); ++port) {
      step({node, port});
    }
  }
  return seen;
}

class Comparison {
 public:
  explicit Comparison(const fabric::Fabric& fabric) : fabric_(fabric) {}

  void node(const DiscoveredNode& found) {
    const Topology& plan = fabric_.topology();
    const auto id = plan.node_by_guid(found.info.node_guid);
    if (!id) {
      note("path " + path_text(found.path) + ": a node that the plan does not have");
      return;
    }
    const fabric::Node& planned = plan.node(*id);
    where_ = fabric::printable(planned.name);
    seen_.insert({*id, found.lid_port()});
    const bool is_switch = planned.kind == NodeKind::kSwitch;
    expect(found.description == planned.name.substr(0, smp::kDataBytes), "NodeDescription");
    expect(found.is_switch() == is_switch, "NodeType");
    expect(found.info.num_ports == planned.port_count(), "NumPorts");
    expect(found.lid() == planned.ports[found.lid_port()].lid, "LID");
    if (!is_switch) {
      expect(found.info.port_guid == planned.ports[found.lid_port()].guid, "PortGUID");
    }
    for (const auto& [number, port] : found.ports) {
      if (number != 0) this->port({*id, number}, port);
    }
  }

  void port(PortRef place, const DiscoveredPort& found) {
    where_ = fabric_.topology().label(place);
    const fabric::Cable* const cable = fabric_.topology().cable_at(place);
    const link::Port* const built = fabric_.port_at(place);
    const bool linked = cable != nullptr && built != nullptr && !built->is_down();
    expect(linked == (found.info.port_state > 1), "PortState");
    if (!linked || found.info.port_state <= 1) return;
    expect(found.info.link_width_active == width_code(cable->info.rate.width), "LinkWidthActive");
    const PortRef peer = cable->a == place ? cable->b : cable->a;
    const DiscoveredPeer planned{fabric_.topology().node(peer.node).guid,
                                 static_cast<std::uint8_t>(peer.port)};
    expect(found.peer == planned, "the other end of the cable");
    if (!found.xmit_packets || !found.rcv_packets) return;
    // Counters only rise, and the question itself went through the port or came from it.
    expect(*found.xmit_packets <= built->counters().xmit_pkts, "PortXmitPkts");
    expect(*found.rcv_packets <= built->counters().rcv_pkts && *found.rcv_packets > 0,
           "PortRcvPkts");
  }

  void missing(PortRef first_host) {
    for (const auto& [node, port] : reachable(fabric_, first_host)) {
      if (seen_.count({node, port}) != 0) continue;
      note(fabric_.topology().label({node, port}) + " was not found");
    }
  }

  [[nodiscard]] std::vector<std::string> take() { return std::move(lines_); }

 private:
  void expect(bool equal, const char* what) {
    if (!equal) note(where_ + ": " + what + " is not as planned");
  }
  void note(std::string line) { lines_.push_back(std::move(line)); }

  const fabric::Fabric& fabric_;
  std::string where_;
  std::set<std::pair<NodeId, std::uint32_t>> seen_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> compare(const std::vector<DiscoveredNode>& found,
                                 const fabric::Fabric& fabric, fabric::PortRef first_host) {
  Comparison comparison{fabric};
  for (const DiscoveredNode& node : found) comparison.node(node);
  comparison.missing(first_host);
  return comparison.take();
}

}  // namespace ib::tb
