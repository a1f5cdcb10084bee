// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/rs_decoder.h"

#include <array>

#include "models/ib/phy/reed_solomon.h"

namespace ib {
namespace {

constexpr unsigned kPairs = kRsEncoderN / kRsEncoderSymbols;  ///< Clocks of a word.
constexpr unsigned kStoredPairs = 512;
constexpr unsigned kStages = 4;  ///< Of the way out.
constexpr unsigned kSolveClocks = kRsDecoderLatency - kStages - 1;

/// Decodes a word at once when it is whole and lets it go when the clocked stages would.
class StagedRsDecoder final : public RsDecoder {
 public:
  void reset() override {
    coming_.count = 0;
    solving_ = leaving_ = false;
    stored_ = 0;
    stages_ = {};
  }

  RsDecoderOut step(const RsDecoderIn& in) override {
    const std::optional<RsDecoderSymbols>& last = stages_.back();
    const bool last_in = coming_.count == kPairs - 1;
    const RsDecoderOut out{stored_ != kStoredPairs && !(last_in && solving_), last};
    const bool solved = solving_ && clocks_left_ == 0;
    if (solving_ && clocks_left_ > 0) --clocks_left_;
    if (!last || in.ready) move();
    if (solved && !leaving_) hand_over();
    if (in.valid && out.ready) take(in.symbols);
    return out;
  }

 private:
  struct Word {
    std::array<gf1024::Element, kRsEncoderN> symbols{};
    unsigned count = 0;  ///< Pairs that have come, or have left.
    bool failed = false;
    unsigned corrected = 0;
  };

  void take(const RsSymbols& symbols) {
    for (unsigned s = 0; s < kRsEncoderSymbols; ++s) {
      coming_.symbols[coming_.count * kRsEncoderSymbols + s] = symbols[s];
    }
    ++stored_;
    if (++coming_.count < kPairs) return;
    const auto corrected = code_.decode(coming_.symbols.data());
    coming_.failed = !corrected;
    coming_.corrected = corrected.value_or(0);
    coming_.count = 0;
    solved_word_ = coming_;
    solving_ = true;
    clocks_left_ = kSolveClocks - 1;
  }

  void hand_over() {
    leaving_word_ = solved_word_;
    solving_ = false;
    leaving_ = true;
  }

  void move() {
    for (unsigned s = kStages; s-- > 1;) stages_[s] = stages_[s - 1];
    stages_[0].reset();
    if (!leaving_) return;
    const unsigned at = leaving_word_.count * kRsEncoderSymbols;
    stages_[0] = {{leaving_word_.symbols[at], leaving_word_.symbols[at + 1]},
                  leaving_word_.failed,
                  leaving_word_.corrected};
    --stored_;
    leaving_ = ++leaving_word_.count < kPairs;
  }

  ReedSolomon code_{kRsEncoderN, kRsEncoderK};
  Word coming_;
  Word solved_word_;
  Word leaving_word_;
  bool solving_ = false;  ///< A whole word waits for its solution or for the way out.
  unsigned clocks_left_ = 0;
  bool leaving_ = false;
  unsigned stored_ = 0;  ///< Pairs of symbols.
  std::array<std::optional<RsDecoderSymbols>, kStages> stages_{};
};

}  // namespace

std::unique_ptr<RsDecoder> make_rs_decoder() { return std::make_unique<StagedRsDecoder>(); }

}  // namespace ib
