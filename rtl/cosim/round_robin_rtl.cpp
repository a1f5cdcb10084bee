// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/round_robin_rtl.h"

#include <Vib_rr_arbiter_64.h>

#include "rtl/cosim/clocked.h"

namespace ib::cosim {
namespace {

class RoundRobinRtl final : public RoundRobinMachine {
 public:
  RoundRobinRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  RoundRobinOut step(const RoundRobinIn& in) override {
    Vib_rr_arbiter_64& pins = block_.pins();
    pins.req_i = in.requests.word(0);
    pins.ready_i = in.ready ? 1 : 0;
    block_.settle();
    RoundRobinOut out;
    if (pins.any_o != 0) out.winner = pins.idx_o;
    block_.edge();
    return out;
  }

 private:
  Clocked<Vib_rr_arbiter_64> block_;
};

}  // namespace

std::unique_ptr<RoundRobinMachine> make_round_robin_rtl() {
  return std::make_unique<RoundRobinRtl>();
}

}  // namespace ib::cosim
