// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/rs_locator.h"

#include <algorithm>

namespace ib {
namespace {

using gf1024::Element;
using gf1024::kOrder;

Element add(Element a, Element b) { return static_cast<Element>(a ^ b); }

/// Next syndrome's difference from what the locator predicts.
Element discrepancy(const CheckSymbols& syndromes, const RsLocator& locator, unsigned step) {
  Element d = syndromes[step];
  for (unsigned i = 1; i <= locator.degree; ++i) {
    d = add(d, gf1024::multiply(locator.value[i], syndromes[step - i]));
  }
  return d;
}

/// locator -= factor * x^shift * other
void subtract(RsLocator& locator, Element factor, const RsLocator& other, unsigned shift) {
  for (unsigned i = 0; i <= other.degree && i + shift <= kMaxCheckSymbols; ++i) {
    Element& c = locator.value[i + shift];
    c = add(c, gf1024::multiply(factor, other.value[i]));
  }
}

}  // namespace

std::optional<RsLocator> solve_key_equation(const CheckSymbols& syndromes, unsigned check_symbols) {
  RsLocator locator;
  locator.value[0] = 1;
  RsLocator previous = locator;  // before the last change of length
  Element previous_discrepancy = 1;
  unsigned gap = 1;
  for (unsigned step = 0; step < check_symbols; ++step, ++gap) {
    const Element d = discrepancy(syndromes, locator, step);
    if (d == 0) continue;
    const Element factor = gf1024::divide(d, previous_discrepancy);
    if (2 * locator.degree > step) {
      subtract(locator, factor, previous, gap);
      continue;
    }
    const RsLocator before = locator;
    subtract(locator, factor, previous, gap);
    locator.degree = step + 1 - locator.degree;
    if (locator.degree > check_symbols / 2) return std::nullopt;
    previous = before;
    previous_discrepancy = d;
    gap = 0;
  }
  if (locator.value[locator.degree] == 0) return std::nullopt;
  return locator;
}

void find_magnitudes(const CheckSymbols& syndromes, const RsLocator& locator,
                     const RsPositions& positions, Element* magnitudes) {
  std::array<Element, kMaxCorrectable> evaluator{};  // syndromes(x) * locator(x) mod x^degree
  for (unsigned i = 0; i < locator.degree; ++i) {
    for (unsigned j = 0; j <= i; ++j) {
      evaluator[i] = add(evaluator[i], gf1024::multiply(locator.value[j], syndromes[i - j]));
    }
  }
  for (unsigned e = 0; e < positions.count; ++e) {
    const Element root = gf1024::exp(kOrder - positions.power[e]);
    const Element root_squared = gf1024::multiply(root, root);
    Element omega = 0;
    for (unsigned i = locator.degree; i-- > 0;) {
      omega = add(gf1024::multiply(omega, root), evaluator[i]);
    }
    Element slope = 0;  // derivative: the odd coefficients
    for (unsigned i = (locator.degree - 1) | 1;; i -= 2) {
      slope = add(gf1024::multiply(slope, root_squared), locator.value[i]);
      if (i == 1) break;
    }
    const Element quotient = gf1024::divide(omega, slope);
    magnitudes[e] = gf1024::multiply(quotient, gf1024::exp(positions.power[e]));
  }
}

}  // namespace ib
