// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <cstddef>
#include <cstdint>

#include "models/ib/link/word.h"

namespace ib::cosim {

inline constexpr std::size_t kWordLanes = kWordBytes / 4;

/// The `index`-th word of a vector; its first byte on the wire in the lowest bits.
template <std::size_t kLanes>
void store_word(VlWide<kLanes>& vector, std::size_t index, const Word& word) {
  for (std::size_t lane = 0; lane < kWordLanes; ++lane) {
    const std::uint8_t* byte = &word[4 * lane];
    vector[index * kWordLanes + lane] =
        static_cast<std::uint32_t>(byte[0] | byte[1] << 8 | byte[2] << 16) |
        static_cast<std::uint32_t>(byte[3]) << 24;
  }
}
template <std::size_t kLanes>
[[nodiscard]] Word load_word(const VlWide<kLanes>& vector, std::size_t index) {
  Word word{};
  for (std::size_t i = 0; i < kWordBytes; ++i) {
    const std::uint32_t lane = vector[index * kWordLanes + i / 4];
    word[i] = static_cast<std::uint8_t>(lane >> 8 * (i % 4));
  }
  return word;
}

}  // namespace ib::cosim
