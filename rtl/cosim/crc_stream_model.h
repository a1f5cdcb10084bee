// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/link/crc_stream.h"
#include "rtl/cosim/clocked.h"
#include "rtl/cosim/words.h"

namespace ib::cosim {

/// Either Verilated CRC block: they differ in the width of crc_o only.
template <class Model, class Register>
class CrcStreamRtl final : public Machine<CrcStreamIn, CrcStreamOut<Register>> {
 public:
  CrcStreamRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  CrcStreamOut<Register> step(const CrcStreamIn& in) override {
    Model& pins = block_.pins();
    pins.valid_i = in.valid ? 1 : 0;
    pins.last_i = in.last ? 1 : 0;
    pins.bytes_i = in.bytes;
    store_word(pins.data_i, 0, in.data);
    pins.ready_i = in.ready ? 1 : 0;
    block_.settle();
    CrcStreamOut<Register> out;
    out.ready = pins.ready_o != 0;
    if (pins.valid_o != 0) {
      out.crc = pins.crc_o;
      out.match = pins.match_o != 0;
    }
    block_.edge();
    return out;
  }

 private:
  Clocked<Model> block_;
};

}  // namespace ib::cosim
