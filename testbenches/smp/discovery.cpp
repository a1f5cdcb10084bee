// SPDX-License-Identifier: Apache-2.0
#include "testbenches/smp/discovery.h"

#include <algorithm>

#include "models/ib/link/port_state.h"
#include "models/ib/management/bit_field.h"
#include "models/ib/management/directed_route.h"

namespace ib::tb {
namespace {

bool has_link(const PortInfo& info) {
  return info.port_state > static_cast<std::uint8_t>(PortState::kDown);
}

}  // namespace

std::string path_text(const HopPath& path) {
  std::string text = "0";
  for (const std::uint8_t port : path) text += "," + std::to_string(port);
  return text;
}

Lid DiscoveredNode::lid() const {
  const auto port = ports.find(lid_port());
  return port != ports.end() ? port->second.info.lid : Lid{};
}

void Discovery::fail(const HopPath& path, const std::string& what) {
  failures_.push_back("path " + path_text(path) + ": " + what);
}

std::optional<MadReply> Discovery::ask(const HopPath& path, SmpAttributeId attribute,
                                       std::uint32_t modifier) {
  auto reply = caller_.get(path, attribute, modifier);
  const std::string what = "Get of attribute " + std::to_string(static_cast<unsigned>(attribute)) +
                           " modifier " + std::to_string(modifier);
  if (!reply) {
    fail(path, what + " got no answer");
    return std::nullopt;
  }
  if (reply->status() == MadStatus::kOk) return reply;
  fail(path, what + " got status " + std::to_string(static_cast<unsigned>(reply->status())));
  return std::nullopt;
}

void Discovery::run() {
  (void)visit({});
  for (std::size_t index = 0; index < nodes_.size(); ++index) explore(index);
}

std::optional<DiscoveredPeer> Discovery::visit(const HopPath& path) {
  const auto reply = ask(path, SmpAttributeId::kNodeInfo);
  if (!reply) return std::nullopt;
  const auto info = read_attribute<NodeInfo>(reply->data());
  const DiscoveredPeer seen{info.node_guid, info.local_port_num};
  const auto [place, is_new] = by_port_guid_.try_emplace(info.port_guid.value(), nodes_.size());
  if (!is_new) return seen;
  DiscoveredNode node;
  node.path = path;
  node.info = info;
  node.round_trip = reply->round_trip;
  if (const auto text = ask(path, SmpAttributeId::kNodeDescription)) {
    node.description = read_attribute<NodeDescription>(text->data()).str();
  }
  nodes_.push_back(std::move(node));
  return seen;
}

void Discovery::explore(std::size_t index) {
  const HopPath path = nodes_[index].path;
  const bool is_switch = nodes_[index].is_switch();
  const unsigned own = nodes_[index].info.local_port_num;
  const unsigned first = is_switch ? 0 : own;
  const unsigned last = is_switch ? nodes_[index].info.num_ports : own;
  for (unsigned number = first; number <= last; ++number) {
    const auto reply = ask(path, SmpAttributeId::kPortInfo, number);
    if (!reply) continue;
    nodes_[index].ports[static_cast<std::uint8_t>(number)].info =
        read_attribute<PortInfo>(reply->data());
  }
  for (unsigned number = std::max(first, 1u); number <= last; ++number) {
    look_behind(index, static_cast<std::uint8_t>(number));
  }
}

void Discovery::look_behind(std::size_t index, std::uint8_t port) {
  const auto found = nodes_[index].ports.find(port);
  if (found == nodes_[index].ports.end() || !has_link(found->second.info)) return;
  // A CA passes nothing on: only from the first host there is a way out.
  if (!nodes_[index].is_switch() && index != 0) return;
  if (nodes_[index].path.size() >= DirectedRoute::kMaxHops) return;
  HopPath path = nodes_[index].path;
  path.push_back(port);
  const auto peer = visit(path);
  if (!peer) return;
  found->second.peer = peer;
  // The cable is known from both ends, also where the far one is a CA.
  for (DiscoveredNode& node : nodes_) {
    if (node.is_switch() || node.info.node_guid != peer->node_guid) continue;
    if (node.info.local_port_num != peer->port) continue;
    node.ports[peer->port].peer = DiscoveredPeer{nodes_[index].info.node_guid, port};
  }
}

void Discovery::set_state(const DiscoveredNode& node, std::uint8_t port, PortInfo& info,
                          unsigned state) {
  PortInfo wanted = info;
  wanted.port_state = static_cast<std::uint8_t>(state);
  wanted.port_physical_state = 0;
  const auto reply =
      caller_.set(node.path, SmpAttributeId::kPortInfo, port, encode_attribute(wanted));
  if (!reply || reply->status() != MadStatus::kOk) {
    fail(node.path, "Set of PortState of port " + std::to_string(port) + " failed");
    return;
  }
  info = read_attribute<PortInfo>(reply->data());
}

void Discovery::activate() {
  for (const PortState state : {PortState::kArmed, PortState::kActive}) {
    for (DiscoveredNode& node : nodes_) {
      for (auto& [number, port] : node.ports) {
        const bool below =
            has_link(port.info) && port.info.port_state < static_cast<std::uint8_t>(state);
        if (below) set_state(node, number, port.info, static_cast<unsigned>(state));
      }
    }
  }
}

void Discovery::read_counters() {
  constexpr unsigned kXmitPackets = 256;
  constexpr unsigned kRcvPackets = 288;
  for (DiscoveredNode& node : nodes_) {
    for (auto& [number, port] : node.ports) {
      if (number == 0 || !has_link(port.info)) continue;
      const auto reply = caller_.port_counters(node.lid(), number);
      if (!reply || reply->status() != MadStatus::kOk) {
        fail(node.path, "PortCounters of port " + std::to_string(number) + " failed");
        continue;
      }
      port.xmit_packets = load_bits(reply->data(), kXmitPackets, 32);
      port.rcv_packets = load_bits(reply->data(), kRcvPackets, 32);
    }
  }
}

}  // namespace ib::tb
