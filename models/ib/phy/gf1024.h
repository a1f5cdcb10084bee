// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace ib::gf1024 {

// The field of the Reed-Solomon codes: GF(2^10) by x^10 + x^3 + 1, alpha = x = 2 (ib-facts 8.2).
// Elements are the integers 0-1023, addition is exclusive or.

using Element = std::uint16_t;

inline constexpr unsigned kPolynomial = 0x409;
inline constexpr unsigned kElements = 1024;
inline constexpr unsigned kOrder = 1023;  ///< alpha^1023 = 1.

inline constexpr unsigned kLogOfZero = 2 * kOrder;  ///< Any sum with it reads a zero from `exp`.

struct Tables {
  /// Twice round, so that a sum of two logarithms needs no modulo, then zeros.
  std::array<Element, 2 * kLogOfZero + 1> exp{};
  std::array<std::uint16_t, kElements> log{};
};

[[nodiscard]] constexpr Tables make_tables() {
  Tables t;
  t.log[0] = kLogOfZero;
  unsigned x = 1;
  for (unsigned i = 0; i < kOrder; ++i) {
    t.exp[i] = static_cast<Element>(x);
    t.exp[i + kOrder] = static_cast<Element>(x);
    t.log[x] = static_cast<std::uint16_t>(i);
    x <<= 1;
    if ((x & kElements) != 0) x ^= kPolynomial;
  }
  return t;
}

inline constexpr Tables kTables = make_tables();

/// alpha^power, power < 2 * kOrder; 0 beyond.
[[nodiscard]] constexpr Element exp(unsigned power) { return kTables.exp[power]; }
/// Logarithm to base alpha; kLogOfZero for 0.
[[nodiscard]] constexpr unsigned log(Element a) { return kTables.log[a]; }

[[nodiscard]] constexpr Element multiply(Element a, Element b) { return exp(log(a) + log(b)); }
/// a != 0.
[[nodiscard]] constexpr Element inverse(Element a) { return exp(kOrder - log(a)); }
/// b != 0.
[[nodiscard]] constexpr Element divide(Element a, Element b) {
  return exp(log(a) + (kOrder - log(b)));
}

}  // namespace ib::gf1024
