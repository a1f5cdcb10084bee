// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/ib/base/types.h"
#include "models/ib/packet/packet.h"

namespace ib {

/// What a switch port lets through in one direction: packets of its partitions, and raw packets or
/// none (PartitionEnforcementInbound and Outbound, FilterRawInbound and Outbound; ib-facts 4.4).
struct PartitionFilter {
  bool enforce = false;     ///< Drop packets of partitions that are not in `table`.
  bool filter_raw = false;  ///< Drop packets without BTH.
  std::vector<PKey> table;  ///< Bit 15: full member. Entries with a base of 0 match nothing.

  [[nodiscard]] bool active() const { return enforce || filter_raw; }
  /// Whether the packet may pass. Subnet management packets (VL15) always do.
  [[nodiscard]] bool passes(const Packet& packet) const;
  /// Whether some entry has the packet's base key and one of the two is a full member.
  [[nodiscard]] bool holds(PKey p_key) const;
};

/// Two keys match: equal in the low 15 bits, not zero there, and at least one a full member.
/// IBTA Vol 1, 10.9.3.
[[nodiscard]] constexpr bool p_keys_match(PKey a, PKey b) {
  constexpr unsigned kFull = 0x8000;
  const bool same_base = ((a.value() ^ b.value()) & 0x7FFF) == 0 && (a.value() & 0x7FFF) != 0;
  return same_base && ((a.value() | b.value()) & kFull) != 0;
}

}  // namespace ib
