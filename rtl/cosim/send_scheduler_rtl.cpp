// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/send_scheduler_rtl.h"

#include <Vib_send_scheduler.h>

#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"

namespace ib::cosim {
namespace {

constexpr unsigned kQpnBits = 24;

class SendSchedulerRtl final : public SendSchedulerMachine {
 public:
  SendSchedulerRtl() { block_.reset(); }

  void reset() override { block_.reset(); }

  SendSchedulerOut step(const SendSchedulerIn& in) override {
    Vib_send_scheduler& pins = block_.pins();
    pins.operation_i = static_cast<std::uint8_t>(in.operation);
    pins.class_i = in.of == SendClass::kResponses ? 1 : 0;
    pins.id_i = std::uint64_t{in.turn.epoch} << kQpnBits | (in.turn.qpn & kMask24);
    pins.packets_i = in.turn.packets;
    pins.begun_i = in.turn.begun ? 1 : 0;
    pins.sl_i = in.packet.sl % SendTurns::kLevels;
    pins.limited_i = in.packet.limited ? 1 : 0;
    pins.more_i = in.packet.more ? 1 : 0;
    pins.now_i = static_cast<std::uint64_t>(in.packet.now);
    pins.slack_i = static_cast<std::uint64_t>(in.packet.slack);
    pins.gap_i = static_cast<std::uint64_t>(in.packet.gap);
    block_.settle();
    SendSchedulerOut out;
    out.done = pins.done_o != 0;
    out.waiting = pins.waiting_o;
    out.next = static_cast<std::int64_t>(pins.next_o);
    if (pins.valid_o != 0) out.choice = choice();
    block_.edge();
    return out;
  }

 private:
  [[nodiscard]] SendTurns::Choice choice() const {
    const Vib_send_scheduler& pins = block_.pins();
    SendTurns::Choice choice;
    choice.of = pins.is_response_o != 0 ? SendClass::kResponses : SendClass::kRequests;
    choice.turn.qpn = static_cast<std::uint32_t>(pins.id_o & kMask24);
    choice.turn.epoch = static_cast<std::uint32_t>(pins.id_o >> kQpnBits);
    choice.turn.packets = pins.packets_o;
    choice.turn.begun = pins.begun_o != 0;
    return choice;
  }

  Clocked<Vib_send_scheduler> block_;
};

}  // namespace

std::unique_ptr<SendSchedulerMachine> make_send_scheduler_rtl() {
  return std::make_unique<SendSchedulerRtl>();
}

}  // namespace ib::cosim
