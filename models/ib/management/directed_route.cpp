// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/directed_route.h"

#include <algorithm>

#include "models/ib/base/bytes.h"

namespace ib {
namespace {

SmiDecision discard(const DirectedRoute& route) { return {SmiAction::kDiscard, 0, Lid{}, route}; }

SmiDecision send(const DirectedRoute& route, const SmiNode& node, std::uint8_t port) {
  if (port == 0 || port > node.ports) return discard(route);
  return {SmiAction::kSend, port, Lid{}, route};
}

/// The directed part is over: either `here` or on towards `lid`, which takes a switch.
SmiDecision finish(const DirectedRoute& route, const SmiNode& node, SmiAction here, Lid lid) {
  if (lid == kPermissiveLid) return {here, 0, Lid{}, route};
  if (!node.is_switch) return discard(route);
  return {SmiAction::kForward, 0, lid, route};
}

SmiDecision go_out(DirectedRoute route, const SmiNode& node, std::uint8_t in_port) {
  const std::uint8_t pointer = route.hop_pointer;
  const std::uint8_t count = route.hop_count;
  if (pointer == count + 1) return {SmiAction::kToAgent, 0, Lid{}, route};
  if (pointer > count || (pointer == 0 && count > 0)) return discard(route);

  const bool last = pointer == count;
  if (!last && !node.is_switch) return discard(route);
  if (count > 0) route.return_path[pointer] = in_port;
  ++route.hop_pointer;
  if (last) return finish(route, node, SmiAction::kToAgent, route.dr_dlid);
  return send(route, node, route.initial_path[route.hop_pointer]);
}

SmiDecision come_back(DirectedRoute route, const SmiNode& node) {
  const std::uint8_t pointer = route.hop_pointer;
  const std::uint8_t count = route.hop_count;
  if (pointer == 0) return {SmiAction::kToManager, 0, Lid{}, route};
  if (pointer > count + 1) return discard(route);

  --route.hop_pointer;
  const bool at_responder = count > 0 && pointer == count + 1;
  if (at_responder) return send(route, node, route.return_path[route.hop_pointer]);
  if (pointer == 1) return finish(route, node, SmiAction::kToManager, route.dr_slid);
  if (!node.is_switch) return discard(route);
  return send(route, node, route.return_path[route.hop_pointer]);
}

}  // namespace

void DirectedRoute::encode(std::uint8_t* mad) const {
  const unsigned status = load_be16(mad + smp::kStatus) & ~unsigned{smp::kDirectionBit};
  store_be16(mad + smp::kStatus,
             static_cast<std::uint16_t>(status | (returning ? smp::kDirectionBit : 0u)));
  mad[smp::kHopPointer] = hop_pointer;
  mad[smp::kHopCount] = hop_count;
  store_be16(mad + smp::kDrSlid, dr_slid.value());
  store_be16(mad + smp::kDrDlid, dr_dlid.value());
  std::copy(initial_path.begin(), initial_path.end(), mad + smp::kInitialPath);
  std::copy(return_path.begin(), return_path.end(), mad + smp::kReturnPath);
}

DirectedRoute DirectedRoute::decode(const std::uint8_t* mad) {
  DirectedRoute route;
  route.returning = (load_be16(mad + smp::kStatus) & smp::kDirectionBit) != 0;
  route.hop_pointer = mad[smp::kHopPointer];
  route.hop_count = mad[smp::kHopCount];
  route.dr_slid = Lid{load_be16(mad + smp::kDrSlid)};
  route.dr_dlid = Lid{load_be16(mad + smp::kDrDlid)};
  std::copy_n(mad + smp::kInitialPath, smp::kPathBytes, route.initial_path.begin());
  std::copy_n(mad + smp::kReturnPath, smp::kPathBytes, route.return_path.begin());
  return route;
}

SmiDecision process_directed_route(const DirectedRoute& route, const SmiNode& node,
                                   std::uint8_t in_port) {
  // Longer routes would run past the paths.
  if (route.hop_count > DirectedRoute::kMaxHops) return discard(route);
  return route.returning ? come_back(route, node) : go_out(route, node, in_port);
}

SmiDecision start_directed_route(const DirectedRoute& route, const SmiNode& node) {
  if (route.returning || route.hop_count == 0 || route.hop_pointer != 0) {
    return process_directed_route(route, node, 0);
  }
  if (route.hop_count > DirectedRoute::kMaxHops) return discard(route);
  DirectedRoute out = route;
  out.hop_pointer = 1;
  return send(out, node, out.initial_path[1]);
}

DirectedRoute answer_route(DirectedRoute route) {
  route.returning = true;
  return route;
}

}  // namespace ib
