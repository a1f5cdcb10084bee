// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/flow_control.h"

#include <cassert>

namespace ib {
namespace {

class ClockedFlowControl final : public FlowControlMachine {
 public:
  explicit ClockedFlowControl(const FlowControlTiming& timing) : turn_(timing) {}

  void reset() override { turn_.reset(); }

  FlowControlOut step(const FlowControlIn& in) override {
    const FlowControlOut out = turn_.go(in.line_busy);
    turn_.due(in.due);
    return out;
  }

 private:
  FlowControlTurn turn_;
};

}  // namespace

FlowControlTurn::FlowControlTurn(const FlowControlTiming& timing) : timing_(timing) {
  assert(timing.data_vls <= kDataVls && timing.interval > 0);
  reset();
}

void FlowControlTurn::reset() {
  now_ = 0;
  beat_ = timing_.heartbeat;
  vls_ = {};
}

FlowControlOut FlowControlTurn::go(std::uint32_t line_busy) {
  const bool beats = timing_.heartbeat > 0 && now_ == beat_;
  if (beats) beat_ += timing_.heartbeat;
  FlowControlOut out;
  out.line_busy = line_busy;
  for (unsigned vl = 0; vl < timing_.data_vls; ++vl) {
    Lane& lane = vls_[vl];
    lane.due = lane.due || beats;
    if (!lane.started) out.init = static_cast<std::uint16_t>(out.init | 1u << vl);
    if (!lane.due || now_ < lane.next || out.line_busy >= timing_.period) continue;
    out.goes = static_cast<std::uint16_t>(out.goes | 1u << vl);
    out.line_busy += timing_.duration;
    lane = {false, true, now_ + timing_.interval};
  }
  ++now_;
  return out;
}

void FlowControlTurn::due(std::uint16_t vls) {
  for (unsigned vl = 0; vl < timing_.data_vls; ++vl) {
    if ((vls >> vl & 1) != 0) vls_[vl].due = true;
  }
}

std::unique_ptr<FlowControlMachine> make_flow_control(const FlowControlTiming& timing) {
  return std::make_unique<ClockedFlowControl>(timing);
}

}  // namespace ib
