// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/rs_encoder.h"

#include <algorithm>

#include "models/ib/phy/reed_solomon.h"

namespace ib {
namespace {

/// Gathers a message and encodes it at once when it is whole.
class GatheringRsEncoder final : public RsEncoder {
 public:
  void reset() override { at_ = 0; }

  RsEncoderOut step(const RsEncoderIn& in) override {
    RsEncoderOut out;
    const bool in_message = at_ < kRsEncoderK;
    out.ready = in_message && in.ready;
    if (!in_message) {
      out.symbols = RsSymbols{codeword_[at_], codeword_[at_ + 1]};
    } else if (in.valid) {
      out.symbols = in.symbols;
    }
    if (out.symbols && in.ready) advance(*out.symbols);
    return out;
  }

 private:
  void advance(const RsSymbols& symbols) {
    std::copy(symbols.begin(), symbols.end(), &codeword_[at_]);
    at_ += kRsEncoderSymbols;
    if (at_ == kRsEncoderK) code_.encode(codeword_.data());
    if (at_ == kRsEncoderN) at_ = 0;
  }

  ReedSolomon code_{kRsEncoderN, kRsEncoderK};
  std::array<gf1024::Element, kRsEncoderN> codeword_{};
  unsigned at_ = 0;  ///< Symbols of the codeword that have passed.
};

}  // namespace

std::unique_ptr<RsEncoder> make_rs_encoder() { return std::make_unique<GatheringRsEncoder>(); }

}  // namespace ib
