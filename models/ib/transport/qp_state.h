// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ib {

/// States of a queue pair (ib-facts 6), numbered as verbs do.
enum class QpState : std::uint8_t { kReset, kInit, kRtr, kRts, kSqd, kSqe, kError };
inline constexpr unsigned kQpStates = 7;

/// Service of a queue pair, numbered as the BTH's transport field.
enum class QpType : std::uint8_t { kRc = 0, kUc = 1, kRd = 2, kUd = 3 };

/// Requests are acknowledged and sent again.
[[nodiscard]] constexpr bool is_reliable(QpType type) {
  return type == QpType::kRc || type == QpType::kRd;
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
