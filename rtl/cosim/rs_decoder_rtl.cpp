// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/rs_decoder_rtl.h"

#include <Vib_rs_decoder.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

constexpr unsigned kSymbolBits = 10;

class RsDecoderRtl final : public RsDecoder {
 public:
  RsDecoderRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  RsDecoderOut step(const RsDecoderIn& in) override {
    Vib_rs_decoder& pins = block_.pins();
    pins.valid_i = in.valid ? 1 : 0;
    for (unsigned s = 0; s < kRsEncoderSymbols; ++s) {
      store_field(pins.symbols_i, s * kSymbolBits, kSymbolBits, in.symbols[s]);
    }
    pins.ready_i = in.ready ? 1 : 0;
    block_.settle();
    RsDecoderOut out;
    out.ready = pins.ready_o != 0;
    if (pins.valid_o != 0) out.symbols = read();
    block_.edge();
    return out;
  }

 private:
  [[nodiscard]] RsDecoderSymbols read() const {
    const Vib_rs_decoder& pins = block_.pins();
    RsDecoderSymbols out{{}, pins.failed_o != 0, pins.corrected_o};
    for (unsigned s = 0; s < kRsEncoderSymbols; ++s) {
      out.symbols[s] =
          static_cast<gf1024::Element>(load_field(pins.symbols_o, s * kSymbolBits, kSymbolBits));
    }
    return out;
  }

  Clocked<Vib_rs_decoder> block_;
};

}  // namespace

std::unique_ptr<RsDecoder> make_rs_decoder_rtl() { return std::make_unique<RsDecoderRtl>(); }

}  // namespace ib::cosim
