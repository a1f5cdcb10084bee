// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "models/ib/phy/fec.h"
#include "models/ib/phy/gf1024.h"

namespace ib::rs_message {

// Messages of a group of codewords as words of bits and as symbols, both in line order.

inline constexpr unsigned kMaxMessageSymbols = 516;
inline constexpr unsigned kMaxInterleave = 8;
/// A group's message in line order, and room for what whole units and shifted reads touch.
using Words =
    std::array<std::uint64_t, kMaxInterleave * kMaxMessageSymbols * kRsSymbolBits / 64 + 8>;

/// Appends bits to a message, a word at a time.
class Writer {
 public:
  explicit Writer(Words& words) : words_(words) {}

  void bit(bool value) {
    gathered_ |= std::uint64_t{value} << held_;
    if (++held_ == 64) flush();
  }
  void word(std::uint64_t value) {
    words_[at_++] = gathered_ | value << held_;
    gathered_ = value >> 1 >> (63 - held_);
  }
  /// Zeros up to `end` words.
  void finish(std::size_t end) {
    flush();
    while (at_ < end) words_[at_++] = 0;
  }

 private:
  void flush() {
    words_[at_++] = gathered_;
    gathered_ = 0;
    held_ = 0;
  }

  Words& words_;
  std::size_t at_ = 0;
  std::uint64_t gathered_ = 0;
  unsigned held_ = 0;  ///< Bits gathered, below 64.
};

/// 64 bits from bit `at` on.
[[nodiscard]] inline std::uint64_t take(const Words& words, std::size_t at) {
  return words[at / 64] >> (at % 64) | words[at / 64 + 1] << 1 << (63 - at % 64);
}

// 32 symbols fill five words: symbol by symbol in the source text, all shifts are constants, and no
// word is read back just after it was written, which would stall.
inline constexpr unsigned kUnit = 32;
inline constexpr unsigned kUnitWords = kUnit * kRsSymbolBits / 64;
using UnitIndices = std::make_index_sequence<kUnit>;

template <std::size_t kSymbol>
[[nodiscard]] gf1024::Element cut_one(const std::uint64_t* words) {
  constexpr std::size_t kWord = kSymbol * kRsSymbolBits / 64;
  constexpr unsigned kShift = kSymbol * kRsSymbolBits % 64;
  std::uint64_t value = words[kWord] >> kShift;
  if constexpr (kShift > 64 - kRsSymbolBits) value |= words[kWord + 1] << (64 - kShift);
  return static_cast<gf1024::Element>(value & 0x3FF);
}

template <std::size_t kSymbol>
void join_one(std::uint64_t symbol, std::array<std::uint64_t, kUnitWords>& words) {
  constexpr std::size_t kWord = kSymbol * kRsSymbolBits / 64;
  constexpr unsigned kShift = kSymbol * kRsSymbolBits % 64;
  words[kWord] |= symbol << kShift;
  if constexpr (kShift > 64 - kRsSymbolBits) words[kWord + 1] |= symbol >> (64 - kShift);
}

template <std::size_t... kSymbols>
void cut_unit(const std::uint64_t* words, gf1024::Element* symbols,
              std::index_sequence<kSymbols...>) {
  ((symbols[kSymbols] = cut_one<kSymbols>(words)), ...);
}

template <std::size_t... kSymbols>
void join_unit(const gf1024::Element* symbols, std::uint64_t* words,
               std::index_sequence<kSymbols...>) {
  std::array<std::uint64_t, kUnitWords> joined{};
  (join_one<kSymbols>(symbols[kSymbols], joined), ...);
  std::copy(joined.begin(), joined.end(), words);
}

/// Writes whole units: up to 31 symbols too many.
inline void cut_symbols(const Words& words, unsigned count, gf1024::Element* symbols) {
  for (unsigned unit = 0; unit * kUnit < count; ++unit) {
    cut_unit(&words[std::size_t{unit} * kUnitWords], symbols + std::size_t{unit} * kUnit,
             UnitIndices{});
  }
}

/// Reads whole units.
inline void join_symbols(const gf1024::Element* symbols, unsigned count, Words& words) {
  for (unsigned unit = 0; unit * kUnit < count; ++unit) {
    join_unit(symbols + std::size_t{unit} * kUnit, &words[std::size_t{unit} * kUnitWords],
              UnitIndices{});
  }
}

}  // namespace ib::rs_message
