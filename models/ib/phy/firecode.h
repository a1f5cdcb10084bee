// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "models/ib/phy/block66.h"

namespace ib {

inline constexpr unsigned kFirecodeBits = 2112;
inline constexpr unsigned kFirecodeBlocks = 32;
inline constexpr unsigned kFirecodeBurst = 11;
/// 2112 bits in line order, word 0 and its bit 0 first: 2080 of message, 32 of parity.
using FirecodeWord = std::array<std::uint64_t, kFirecodeBits / 64>;
using FirecodeGroup = std::array<Block66, kFirecodeBlocks>;

/// Fills in the parity of g = x^32 + x^23 + x^21 + x^11 + x^2 + 1 (ib-facts 8.2).
void firecode_encode(FirecodeWord& word);

/// Corrects one burst of up to 11 bits and answers its length; std::nullopt: uncorrectable, word
/// left as it came.
[[nodiscard]] std::optional<unsigned> firecode_decode(FirecodeWord& word);

/// 32 blocks with their headers cut to one bit, encoded, and whitened by the scrambler sequence
/// from the state 1010.. (IEEE 802.3 clause 74).
[[nodiscard]] FirecodeWord firecode_frame(const FirecodeGroup& blocks);
[[nodiscard]] FirecodeGroup firecode_blocks(const FirecodeWord& word);
/// Adds the whitening sequence, or takes it away.
void firecode_whiten(FirecodeWord& word);

}  // namespace ib
