// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/ib/phy/gf1024.h"

namespace ib {

/// The largest 2t of the codes in use, rounded up to whole words of four symbols.
inline constexpr unsigned kMaxCheckSymbols = 32;
using CheckSymbols = std::array<gf1024::Element, kMaxCheckSymbols>;

/// Division of a symbol stream by a generator polynomial, eight symbols a step: the encoder's
/// parity, and, since a received word's remainder holds all its syndromes, the decoder's first
/// step. Tables are indexed by half symbols, so that they stay in the nearest cache.
class RsRemainder {
 public:
  /// `check_symbols` = 2t, 14 or 30.
  explicit RsRemainder(unsigned check_symbols);

  /// Remainder of message(x) * x^2t, highest power first; zeros behind it.
  void divide(const gf1024::Element* message, unsigned count, CheckSymbols& remainder) const;
  /// Values of a remainder at alpha^0 .. alpha^(2t-1).
  void syndromes(const CheckSymbols& remainder, CheckSymbols& values) const;

  /// The path without vector instructions, for comparison; gives the same bits.
  void divide_portable(const gf1024::Element* message, unsigned count,
                       CheckSymbols& remainder) const;

  [[nodiscard]] unsigned check_symbols() const { return check_symbols_; }

 private:
  void fill_division_tables();
  void fill_syndrome_tables();

  unsigned check_symbols_;
  unsigned words_;     ///< 64-bit words of four 16-bit lanes that hold a remainder: 4 or 8.
  bool wide_ = false;  ///< The processor has AVX2.
  std::vector<std::uint64_t> division_;  ///< [symbol of the step][half][32][words_]
  std::vector<std::uint64_t> values_;    ///< [symbol of the remainder][half][32][words_]
};

}  // namespace ib
