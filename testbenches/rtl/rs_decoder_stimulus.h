// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/base/random.h"
#include "models/ib/phy/reed_solomon.h"
#include "models/ib/phy/rs_decoder.h"

namespace ib::tb {

/// Codewords with 0 to 20 wrong symbols, and random words, with stretches of source idles, sink
/// stalls or neither.
class RsDecoderStimulus {
 public:
  explicit RsDecoderStimulus(std::uint64_t seed) : random_{seed, "rs_decoder"} {}

  const RsDecoderIn& next(const RsDecoderOut& previous) {
    if (in_.valid && previous.ready) at_ += kRsEncoderSymbols;
    if (at_ == kRsEncoderN) make_word();
    if (random_.below(2000) == 0) {
      busy_ = random_.below(5);
      ready_ = random_.below(5);
    }
    in_.valid = random_.below(4) < busy_;
    in_.ready = random_.below(4) < ready_;
    in_.symbols = {word_[at_], word_[at_ + 1]};
    return in_;
  }
  static bool same(const RsDecoderOut& a, const RsDecoderOut& b) {
    return a.ready == b.ready && a.symbols == b.symbols;
  }

 private:
  gf1024::Element symbol() { return static_cast<gf1024::Element>(random_.below(1024)); }

  void make_word() {
    at_ = 0;
    for (gf1024::Element& s : word_) s = symbol();
    const std::uint64_t errors = random_.below(22);
    if (errors == 21) return;  // no codeword at all
    code_.encode(word_.data());
    for (std::uint64_t e = 0; e < errors; ++e) {
      gf1024::Element& wrong = word_[random_.below(kRsEncoderN)];
      wrong = static_cast<gf1024::Element>(wrong ^ (1 + random_.below(1023)));
    }
  }

  RandomStream random_;
  ReedSolomon code_{kRsEncoderN, kRsEncoderK};
  std::array<gf1024::Element, kRsEncoderN> word_{};
  unsigned at_ = kRsEncoderN;
  std::uint64_t busy_ = 4;   ///< Quarters of the clocks with symbols.
  std::uint64_t ready_ = 4;  ///< And of those in which they are taken.
  RsDecoderIn in_;
};

}  // namespace ib::tb
