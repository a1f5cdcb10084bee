// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/pam4_gray_precoder.h"

#include "models/ib/phy/pam4.h"

namespace ib {
namespace {

class ClockedPam4GrayPrecoder final : public Pam4GrayPrecoder {
 public:
  void reset() override { precoder_ = {}; }

  Pam4GrayPrecoderOut step(const Pam4GrayPrecoderIn& in) override {
    Pam4Precoder precoder = precoder_;
    Pam4GrayPrecoderOut out;
    for (unsigned symbol = 0; symbol < kPam4PrecoderSymbols; ++symbol) {
      const auto pair = static_cast<unsigned>(in.bits >> 2 * symbol & 3);
      const Pam4 gray = gray_level(pair & 1, pair >> 1);
      const Pam4 level = in.precode ? precoder.encode(gray) : gray;
      out.levels |= std::uint64_t{level} << 2 * symbol;
    }
    if (in.valid) precoder_ = in.precode ? precoder : Pam4Precoder{};
    return out;
  }

 private:
  Pam4Precoder precoder_;
};

}  // namespace

std::unique_ptr<Pam4GrayPrecoder> make_pam4_gray_precoder() {
  return std::make_unique<ClockedPam4GrayPrecoder>();
}

}  // namespace ib
