// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ib/base/random.h"
#include "models/ib/link/generation.h"

namespace ib {

/// A line symbol that noise pushed past a threshold, and by how many levels up (or down).
struct NoiseHit {
  std::uint64_t symbol = 0;
  int levels = 0;
};

/// White Gaussian noise on a line without intersymbol interference, of which only the samples that
/// can change a decision are drawn: the law is exact, and quiet stretches cost nothing. Whether a
/// hit matters depends on the level it meets: an outermost level cannot be pushed outward.
class LineNoise {
 public:
  LineNoise() = default;
  LineNoise(Modulation modulation, double snr_db, RandomStream random);

  /// Appends the hits in symbols [first, last); `first` is not below the `last` of the call before.
  void collect(std::uint64_t first, std::uint64_t last, std::vector<NoiseHit>& hits);

 private:
  void draw();

  double any_ = 0;    ///< Probability that noise exceeds half the level distance, either way.
  double two_ = 0;    ///< Given that, that it exceeds three halves.
  double three_ = 0;  ///< And five halves.
  RandomStream random_;
  NoiseHit next_{~std::uint64_t{0}, 0};
};

/// What a hit makes of a level, 0 to `top`.
[[nodiscard]] constexpr int hit_level(int level, int levels, int top) {
  const int pushed = level + levels;
  return pushed < 0 ? 0 : pushed > top ? top : pushed;
}

}  // namespace ib
