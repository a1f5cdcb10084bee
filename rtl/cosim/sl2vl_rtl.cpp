// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/sl2vl_rtl.h"

#include <Vib_sl2vl.h>

#include "rtl/cosim/clocked.h"

namespace ib::cosim {
namespace {

class Sl2VlRtl final : public Sl2VlMachine {
 public:
  void reset() override {}

  Sl2VlOut step(const Sl2VlIn& in) override {
    Vib_sl2vl& pins = block_.pins();
    pins.table_i = 0;
    for (const std::uint8_t byte : in.table.encode()) pins.table_i = pins.table_i << 8 | byte;
    pins.sl_i = in.sl.value();
    block_.settle();
    Sl2VlOut out;
    if (pins.valid_o != 0) out.vl = Vl{pins.vl_o};
    return out;
  }

 private:
  Combinational<Vib_sl2vl> block_;
};

}  // namespace

std::unique_ptr<Sl2VlMachine> make_sl2vl_rtl() { return std::make_unique<Sl2VlRtl>(); }

}  // namespace ib::cosim
