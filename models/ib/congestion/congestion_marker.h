// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/base/types.h"

namespace ib {

/// How an output VL stands in a congestion tree (ib-facts 7).
enum class CongestionRole : std::uint8_t { kNone, kRoot, kVictim };

/// When a switch port sets FECN: SwitchCongestionSetting, or the element of one port. IBTA Vol 1,
/// annex A10.
struct MarkingRule {
  std::uint32_t threshold = 0;     ///< 0 = no marking; 1 = at a very full queue, 15 = nearly empty.
  std::uint32_t packet_size = 0;   ///< Shorter packets are not marked; in 64-byte units.
  std::uint32_t marking_rate = 0;  ///< Eligible packets that pass unmarked between two marks.
  bool mark_victims = false;       ///< VictimMask of the port: mark without credits as well.
};

/// Blocks a queue of `capacity` holds at the threshold, in sixteen even steps; nothing above them
/// is congestion-free. `threshold` is 1 to 15.
[[nodiscard]] constexpr std::uint32_t congested_blocks(std::uint32_t threshold,
                                                       std::uint32_t capacity) {
  return capacity * (16 - threshold) / 16;
}

/// Root and victim detection and the marking of one output VL.
class CongestionMarker {
 public:
  CongestionMarker() = default;
  CongestionMarker(const MarkingRule& rule, std::uint32_t capacity_blocks)
      : rule_(rule),
        limit_(rule.threshold == 0 ? 0 : congested_blocks(rule.threshold, capacity_blocks)) {}

  [[nodiscard]] const MarkingRule& rule() const { return rule_; }

  /// `queued` blocks wait, credits for `credits` are there: over the threshold, a queue that could
  /// send all it holds is the root of a tree, and else a victim of one further down.
  [[nodiscard]] CongestionRole role(std::uint32_t queued, std::uint32_t credits) const {
    if (rule_.threshold == 0 || queued <= limit_) return CongestionRole::kNone;
    return credits >= queued ? CongestionRole::kRoot : CongestionRole::kVictim;
  }

  /// Whether to mark a packet of `wire_bytes` that joins a queue in `role`; counts it.
  bool mark(CongestionRole role, std::uint32_t wire_bytes) {
    if (role == CongestionRole::kNone) return false;
    if (role == CongestionRole::kVictim && !rule_.mark_victims) return false;
    if (wire_bytes < rule_.packet_size * kPacketUnit) return false;
    if (unmarked_ < rule_.marking_rate) {
      ++unmarked_;
      return false;
    }
    unmarked_ = 0;
    return true;
  }

 private:
  static constexpr std::uint32_t kPacketUnit = 64;

  MarkingRule rule_;
  std::uint32_t limit_ = 0;
  std::uint32_t unmarked_ = 0;  ///< Eligible packets since the last mark.
};

}  // namespace ib
