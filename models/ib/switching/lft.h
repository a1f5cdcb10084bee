// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/ib/base/types.h"

namespace ib {

/// Linear forwarding table: output port of each unicast LID, 255 = drop, 0 = the management port
/// (ib-facts 4.4). Grows with the LIDs that are set; what lies beyond `top` is dropped.
class Lft {
 public:
  static constexpr std::uint8_t kDrop = 255;
  static constexpr unsigned kBlockLids = 64;
  static constexpr unsigned kCapacity = 0xC000;  ///< Unicast LIDs, 0 included.
  using Block = std::array<std::uint8_t, kBlockLids>;

  /// Hot path: port or kDrop.
  [[nodiscard]] std::uint8_t lookup(Lid dlid) const {
    const std::size_t lid = dlid.value();
    return lid <= top_ && lid < ports_.size() ? ports_[lid] : kDrop;
  }

  /// Ignored for LIDs that are not unicast.
  void set(Lid lid, std::uint8_t port);
  /// SwitchInfo.LinearFDBTop: the last LID that is forwarded.
  void set_top(Lid top) { top_ = top.value(); }
  [[nodiscard]] Lid top() const { return Lid{static_cast<std::uint16_t>(top_)}; }

  /// LinearForwardingTable attribute: LIDs 64 * index .. 64 * index + 63.
  [[nodiscard]] Block block(unsigned index) const;
  void set_block(unsigned index, const Block& block);

 private:
  std::size_t top_ = kCapacity - 1;
  std::vector<std::uint8_t> ports_;
};

}  // namespace ib
