// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/pam4_gray_precoder_rtl.h"

#include <Vib_pam4_gray_precoder.h>

#include "rtl/cosim/clocked.h"

namespace ib::cosim {
namespace {

class Pam4GrayPrecoderRtl final : public Pam4GrayPrecoder {
 public:
  Pam4GrayPrecoderRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  Pam4GrayPrecoderOut step(const Pam4GrayPrecoderIn& in) override {
    Vib_pam4_gray_precoder& pins = block_.pins();
    pins.valid_i = in.valid ? 1 : 0;
    pins.precode_i = in.precode ? 1 : 0;
    pins.bits_i = in.bits;
    block_.settle();
    const Pam4GrayPrecoderOut out{pins.levels_o};
    block_.edge();
    return out;
  }

 private:
  Clocked<Vib_pam4_gray_precoder> block_;
};

}  // namespace

std::unique_ptr<Pam4GrayPrecoder> make_pam4_gray_precoder_rtl() {
  return std::make_unique<Pam4GrayPrecoderRtl>();
}

}  // namespace ib::cosim
