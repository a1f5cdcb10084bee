// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/flow_control_rtl.h"

#include <Vib_flow_control.h>

#include "rtl/cosim/clocked.h"

namespace ib::cosim {
namespace {

class FlowControlRtl final : public FlowControlMachine {
 public:
  explicit FlowControlRtl(const FlowControlTiming& timing) {
    Vib_flow_control& pins = block_.pins();
    pins.up_i = 1;
    pins.period_i = timing.period;
    pins.duration_i = timing.duration;
    pins.interval_i = timing.interval;
    pins.heartbeat_i = timing.heartbeat;
    block_.reset();
  }

  void reset() override { block_.reset(); }

  FlowControlOut step(const FlowControlIn& in) override {
    Vib_flow_control& pins = block_.pins();
    pins.due_i = static_cast<CData>(in.due);
    pins.line_busy_i = in.line_busy;
    block_.settle();
    const FlowControlOut out{pins.valid_o, pins.op_o, pins.line_busy_o};
    block_.edge();
    return out;
  }

 private:
  Clocked<Vib_flow_control> block_;
};

}  // namespace

std::unique_ptr<FlowControlMachine> make_flow_control_rtl(const FlowControlTiming& timing) {
  return std::make_unique<FlowControlRtl>(timing);
}

}  // namespace ib::cosim
