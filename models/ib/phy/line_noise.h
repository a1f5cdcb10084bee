// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
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
/// can change a decision are drawn: the law is exact. The line is cut into stretches with a random
/// stream each, so what nobody asks for costs nothing. Whether a hit matters depends on the level
/// it meets: an outermost level cannot be pushed outward.
class LineNoise {
 public:
  LineNoise() = default;
  LineNoise(Modulation modulation, double snr_db, RandomStream random);

  /// Appends the hits in symbols [first, last), in order.
  void collect(std::uint64_t first, std::uint64_t last, std::vector<NoiseHit>& hits) const;

 private:
  static constexpr unsigned kStretchBits = 12;
  static constexpr unsigned kStretch = 1u << kStretchBits;  ///< Symbols.
  using Places = std::array<std::uint64_t, kStretch / 64>;  ///< One bit a symbol.

  class Draws;

  [[nodiscard]] std::size_t draw_count(Draws& draws) const;
  void collect_stretch(std::uint64_t stretch, std::uint64_t first, std::uint64_t last,
                       std::vector<NoiseHit>& hits) const;
  [[nodiscard]] int draw_levels(Draws& draws) const;

  double two_ = 0;    ///< Of hits, the share that is pushed past three half level distances.
  double three_ = 0;  ///< And past five.
  /// Entry k: probability of at most k hits in a stretch, in 2^-64. Empty on a silent line.
  std::vector<std::uint64_t> at_most_;
  std::uint64_t key_ = 0;
};

/// What a hit makes of a level, 0 to `top`.
[[nodiscard]] constexpr int hit_level(int level, int levels, int top) {
  const int pushed = level + levels;
  return pushed < 0 ? 0 : pushed > top ? top : pushed;
}

}  // namespace ib
