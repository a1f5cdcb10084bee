// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/management_node.h"

#include <algorithm>

namespace ib {
namespace {

bool is_request(MadMethod method) { return method == MadMethod::kGet || method == MadMethod::kSet; }

/// Methods that the agents answer: all but responses and what is never answered.
bool asks_for_answer(const MadPacket& packet) {
  const MadMethod method = packet.method();
  return !packet.is_response() && method != MadMethod::kSend && method != MadMethod::kTrap &&
         method != MadMethod::kReport;
}

std::optional<std::uint64_t> earlier(std::optional<std::uint64_t> a,
                                     std::optional<std::uint64_t> b) {
  if (a && b) return std::min(*a, *b);
  return a ? a : b;
}

}  // namespace

ManagementNode::ManagementNode(ManagedNode& chip, const NodeIdentity& identity,
                               const ManagementConfig& config)
    : identity_(identity),
      subnet_(chip, identity, config),
      performance_(chip, identity),
      congestion_(chip, identity) {}

bool ManagementNode::owns(Lid lid) const {
  const PortInfo& own = subnet_.port_info();
  const unsigned base = own.lid.value();
  return base != 0 && (lid.value() ^ base) >> own.lmc == 0;
}

ManagementNode::Outgoing ManagementNode::drop(std::uint64_t& counter) {
  ++counter;
  return std::nullopt;
}

ManagementNode::Outgoing ManagementNode::receive(const MadPacket& packet, std::uint8_t in_port,
                                                 std::uint64_t now) {
  ++counters_.received;
  const bool permissive = packet.dlid == kPermissiveLid && packet.is_directed();
  if (!permissive && !owns(packet.dlid)) return drop(counters_.bad_address);
  if (packet.dest_qp == kQp1) return general(packet, now);
  if (packet.is_directed()) return directed(packet, in_port, now);
  if (packet.mgmt_class() != MgmtClass::kSubnetLid) return drop(counters_.bad_class);
  return to_subnet_agent(packet, in_port, now);
}

ManagementNode::Outgoing ManagementNode::directed(MadPacket packet, std::uint8_t in_port,
                                                  std::uint64_t now) {
  const DirectedRoute route = DirectedRoute::decode(packet.mad.data());
  // The first part went by LID; the directed part begins here.
  const bool begins = packet.dlid != kPermissiveLid && !route.returning && route.hop_pointer == 0 &&
                      route.hop_count > 0 && route.dr_slid != kPermissiveLid;
  const SmiDecision decision =
      begins ? start_directed_route(route, smi()) : process_directed_route(route, smi(), in_port);
  return follow(decision, packet, in_port, now);
}

ManagementNode::Outgoing ManagementNode::follow(const SmiDecision& decision, MadPacket packet,
                                                std::uint8_t in_port, std::uint64_t now) {
  decision.route.encode(packet.mad.data());
  OutgoingMad out;
  out.passed_on = true;
  switch (decision.action) {
    case SmiAction::kDiscard:
      return drop(counters_.bad_route);
    case SmiAction::kToAgent:
      return to_subnet_agent(packet, in_port, now);
    case SmiAction::kToManager:
      return to_client(packet);
    case SmiAction::kSend:
      out.port = decision.port;
      packet.slid = kPermissiveLid;
      packet.dlid = kPermissiveLid;
      break;
    case SmiAction::kForward:
      out.way = OutgoingMad::Way::kLid;
      packet.slid = subnet_.port_info().lid;
      packet.dlid = decision.lid;
      break;
  }
  ++counters_.passed_on;
  out.packet = packet;
  return out;
}

ManagementNode::Outgoing ManagementNode::to_subnet_agent(MadPacket packet, std::uint8_t in_port,
                                                         std::uint64_t now) {
  const auto attribute = static_cast<SmpAttributeId>(packet.header().attribute_id);
  const bool for_manager = attribute == SmpAttributeId::kSmInfo && has_client_;
  if (for_manager || !asks_for_answer(packet)) return to_client(packet);
  if (!subnet_.handle(packet, in_port, now)) {
    if (packet.method() != MadMethod::kTrapRepress) ++counters_.bad_key;
    return std::nullopt;
  }
  ++counters_.answered;
  return send_answer(packet, now);
}

// An answer goes back by the directed route, unless the last part of the way went by LID.
ManagementNode::Outgoing ManagementNode::send_answer(MadPacket answer, std::uint64_t now) {
  OutgoingMad out;
  if (answer.is_directed()) {
    const DirectedRoute route = answer_route(DirectedRoute::decode(answer.mad.data()));
    route.encode(answer.mad.data());
    if (route.dr_dlid == kPermissiveLid) {
      Outgoing back = follow(process_directed_route(route, smi(), 0), answer, 0, now);
      if (back) back->passed_on = false;
      return back;
    }
  }
  out.way = owns(answer.dlid) ? OutgoingMad::Way::kClient : OutgoingMad::Way::kLid;
  if (out.way == OutgoingMad::Way::kClient) return to_client(answer);
  out.packet = answer;
  return out;
}

bool ManagementNode::admits(const MadPacket& packet) {
  const KeyViolation where{packet.slid, packet.dlid, packet.sl, packet.src_qp, packet.dest_qp, 0};
  if (packet.q_key != kQp1QKey) {
    KeyViolation violation = where;
    violation.key = packet.q_key.value();
    subnet_.bad_key(TrapNumber::kBadQKey, violation);
    ++counters_.bad_q_key;
    return false;
  }
  if (!subnet_.admits(packet.p_key)) {
    KeyViolation violation = where;
    violation.key = packet.p_key.value();
    subnet_.bad_key(TrapNumber::kBadPKey, violation);
    ++counters_.bad_p_key;
    return false;
  }
  return true;
}

ManagementNode::Outgoing ManagementNode::general(MadPacket packet, std::uint64_t now) {
  if (!admits(packet)) return std::nullopt;
  const MgmtClass mgmt_class = packet.mgmt_class();
  if (mgmt_class == MgmtClass::kSubnetLid || mgmt_class == MgmtClass::kSubnetDirected) {
    return drop(counters_.bad_class);
  }
  if (!asks_for_answer(packet)) return to_client(packet);
  if (mgmt_class == MgmtClass::kPerformance) {
    performance_.handle(packet, now);
  } else if (mgmt_class == MgmtClass::kCongestionControl) {
    if (!congestion_.handle(packet, now)) return drop(counters_.bad_key);
  } else if (has_client_) {
    return to_client(packet);
  } else if (is_request(packet.method())) {
    make_answer(packet, MadStatus::kBadMethodAttribute);
  } else {
    return drop(counters_.bad_class);
  }
  ++counters_.answered;
  return send_answer(packet, now);
}

ManagementNode::Outgoing ManagementNode::to_client(const MadPacket& packet) {
  if (!has_client_) return drop(counters_.unanswerable);
  ++counters_.to_client;
  OutgoingMad out;
  out.way = OutgoingMad::Way::kClient;
  out.packet = packet;
  return out;
}

ManagementNode::Outgoing ManagementNode::send(const MadPacket& packet, std::uint64_t now) {
  if (packet.is_directed() && packet.dlid == kPermissiveLid) {
    const DirectedRoute route = DirectedRoute::decode(packet.mad.data());
    return follow(start_directed_route(route, smi()), packet, 0, now);
  }
  OutgoingMad out;
  out.way = OutgoingMad::Way::kLid;
  out.packet = packet;
  out.packet.slid = subnet_.port_info().lid;
  if (owns(packet.dlid)) return receive(out.packet, 0, now);
  return out;
}

ManagementNode::Outgoing ManagementNode::expire(std::uint64_t now) {
  performance_.expire(now);
  const std::optional<MadPacket> trap = subnet_.take_trap(now);
  if (!trap) return std::nullopt;
  ++counters_.traps_sent;
  OutgoingMad out;
  out.way = OutgoingMad::Way::kLid;
  out.packet = *trap;
  if (owns(trap->dlid)) return to_client(*trap);
  return out;
}

std::optional<std::uint64_t> ManagementNode::deadline() const {
  return earlier(subnet_.deadline(), performance_.deadline());
}

}  // namespace ib
