// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace ib {

/// Multipliers that carry 16 bytes of a message over as many bytes as lie between, modulo a CRC's
/// polynomial: first eight bytes, last eight.
struct CrcFolds {
  std::uint64_t far_first = 0;  ///< Over 64 bytes.
  std::uint64_t far_last = 0;
  std::uint64_t near_first = 0;  ///< Over 16 bytes.
  std::uint64_t near_last = 0;
};

/// x^exponent modulo a reflected polynomial of `bits` bits, at most 64; x^63 is bit 0.
[[nodiscard]] constexpr std::uint64_t power_of_x(unsigned exponent, std::uint64_t polynomial,
                                                 unsigned bits) {
  std::uint64_t power = std::uint64_t{1} << (bits - 1);
  for (unsigned i = 0; i < exponent; ++i) {
    power = (power & 1) != 0 ? (power >> 1) ^ polynomial : power >> 1;
  }
  return power << (64 - bits);
}

/// A product of two such numbers comes out one bit low, hence an x less.
[[nodiscard]] constexpr CrcFolds crc_folds(std::uint64_t polynomial, unsigned bits) {
  const auto over = [=](unsigned distance) { return power_of_x(distance - 1, polynomial, bits); };
  return {over(512 + 64), over(512), over(128 + 64), over(128)};
}

inline constexpr std::size_t kCrcFoldBytes = 16;
inline constexpr std::size_t kLeastToFold = 64;  ///< Bytes.

/// Whether this processor multiplies without carries (PCLMULQDQ).
[[nodiscard]] bool can_fold_crcs();

/// Folds a message to the 16 bytes `folded` whose CRC from a register of zeros is that of the
/// message from `state`. `count`: a multiple of 16, at least kLeastToFold. Only where one can.
void fold_crc(const CrcFolds& folds, std::uint64_t state, const std::uint8_t* bytes,
              std::size_t count, std::uint8_t* folded);

}  // namespace ib
