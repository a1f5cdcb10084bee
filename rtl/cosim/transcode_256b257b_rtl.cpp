// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/transcode_256b257b_rtl.h"

#include <Vib_transcode_256b257b.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

class Transcode256b257bRtl final : public Transcode256b257b {
 public:
  Transcode256b257bRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  Transcode256b257bOut step(const Transcode256b257bIn& in) override {
    Vib_transcode_256b257b& pins = block_.pins();
    pins.valid_i = in.valid ? 1 : 0;
    for (unsigned b = 0; b < kBlocksPer257; ++b) {
      store_field(pins.control_i, b, 1, in.blocks[b].control ? 1 : 0);
      store_field(pins.data_i, 64 * b, 64, in.blocks[b].payload);
    }
    pins.ready_i = in.ready ? 1 : 0;
    block_.settle();
    Transcode256b257bOut out;
    out.ready = pins.ready_o != 0;
    if (pins.valid_o != 0) out.block = read();
    block_.edge();
    return out;
  }

 private:
  [[nodiscard]] Block257 read() {
    const Vib_transcode_256b257b& pins = block_.pins();
    Block257 block;
    block.all_data = load_field(pins.block_o, 0, 1) != 0;
    for (unsigned b = 0; b < kBlocksPer257; ++b) {
      block.payload[b] = load_field(pins.block_o, 1 + 64 * b, 64);
    }
    return block;
  }

  Clocked<Vib_transcode_256b257b> block_;
};

}  // namespace

std::unique_ptr<Transcode256b257b> make_transcode_256b257b_rtl() {
  return std::make_unique<Transcode256b257bRtl>();
}

}  // namespace ib::cosim
