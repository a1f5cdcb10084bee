// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/transcode_257b256b_rtl.h"

#include <Vib_transcode_257b256b.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

class Transcode257b256bRtl final : public Transcode257b256b {
 public:
  Transcode257b256bRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  Transcode257b256bOut step(const Transcode257b256bIn& in) override {
    Vib_transcode_257b256b& pins = block_.pins();
    pins.valid_i = in.valid ? 1 : 0;
    store_field(pins.block_i, 0, 1, in.block.all_data ? 1 : 0);
    for (unsigned b = 0; b < kBlocksPer257; ++b) {
      store_field(pins.block_i, 1 + 64 * b, 64, in.block.payload[b]);
    }
    pins.ready_i = in.ready ? 1 : 0;
    block_.settle();
    Transcode257b256bOut out;
    out.ready = pins.ready_o != 0;
    if (pins.valid_o != 0) out.blocks = read();
    block_.edge();
    return out;
  }

 private:
  [[nodiscard]] BlockGroup read() const {
    const Vib_transcode_257b256b& pins = block_.pins();
    BlockGroup blocks;
    for (unsigned b = 0; b < kBlocksPer257; ++b) {
      blocks[b] = {load_field(pins.control_o, b, 1) != 0, load_field(pins.data_o, 64 * b, 64)};
    }
    return blocks;
  }

  Clocked<Vib_transcode_257b256b> block_;
};

}  // namespace

std::unique_ptr<Transcode257b256b> make_transcode_257b256b_rtl() {
  return std::make_unique<Transcode257b256bRtl>();
}

}  // namespace ib::cosim
