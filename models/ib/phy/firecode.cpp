// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/firecode.h"

#include "models/ib/phy/scrambler.h"

namespace ib {
namespace {

constexpr unsigned kParityBits = 32;
constexpr unsigned kWords = kFirecodeBits / 64;

/// g without x^32, bit i the coefficient of x^i.
constexpr std::uint32_t kGenerator = 1u << 23 | 1u << 21 | 1u << 11 | 1u << 2 | 1u;

constexpr std::uint32_t reversed(std::uint32_t bits) {
  std::uint32_t out = 0;
  for (unsigned i = 0; i < 32; ++i) out |= (bits >> i & 1u) << (31 - i);
  return out;
}

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t rest = byte;
    for (int bit = 0; bit < 8; ++bit) {
      rest = (rest & 1) != 0 ? rest >> 1 ^ reversed(kGenerator) : rest >> 1;
    }
    table[byte] = rest;
  }
  return table;
}

constexpr std::array<std::uint32_t, 256> kTable = make_table();

/// Message times x^32 modulo g, the highest power in bit 0 as it goes on the line.
std::uint32_t parity(const FirecodeWord& word) {
  std::uint32_t rest = 0;
  const auto take = [&rest](std::uint64_t bits, unsigned count) {
    for (unsigned i = 0; i < count; i += 8) {
      rest = rest >> 8 ^ kTable[(rest ^ static_cast<std::uint32_t>(bits >> i)) & 0xFF];
    }
  };
  for (unsigned i = 0; i + 1 < kWords; ++i) take(word[i], 64);
  take(word[kWords - 1], kParityBits);
  return rest;
}

void flip(FirecodeWord& word, unsigned power) {
  const unsigned at = kFirecodeBits - 1 - power;
  word[at / 64] ^= std::uint64_t{1} << (at % 64);
}

}  // namespace

void firecode_encode(FirecodeWord& word) {
  word[kWords - 1] = (word[kWords - 1] & 0xFFFFFFFF) | std::uint64_t{parity(word)} << kParityBits;
}

std::optional<unsigned> firecode_decode(FirecodeWord& word) {
  const auto received = static_cast<std::uint32_t>(word[kWords - 1] >> kParityBits);
  std::uint32_t burst = reversed(parity(word) ^ received);
  if (burst == 0) return 0;
  // The syndrome is x^j times the burst: divide by x until it fits the burst's length.
  for (unsigned j = 0; j < kFirecodeBits; ++j) {
    if (burst < 1u << kFirecodeBurst) {
      const unsigned length = 32u - static_cast<unsigned>(__builtin_clz(burst));
      if (j + length > kFirecodeBits) return std::nullopt;
      for (unsigned i = 0; i < length; ++i) {
        if ((burst >> i & 1) != 0) flip(word, j + i);
      }
      return length - static_cast<unsigned>(__builtin_ctz(burst));
    }
    burst = (burst & 1) != 0 ? (burst ^ kGenerator) >> 1 | 1u << 31 : burst >> 1;
  }
  return std::nullopt;
}

FirecodeWord firecode_frame(const FirecodeGroup& blocks) {
  FirecodeWord word{};
  unsigned at = 0;
  for (const Block66& block : blocks) {
    word[at / 64] |= std::uint64_t{block.control} << (at % 64);
    ++at;
    word[at / 64] |= block.payload << (at % 64);
    if (at % 64 != 0) word[at / 64 + 1] |= block.payload >> (64 - at % 64);
    at += 64;
  }
  firecode_encode(word);
  firecode_whiten(word);
  return word;
}

FirecodeGroup firecode_blocks(const FirecodeWord& word) {
  FirecodeGroup blocks;
  unsigned at = 0;
  for (Block66& block : blocks) {
    block.control = (word[at / 64] >> (at % 64) & 1) != 0;
    ++at;
    block.payload = word[at / 64] >> (at % 64);
    if (at % 64 != 0) block.payload |= word[at / 64 + 1] << (64 - at % 64);
    at += 64;
  }
  return blocks;
}

void firecode_whiten(FirecodeWord& word) {
  Scrambler sequence{ScramblerState{0x5555555555555555u & kScramblerMask}};
  for (std::uint64_t& bits : word) bits ^= sequence.scramble(0);
}

}  // namespace ib
