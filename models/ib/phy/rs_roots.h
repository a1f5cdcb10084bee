// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/ib/phy/gf1024.h"
#include "models/ib/phy/rs_locator.h"

namespace ib {

/// Finds where a locator vanishes, at all powers of a word at once. The terms of one coefficient
/// along the powers are a stretch of a fixed sequence, alpha^c, alpha^(c-i), alpha^(c-2i) ..; it is
/// stored once, and a coefficient's logarithm picks where the stretch begins.
class RsRootSearch {
 public:
  /// For words of n symbols and locators up to degree t.
  RsRootSearch(unsigned n, unsigned t);

  /// Powers p < n with locator(alpha^-p) = 0, at most the degree.
  [[nodiscard]] RsPositions find(const RsLocator& locator) const;

 private:
  /// The sequences of one degree: as many as its step has in common with the field's order.
  struct Steps {
    unsigned cosets;
    unsigned period;
    unsigned inverse;   ///< Of -step / cosets modulo the period.
    std::size_t begin;  ///< In `sequence_`, `length` elements a coset.
    std::size_t length;
  };

  [[nodiscard]] const gf1024::Element* stretch(unsigned degree, gf1024::Element coefficient) const;

  unsigned n_;
  std::array<Steps, kMaxCorrectable + 1> steps_{};
  std::vector<gf1024::Element> sequence_;
};

}  // namespace ib
