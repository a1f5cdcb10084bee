// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/rs_encoder_rtl.h"

#include <Vib_rs_encoder.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

constexpr unsigned kSymbolBits = 10;

class RsEncoderRtl final : public RsEncoder {
 public:
  RsEncoderRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  RsEncoderOut step(const RsEncoderIn& in) override {
    Vib_rs_encoder& pins = block_.pins();
    pins.valid_i = in.valid ? 1 : 0;
    for (unsigned s = 0; s < kRsEncoderSymbols; ++s) {
      store_field(pins.symbols_i, s * kSymbolBits, kSymbolBits, in.symbols[s]);
    }
    pins.ready_i = in.ready ? 1 : 0;
    block_.settle();
    RsEncoderOut out;
    out.ready = pins.ready_o != 0;
    if (pins.valid_o != 0) out.symbols = read();
    block_.edge();
    return out;
  }

 private:
  [[nodiscard]] RsSymbols read() {
    RsSymbols symbols{};
    for (unsigned s = 0; s < kRsEncoderSymbols; ++s) {
      symbols[s] = static_cast<gf1024::Element>(
          load_field(block_.pins().symbols_o, s * kSymbolBits, kSymbolBits));
    }
    return symbols;
  }

  Clocked<Vib_rs_encoder> block_;
};

}  // namespace

std::unique_ptr<RsEncoder> make_rs_encoder_rtl() { return std::make_unique<RsEncoderRtl>(); }

}  // namespace ib::cosim
