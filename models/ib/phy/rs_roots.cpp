// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/rs_roots.h"

#include <cstring>
#include <numeric>

namespace ib {
namespace {

using gf1024::Element;
using gf1024::kOrder;

constexpr unsigned kChunk = 32;  ///< Powers looked at together.

unsigned inverse_modulo(unsigned a, unsigned modulus) {
  unsigned x = 1 % modulus;
  while (a * x % modulus != 1 % modulus) ++x;
  return x;
}

/// True when one of four 16-bit lanes below 2^10 is zero: adding 2^15 - 1 sets the top bit of all
/// others and carries nowhere.
bool any_zero(const Element* lanes) {
  std::uint64_t word;
  std::memcpy(&word, lanes, sizeof word);
  return (~(word + 0x7FFF7FFF7FFF7FFFu) & 0x8000800080008000u) != 0;
}

/// Of powers first_power .. n.
void collect(const Element* sums, unsigned first_power, unsigned n, unsigned limit,
             RsPositions& found) {
  for (unsigned group = 0; group < kChunk; group += 4) {
    if (!any_zero(sums + group)) continue;
    for (unsigned i = group; i < group + 4; ++i) {
      if (sums[i] != 0 || first_power + i >= n || found.count == limit) continue;
      found.power[found.count++] = static_cast<std::uint16_t>(first_power + i);
    }
  }
}

}  // namespace

RsRootSearch::RsRootSearch(unsigned n, unsigned t) : n_(n) {
  const unsigned padded = (n + kChunk - 1) / kChunk * kChunk;
  for (unsigned degree = 1; degree <= t; ++degree) {
    const unsigned cosets = std::gcd(degree, kOrder);
    const unsigned period = kOrder / cosets;
    const unsigned inverse = inverse_modulo(period - degree / cosets % period, period);
    steps_[degree] = {cosets, period, inverse, sequence_.size(), period + padded};
    for (unsigned coset = 0; coset < cosets; ++coset) {
      for (unsigned i = 0; i < period + padded; ++i) {
        sequence_.push_back(gf1024::exp((coset + i * (kOrder - degree)) % kOrder));
      }
    }
  }
}

const Element* RsRootSearch::stretch(unsigned degree, Element coefficient) const {
  const Steps& steps = steps_[degree];
  const unsigned log = gf1024::log(coefficient);
  const unsigned start = log / steps.cosets * steps.inverse % steps.period;
  return &sequence_[steps.begin + log % steps.cosets * steps.length + start];
}

RsPositions RsRootSearch::find(const RsLocator& locator) const {
  std::array<const Element*, kMaxCorrectable> rows;
  unsigned count = 0;
  for (unsigned i = 1; i <= locator.degree; ++i) {
    if (locator.value[i] != 0) rows[count++] = stretch(i, locator.value[i]);
  }
  RsPositions found;
  for (unsigned power = 0; power < n_ && found.count < locator.degree; power += kChunk) {
    std::array<Element, kChunk> sums;
    sums.fill(locator.value[0]);
    for (unsigned r = 0; r < count; ++r) {
      const Element* const row = rows[r] + power;
      for (unsigned i = 0; i < kChunk; ++i) sums[i] = static_cast<Element>(sums[i] ^ row[i]);
    }
    collect(sums.data(), power, n_, locator.degree, found);
  }
  return found;
}

}  // namespace ib
