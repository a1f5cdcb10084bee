// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/scrambler_rtl.h"

#include <Vib_scrambler.h>

#include "rtl/cosim/clocked.h"

namespace ib::cosim {
namespace {

class ScramblerRtl final : public ScramblerMachine {
 public:
  ScramblerRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  ScramblerOut step(const ScramblerIn& in) override {
    Vib_scrambler& pins = block_.pins();
    pins.valid_i = in.valid ? 1 : 0;
    pins.descramble_i = in.descramble ? 1 : 0;
    pins.data_i = in.word;
    block_.settle();
    const ScramblerOut out{pins.data_o};
    block_.edge();
    return out;
  }

 private:
  Clocked<Vib_scrambler> block_;
};

}  // namespace

std::unique_ptr<ScramblerMachine> make_scrambler_rtl() { return std::make_unique<ScramblerRtl>(); }

}  // namespace ib::cosim
