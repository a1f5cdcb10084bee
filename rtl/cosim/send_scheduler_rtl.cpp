// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/send_scheduler_rtl.h"

#include <Vib_send_scheduler.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

constexpr unsigned kQpnBits = 24;

std::uint64_t entry(const SendTurn& turn) {
  return std::uint64_t{turn.epoch} << kQpnBits | (turn.qpn & kMask24);
}

class SendSchedulerRtl final : public SendSchedulerMachine {
 public:
  SendSchedulerRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  SendSchedulerOut step(const SendSchedulerIn& in) override {
    Vib_send_scheduler& pins = block_.pins();
    pins.request_valid_i = in.request ? 1 : 0;
    pins.request_i = entry(in.request.value_or(SendTurn{}));
    pins.response_valid_i = in.response ? 1 : 0;
    pins.response_i = entry(in.response.value_or(SendTurn{}));
    pins.take_i = in.take ? 1 : 0;
    pins.served_i = in.served ? 1 : 0;
    block_.settle();
    SendSchedulerOut out;
    out.request_ready = pins.request_ready_o != 0;
    out.response_ready = pins.response_ready_o != 0;
    if (pins.valid_o != 0) {
      const SendTurn turn{static_cast<std::uint32_t>(pins.turn_o & kMask24),
                          static_cast<std::uint32_t>(pins.turn_o >> kQpnBits)};
      out.choice = SendTurns::Choice{
          pins.is_response_o != 0 ? SendClass::kResponses : SendClass::kRequests, turn};
    }
    block_.edge();
    return out;
  }

 private:
  Clocked<Vib_send_scheduler> block_;
};

}  // namespace

std::unique_ptr<SendSchedulerMachine> make_send_scheduler_rtl() {
  return std::make_unique<SendSchedulerRtl>();
}

}  // namespace ib::cosim
