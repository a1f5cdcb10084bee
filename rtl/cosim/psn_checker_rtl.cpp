// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/psn_checker_rtl.h"

#include <Vib_psn_checker.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

class PsnCheckerRtl final : public PsnCheckerMachine {
 public:
  PsnCheckerRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  PsnCheckerOut step(const PsnCheckerIn& in) override {
    Vib_psn_checker& pins = block_.pins();
    const PsnQuery query = in.query.value_or(PsnQuery{});
    pins.valid_i = in.query ? 1 : 0;
    pins.psn_i = query.psn.value();
    pins.expected_i = query.expected.value();
    pins.nak_sent_i = query.nak_sent ? 1 : 0;
    pins.is_read_i = query.is_read ? 1 : 0;
    pins.length_i = query.length;
    pins.mtu_i = mtu_code(query.mtu);
    pins.ready_i = in.ready ? 1 : 0;
    block_.settle();
    PsnCheckerOut out;
    out.ready = pins.ready_o != 0;
    if (pins.valid_o != 0) {
      out.answer = PsnAnswer{static_cast<PsnWindow>(pins.window_o), Psn{pins.next_o}};
    }
    block_.edge();
    return out;
  }

 private:
  Clocked<Vib_psn_checker> block_;
};

}  // namespace

std::unique_ptr<PsnCheckerMachine> make_psn_checker_rtl() {
  return std::make_unique<PsnCheckerRtl>();
}

}  // namespace ib::cosim
