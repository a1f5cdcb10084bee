// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/ib/base/parameter.h"
#include "models/ib/phy/pam4.h"

namespace ib {

/// Pseudo-random test patterns by their shift register: x^n + x^m + 1 (PRBS13: four terms).
enum class PrbsOrder : std::uint8_t { k7, k9, k13, k23, k31 };

template <>
struct EnumNames<PrbsOrder> {
  static constexpr std::array<std::string_view, 5> values{"prbs7", "prbs9", "prbs13", "prbs23",
                                                          "prbs31"};
};

/// Register length: the pattern repeats after 2^length - 1 bits.
[[nodiscard]] unsigned prbs_length(PrbsOrder order);

/// Generates a pattern bit by bit, or the PAM4 form (PRBS13Q, PRBS31Q): Gray-mapped pairs.
class PrbsGenerator {
 public:
  /// `seed`: the register; all zeros would stand still and is taken as all ones.
  explicit PrbsGenerator(PrbsOrder order, std::uint32_t seed = ~std::uint32_t{0});

  [[nodiscard]] unsigned next_bit() {
    const auto bit = static_cast<unsigned>(__builtin_parity(register_ & taps_));
    register_ = (register_ << 1 | bit) & mask_;
    return bit;
  }
  [[nodiscard]] Pam4 next_pam4() {
    const unsigned first = next_bit();
    return gray_level(first, next_bit());
  }

 private:
  std::uint32_t taps_;
  std::uint32_t mask_;
  std::uint32_t register_;
};

/// Checks a received pattern against itself: predicts each bit from the bits before, so it needs no
/// start. A single wrong bit is counted once, because the register is fed the prediction when
/// locked.
class PrbsChecker {
 public:
  explicit PrbsChecker(PrbsOrder order);

  /// Takes the next received bit.
  void take(unsigned bit);

  [[nodiscard]] bool locked() const { return good_run_ >= kLockRun; }
  /// Counted while locked.
  [[nodiscard]] std::uint64_t bits() const { return bits_; }
  [[nodiscard]] std::uint64_t errors() const { return errors_; }

 private:
  static constexpr unsigned kLockRun = 64;
  static constexpr unsigned kLossRun = 32;  ///< Recent errors of the last 64 bits that lose lock.

  std::uint32_t taps_;
  std::uint32_t mask_;
  std::uint32_t register_ = 0;
  unsigned good_run_ = 0;
  std::uint64_t recent_ = 0;  ///< One bit an error, the latest in bit 0.
  std::uint64_t bits_ = 0;
  std::uint64_t errors_ = 0;
};

}  // namespace ib
