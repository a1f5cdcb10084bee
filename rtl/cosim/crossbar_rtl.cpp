// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/crossbar_rtl.h"

#include <Vib_crossbar.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"
#include "rtl/cosim/words.h"

namespace ib::cosim {
namespace {

constexpr unsigned kIndexBits = 2;  // of kCrossbarRtlPorts

class CrossbarRtl final : public CrossbarMachine {
 public:
  CrossbarRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  CrossbarOut step(const CrossbarIn& in) override {
    Vib_crossbar& pins = block_.pins();
    for (unsigned i = 0; i < kCrossbarRtlPorts; ++i) {
      store_field(pins.valid_i, i, 1, in.from[i] ? 1 : 0);
      if (!in.from[i]) continue;
      store_field(pins.output_i, i * kIndexBits, kIndexBits, in.from[i]->output);
      store_word(pins.data_i, i, in.from[i]->word);
    }
    block_.settle();
    CrossbarOut out;
    for (unsigned o = 0; o < kCrossbarRtlPorts; ++o) {
      if (load_field(pins.valid_o, o, 1) != 0) out.to[o] = load_word(pins.data_o, o);
    }
    block_.edge();
    return out;
  }

 private:
  Clocked<Vib_crossbar> block_;
};

}  // namespace

std::unique_ptr<CrossbarMachine> make_crossbar_rtl() { return std::make_unique<CrossbarRtl>(); }

}  // namespace ib::cosim
