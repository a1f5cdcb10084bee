// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "models/link/packet_store.h"

namespace ib::sw {

/// The copies of multicast packets. Copies of one packet share its receive buffer, which is free
/// when the last of them has left.
class BranchTable {
 public:
  /// `copies` are all of one packet; not empty.
  void add(const std::vector<link::Slot>& copies) {
    const std::uint32_t family = new_family();
    left_[family - 1] = static_cast<std::uint32_t>(copies.size());
    for (const link::Slot slot : copies) slot->family = family;
  }
  /// The packet leaves its input; true when its receive buffer becomes free by that.
  bool leave(link::Slot slot) {
    if (slot->family == 0) return true;
    const std::uint32_t family = std::exchange(slot->family, 0);
    if (--left_[family - 1] > 0) return false;
    free_.push_back(family);
    --families_;
    return true;
  }
  /// Whether any copy waits.
  [[nodiscard]] bool any() const { return families_ != 0; }

 private:
  [[nodiscard]] std::uint32_t new_family() {
    if (free_.empty()) {
      left_.push_back(0);
      free_.push_back(static_cast<std::uint32_t>(left_.size()));
    }
    const std::uint32_t family = free_.back();
    free_.pop_back();
    ++families_;
    return family;
  }

  std::uint32_t families_ = 0;       ///< That have copies.
  std::vector<std::uint32_t> left_;  ///< By family - 1: copies at the input.
  std::vector<std::uint32_t> free_;  ///< Families without copies.
};

}  // namespace ib::sw
