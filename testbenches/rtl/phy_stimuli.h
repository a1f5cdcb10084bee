// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/base/random.h"
#include "models/ib/phy/scrambler.h"

namespace ib::tb {

/// Random words with idle clocks; now and then the block becomes the other end of the line.
class ScramblerStimulus {
 public:
  explicit ScramblerStimulus(std::uint64_t seed) : random_{seed, "scrambler"} {}

  const ScramblerIn& next(const ScramblerOut& /*previous*/) {
    const std::uint64_t dice = random_();
    in_.valid = (dice & 3) != 0;
    if (!in_.valid && (dice >> 2 & 15) == 0) in_.descramble = !in_.descramble;
    in_.word = random_();
    return in_;
  }
  static bool same(const ScramblerOut& a, const ScramblerOut& b) { return a.word == b.word; }

 private:
  RandomStream random_;
  ScramblerIn in_;
};

}  // namespace ib::tb
