// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace ib {

/// PortInfo.PortState codes (ib-facts 3.4).
enum class PortState : std::uint8_t {
  kDown = 1,
  kInitialize = 2,
  kArmed = 3,
  kActive = 4,
  kActDefer = 5,
};

/// The link state machine of a port. Only the subnet manager arms and activates it, except that
/// data from a peer that is already active takes Armed to Active. IBTA Vol 1, link states.
class PortStateMachine {
 public:
  [[nodiscard]] PortState state() const { return state_; }

  void phy_up();          ///< Training is done.
  void phy_down();        ///< The link is lost.
  void phy_recovering();  ///< Errors force a retraining that may succeed.
  void phy_recovered();
  void data_packet_arrived() {
    if (state_ == PortState::kArmed) state_ = PortState::kActive;
  }
  /// Set(PortInfo.PortState) by a manager; false, and no change, for an illegal step.
  [[nodiscard]] bool set(PortState wanted);

  [[nodiscard]] bool sends_data() const { return state_ == PortState::kActive; }
  [[nodiscard]] bool accepts_data() const {
    return state_ == PortState::kArmed || state_ == PortState::kActive;
  }
  /// Management packets on VL15 pass in both directions.
  [[nodiscard]] bool passes_vl15() const {
    return state_ == PortState::kInitialize || accepts_data();
  }
  /// Op of the flow control packets to send; nothing when the port sends none.
  [[nodiscard]] std::optional<std::uint8_t> flow_control_op() const;

 private:
  PortState state_ = PortState::kDown;
};

}  // namespace ib
