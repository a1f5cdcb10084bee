// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/packet/opcode.h"

namespace ib {

/// States of a queue pair (ib-facts 6), numbered as verbs do.
enum class QpState : std::uint8_t { kReset, kInit, kRtr, kRts, kSqd, kSqe, kError };
inline constexpr unsigned kQpStates = 7;

/// Service of a queue pair, numbered as the BTH's transport field where there is one for it alone.
enum class QpType : std::uint8_t {
  kRc = 0,
  kUc = 1,
  kRd = 2,
  kUd = 3,
  kRawIpv6 = 4,       ///< Packets without transport: LRH, then an IPv6 packet of software.
  kXrcInitiator = 5,  ///< Extended reliable connection: a send queue alone.
  kRawEtherType = 7,  ///< The same behind a raw header with an EtherType.
  kXrcTarget = 6,     ///< Its other end: receives into shared queues that the packets name.
  kEndToEnd = 8,      ///< No queue pair: an end-to-end context, which carries the messages of kRd.
};

/// Requests are acknowledged and sent again.
[[nodiscard]] constexpr bool is_reliable(QpType type) {
  return type == QpType::kRc || type == QpType::kRd || type == QpType::kXrcInitiator ||
         type == QpType::kXrcTarget || type == QpType::kEndToEnd;
}
[[nodiscard]] constexpr bool is_raw(QpType type) {
  return type == QpType::kRawIpv6 || type == QpType::kRawEtherType;
}
/// Each send request names its destination and takes one packet.
[[nodiscard]] constexpr bool is_datagram(QpType type) {
  return type == QpType::kUd || is_raw(type);
}
[[nodiscard]] constexpr bool is_xrc(QpType type) {
  return type == QpType::kXrcInitiator || type == QpType::kXrcTarget;
}
/// Software posts send requests to it (IBTA Vol 1, A14: a target has no send queue).
[[nodiscard]] constexpr bool has_send_queue(QpType type) {
  return type != QpType::kXrcTarget && type != QpType::kEndToEnd;
}
/// Receive completions of its messages go to a completion queue of its own.
[[nodiscard]] constexpr bool has_receive_queue(QpType type) {
  return !is_xrc(type) && type != QpType::kEndToEnd;
}
/// Upper bits of its packets' opcodes.
[[nodiscard]] constexpr Transport transport_of(QpType type) {
  if (type == QpType::kEndToEnd) return Transport::kRd;
  return is_xrc(type) ? Transport::kXrc : static_cast<Transport>(type);
}

/// True when software may ask for this transition. Entering SQE is the hardware's alone.
[[nodiscard]] bool transition_allowed(QpState from, QpState to);

/// Receive work requests may be posted and are consumed by arriving packets.
[[nodiscard]] constexpr bool can_receive(QpState state) {
  return state == QpState::kRtr || state == QpState::kRts || state == QpState::kSqd ||
         state == QpState::kSqe;
}

/// New send work requests are started.
[[nodiscard]] constexpr bool can_send(QpState state) { return state == QpState::kRts; }

/// Send work requests complete with a flush error.
[[nodiscard]] constexpr bool flushes_sends(QpState state) {
  return state == QpState::kSqe || state == QpState::kError;
}

/// What was started before is finished: responses are taken, packets are sent again.
[[nodiscard]] constexpr bool can_finish_sends(QpState state) {
  return state == QpState::kRts || state == QpState::kSqd;
}

}  // namespace ib
