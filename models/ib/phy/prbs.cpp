// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/prbs.h"

namespace ib {
namespace {

struct Pattern {
  unsigned length;
  std::uint32_t taps;  ///< Bit i: the register bit i + 1 steps old takes part.
};

constexpr std::uint32_t tap(unsigned age) { return 1u << (age - 1); }

// ITU-T O.150 and, for PRBS13, IEEE 802.3 clause 94: x^13 + x^12 + x^2 + x + 1.
constexpr std::array<Pattern, 5> kPatterns{{
    {7, tap(7) | tap(6)},
    {9, tap(9) | tap(5)},
    {13, tap(13) | tap(12) | tap(2) | tap(1)},
    {23, tap(23) | tap(18)},
    {31, tap(31) | tap(28)},
}};

const Pattern& pattern(PrbsOrder order) { return kPatterns[static_cast<std::size_t>(order)]; }

constexpr std::uint32_t mask(unsigned length) { return (1u << length) - 1; }

}  // namespace

unsigned prbs_length(PrbsOrder order) { return pattern(order).length; }

PrbsGenerator::PrbsGenerator(PrbsOrder order, std::uint32_t seed)
    : taps_(pattern(order).taps), mask_(mask(pattern(order).length)), register_(seed & mask_) {
  if (register_ == 0) register_ = mask_;
}

PrbsChecker::PrbsChecker(PrbsOrder order)
    : taps_(pattern(order).taps), mask_(mask(pattern(order).length)) {}

void PrbsChecker::take(unsigned bit) {
  const auto expected = static_cast<unsigned>(__builtin_parity(register_ & taps_));
  const bool wrong = bit != expected || register_ == 0;
  if (!locked()) {
    good_run_ = wrong ? 0 : good_run_ + 1;
    register_ = (register_ << 1 | bit) & mask_;
    recent_ = 0;
    return;
  }
  ++bits_;
  errors_ += wrong ? 1 : 0;
  recent_ = recent_ << 1 | (wrong ? 1u : 0u);
  register_ = (register_ << 1 | expected) & mask_;
  if (static_cast<unsigned>(__builtin_popcountll(recent_)) >= kLossRun) good_run_ = 0;
}

}  // namespace ib
