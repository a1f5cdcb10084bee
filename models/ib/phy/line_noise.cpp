// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/line_noise.h"

#include <cmath>

#include "models/ib/phy/ber.h"

namespace ib {

LineNoise::LineNoise(Modulation modulation, double snr_db, RandomStream random) : random_(random) {
  const double energy = modulation == Modulation::kPam4 ? 5.0 : 1.0;
  const double half_distance = std::sqrt(std::pow(10.0, snr_db / 10.0) / energy);
  const double one = q_function(half_distance);
  any_ = 2 * one;
  if (any_ <= 0) return;
  two_ = q_function(3 * half_distance) / one;
  three_ = q_function(5 * half_distance) / one;
  next_.symbol = random_.geometric(any_);
  draw();
}

void LineNoise::draw() {
  const bool up = (random_() & 1) != 0;
  const double u = random_.uniform();
  const int size = u < three_ ? 3 : u < two_ ? 2 : 1;
  next_.levels = up ? size : -size;
}

void LineNoise::collect(std::uint64_t first, std::uint64_t last, std::vector<NoiseHit>& hits) {
  while (next_.symbol < last) {
    if (next_.symbol >= first) hits.push_back(next_);
    next_.symbol += 1 + random_.geometric(any_);
    draw();
  }
}

}  // namespace ib
