// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/port_state.h"

#include "models/ib/packet/flow_control.h"

namespace ib {

void PortStateMachine::phy_up() {
  if (state_ == PortState::kDown) state_ = PortState::kInitialize;
}

void PortStateMachine::phy_down() { state_ = PortState::kDown; }

void PortStateMachine::phy_recovering() {
  // Only an active port keeps its credits and packets while the lanes retrain.
  state_ = state_ == PortState::kActive ? PortState::kActDefer : PortState::kDown;
}

void PortStateMachine::phy_recovered() {
  if (state_ == PortState::kActDefer) state_ = PortState::kActive;
}

bool PortStateMachine::set(PortState wanted) {
  const bool legal = wanted == PortState::kDown ||
                     (wanted == PortState::kArmed && state_ == PortState::kInitialize) ||
                     (wanted == PortState::kActive && state_ == PortState::kArmed);
  if (legal) state_ = wanted;
  return legal;
}

std::optional<std::uint8_t> PortStateMachine::flow_control_op() const {
  if (state_ == PortState::kInitialize) return FlowControl::kInit;
  if (accepts_data()) return FlowControl::kNormal;
  return std::nullopt;
}

}  // namespace ib
