// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/line_noise.h"

#include <algorithm>
#include <cmath>

#include "models/ib/phy/ber.h"

namespace ib {
namespace {

constexpr double kTwoTo64 = 0x1p64;

/// A probability in 2^-64, given its complement, which is the exact one where it is small.
std::uint64_t scaled(double complement) {
  if (complement < 0.5) return ~static_cast<std::uint64_t>(complement * kTwoTo64);
  return static_cast<std::uint64_t>((1 - complement) * kTwoTo64);
}

/// Entry k: probability of at most k hits of n at probability p each, in 2^-64; ends where what is
/// left is below one unit.
std::vector<std::uint64_t> binomial_table(unsigned n, double p) {
  std::vector<std::uint64_t> table;
  double log_term = n * std::log1p(-p);
  double beyond = -std::expm1(log_term);  // right where nearly all stretches are quiet
  for (unsigned k = 0; k < n && beyond * kTwoTo64 >= 1; ++k) {
    table.push_back(scaled(beyond));
    log_term += std::log(static_cast<double>(n - k) / (k + 1)) + std::log(p) - std::log1p(-p);
    const double term = std::exp(log_term);
    if (k > n * p && term * kTwoTo64 < 1) break;
    beyond = std::max(beyond - term, 0.0);
  }
  return table;
}

}  // namespace

/// The numbers of one stretch.
class LineNoise::Draws {
 public:
  explicit Draws(std::uint64_t key) : key_(key) {}
  std::uint64_t operator()() { return mix64(key_, counter_++); }

 private:
  std::uint64_t key_;
  std::uint64_t counter_ = 0;
};

LineNoise::LineNoise(Modulation modulation, double snr_db, RandomStream random) : key_(random()) {
  const double energy = modulation == Modulation::kPam4 ? 5.0 : 1.0;
  const double half_distance = std::sqrt(std::pow(10.0, snr_db / 10.0) / energy);
  const double one = q_function(half_distance);
  if (one <= 0) return;
  two_ = q_function(3 * half_distance) / one;
  three_ = q_function(5 * half_distance) / one;
  at_most_ = binomial_table(kStretch, 2 * one);
}

std::size_t LineNoise::draw_count(Draws& draws) const {
  const auto place = std::upper_bound(at_most_.begin(), at_most_.end(), draws());
  return static_cast<std::size_t>(place - at_most_.begin());
}

int LineNoise::draw_levels(Draws& draws) const {
  const double u = static_cast<double>(draws() >> 11) * 0x1.0p-53;
  const int size = u < three_ ? 3 : u < two_ ? 2 : 1;
  return (draws() & 1) != 0 ? size : -size;
}

void LineNoise::collect_stretch(std::uint64_t stretch, std::uint64_t first, std::uint64_t last,
                                std::vector<NoiseHit>& hits) const {
  Draws draws{mix64(key_, stretch)};
  std::size_t left = draw_count(draws);
  if (left == 0) return;
  Places places{};
  while (left > 0) {
    const std::uint64_t place = draws() >> (64 - kStretchBits);
    std::uint64_t& word = places[place / 64];
    const std::uint64_t bit = std::uint64_t{1} << (place % 64);
    left -= (word & bit) == 0 ? 1 : 0;
    word |= bit;
  }
  for (std::size_t w = 0; w < places.size(); ++w) {
    for (std::uint64_t word = places[w]; word != 0; word &= word - 1) {
      const int levels = draw_levels(draws);
      const auto place = w * 64 + static_cast<unsigned>(__builtin_ctzll(word));
      const std::uint64_t symbol = stretch * kStretch + place;
      if (symbol >= first && symbol < last) hits.push_back({symbol, levels});
    }
  }
}

void LineNoise::collect(std::uint64_t first, std::uint64_t last,
                        std::vector<NoiseHit>& hits) const {
  if (at_most_.empty()) return;
  for (std::uint64_t stretch = first / kStretch; stretch * kStretch < last; ++stretch) {
    collect_stretch(stretch, first, last, hits);
  }
}

}  // namespace ib
