// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/base/types.h"
#include "models/ib/packet/mad_header.h"

namespace ib {

/// What of an SMP of class 0x81 steers it.
struct DirectedRoute {
  static constexpr std::uint8_t kMaxHops = 63;
  using Path = std::array<std::uint8_t, smp::kPathBytes>;  ///< Entry 0 is unused.

  bool returning = false;  ///< The D bit.
  std::uint8_t hop_pointer = 0;
  std::uint8_t hop_count = 0;
  Lid dr_slid = kPermissiveLid;
  Lid dr_dlid = kPermissiveLid;
  Path initial_path{};
  Path return_path{};

  /// Writes into a whole MAD, leaving everything else of it alone.
  void encode(std::uint8_t* mad) const;
  [[nodiscard]] static DirectedRoute decode(const std::uint8_t* mad);
};

/// The node whose subnet management interface (SMI) handles the SMP.
struct SmiNode {
  bool is_switch = false;
  std::uint8_t ports = 1;  ///< Physical ports, numbered from 1.
};

enum class SmiAction : std::uint8_t {
  kDiscard,
  kSend,       ///< Out of `port`, with permissive LIDs.
  kToAgent,    ///< To the local management agent.
  kToManager,  ///< To the manager that asked.
  kForward,    ///< Towards `lid` by the forwarding table.
};

struct SmiDecision {
  SmiAction action = SmiAction::kDiscard;
  std::uint8_t port = 0;
  Lid lid;
  DirectedRoute route;  ///< As it goes on.
};

/// What the node does with an SMP that came in on `in_port` (0: from the node itself, as the
/// agent's answer does). IBTA Vol 1, 14.2.2.
[[nodiscard]] SmiDecision process_directed_route(const DirectedRoute& route, const SmiNode& node,
                                                 std::uint8_t in_port);

/// What the node does with an SMP that its own manager sends. IBTA Vol 1, 14.2.2.
[[nodiscard]] SmiDecision start_directed_route(const DirectedRoute& route, const SmiNode& node);

/// The route of the agent's answer: only the direction changes.
[[nodiscard]] DirectedRoute answer_route(DirectedRoute route);

}  // namespace ib
