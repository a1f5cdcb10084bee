// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "models/ib/machine.h"

namespace ib {

inline constexpr unsigned kScramblerBits = 58;
inline constexpr std::uint64_t kScramblerMask = (std::uint64_t{1} << kScramblerBits) - 1;

/// Last 58 bits of a scrambled stream, the oldest in bit 0: all the state either end has.
/// Words are in line order, bit 0 first.
struct ScramblerState {
  std::uint64_t history = kScramblerMask;
};

/// Self-synchronising scrambler x^58 + x^39 + 1, a word a call: each bit out is the bit in plus the
/// bits out 39 and 58 before (ib-facts 8.4).
class Scrambler {
 public:
  explicit Scrambler(ScramblerState state = {}) : history_(state.history & kScramblerMask) {}

  [[nodiscard]] std::uint64_t scramble(std::uint64_t plain) {
    const std::uint64_t low = half(plain & kHalfMask);
    return low | half(plain >> 32) << 32;
  }
  [[nodiscard]] ScramblerState state() const { return {history_}; }

 private:
  static constexpr std::uint64_t kHalfMask = 0xFFFFFFFF;

  /// Up to 39 bits depend on history alone; a half word is 32.
  std::uint64_t half(std::uint64_t plain) {
    const std::uint64_t out = (plain ^ history_ ^ (history_ >> 19)) & kHalfMask;
    history_ = history_ >> 32 | out << (kScramblerBits - 32);
    return out;
  }

  std::uint64_t history_;
};

/// Undoes Scrambler; whatever its state, it is right from the 59th bit on. One wrong bit on the
/// line makes three wrong bits here.
class Descrambler {
 public:
  explicit Descrambler(ScramblerState state = {}) : history_(state.history & kScramblerMask) {}

  [[nodiscard]] std::uint64_t descramble(std::uint64_t scrambled) {
    const std::uint64_t before_58 = history_ | scrambled << kScramblerBits;
    const std::uint64_t before_39 = history_ >> 19 | scrambled << 39;
    history_ = scrambled >> (64 - kScramblerBits);
    return scrambled ^ before_58 ^ before_39;
  }
  [[nodiscard]] ScramblerState state() const { return {history_}; }

 private:
  std::uint64_t history_;
};

struct ScramblerIn {
  bool valid = false;       ///< A word is on the pins.
  bool descramble = false;  ///< Which end of the line this is; changes only while idle.
  std::uint64_t word = 0;
};

struct ScramblerOut {
  std::uint64_t word = 0;  ///< Of the same cycle.
};

/// Either end as a clocked block of 64 bits a clock. Its RTL twin is rtl/phy/ib_scrambler.sv.
using ScramblerMachine = Machine<ScramblerIn, ScramblerOut>;
[[nodiscard]] std::unique_ptr<ScramblerMachine> make_scrambler();

}  // namespace ib
