// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tlm/time.h"

namespace ib::tb {

/// What protocols tell the receiver beside a message: a kind and either a place in the sender's
/// table with a length, or a time. Real protocols have this in headers that the capsules' lengths
/// hold.
struct MessageTag {
  static constexpr unsigned kKindShift = 60;
  static constexpr unsigned kSlotShift = 33;

  [[nodiscard]] static constexpr std::uint64_t make(unsigned kind, std::uint32_t slot,
                                                    std::uint64_t bytes) {
    return std::uint64_t{kind} << kKindShift | std::uint64_t{slot} << kSlotShift | bytes;
  }
  [[nodiscard]] static constexpr std::uint64_t timed(unsigned kind, Ticks time) {
    return std::uint64_t{kind} << kKindShift | static_cast<std::uint64_t>(time);
  }
  [[nodiscard]] static constexpr unsigned kind(std::uint64_t tag) {
    return static_cast<unsigned>(tag >> kKindShift);
  }
  [[nodiscard]] static constexpr std::uint32_t slot(std::uint64_t tag) {
    return static_cast<std::uint32_t>(tag >> kSlotShift & 0x7FF'FFFF);
  }
  [[nodiscard]] static constexpr std::uint64_t bytes(std::uint64_t tag) {
    return tag & ((std::uint64_t{1} << kSlotShift) - 1);
  }
  [[nodiscard]] static constexpr Ticks time(std::uint64_t tag) {
    return static_cast<Ticks>(tag & ((std::uint64_t{1} << kKindShift) - 1));
  }
};

}  // namespace ib::tb
