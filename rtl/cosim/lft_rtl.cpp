// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/lft_rtl.h"

#include <Vib_lft.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

class LftRtl final : public LftMachine {
 public:
  LftRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  LftOut step(const LftIn& in) override {
    Vib_lft& pins = block_.pins();
    const LftIn::Write write = in.write.value_or(LftIn::Write{});
    pins.write_i = in.write ? 1 : 0;
    pins.write_lid_i = static_cast<CData>(write.lid.value());
    pins.write_port_i = write.port;
    for (unsigned i = 0; i < kLftRtlInputs; ++i) {
      store_field(pins.dlid_i, i * 16, 16, in.dlid[i].value());
    }
    block_.settle();
    LftOut out;
    for (unsigned i = 0; i < kLftRtlInputs; ++i) {
      out.port[i] = static_cast<std::uint8_t>(load_field(pins.port_o, i * 8, 8));
    }
    block_.edge();
    return out;
  }

 private:
  Clocked<Vib_lft> block_;
};

}  // namespace

std::unique_ptr<LftMachine> make_lft_rtl() { return std::make_unique<LftRtl>(); }

}  // namespace ib::cosim
