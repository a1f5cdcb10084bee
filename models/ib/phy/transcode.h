// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "models/ib/phy/block66.h"

namespace ib {

inline constexpr unsigned kBlocksPer257 = 4;
using BlockGroup = std::array<Block66, kBlocksPer257>;

/// A 257-bit block: header bit, then 256 bits of payload, word 0 and its bit 0 first on the line.
struct Block257 {
  bool all_data = false;
  std::array<std::uint64_t, kBlocksPer257> payload{};
  friend bool operator==(const Block257& a, const Block257& b) {
    return a.all_data == b.all_data && a.payload == b.payload;
  }
};

/// Four 64b/66b blocks as one block of 257 bits (IEEE 802.3 clause 91.5.2.5): the headers shrink to
/// one bit when all are data; else to four flags, for which the first control block gives up the
/// high nibble of its type, that the low one tells.
[[nodiscard]] Block257 transcode(const BlockGroup& blocks);

/// Writes the four blocks; false, and nothing written, when no four blocks transcode to this.
[[nodiscard]] bool transcode_back(const Block257& block, Block66* blocks);
[[nodiscard]] std::optional<BlockGroup> transcode_back(const Block257& block);

}  // namespace ib
