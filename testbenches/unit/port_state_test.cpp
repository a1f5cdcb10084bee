// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/port_state.h"

#include <gtest/gtest.h>

#include "models/ib/packet/flow_control.h"

namespace ib {
namespace {

PortStateMachine in(PortState wanted) {
  PortStateMachine port;
  if (wanted == PortState::kDown) return port;
  port.phy_up();
  if (wanted == PortState::kInitialize) return port;
  EXPECT_TRUE(port.set(PortState::kArmed));
  if (wanted == PortState::kArmed) return port;
  EXPECT_TRUE(port.set(PortState::kActive));
  if (wanted == PortState::kActDefer) port.phy_recovering();
  return port;
}

constexpr PortState kAll[] = {PortState::kDown, PortState::kInitialize, PortState::kArmed,
                              PortState::kActive, PortState::kActDefer};

// IBTA Vol 1, link states: down -> initialize -> armed -> active.
TEST(PortState, ComesUpStepByStep) {
  PortStateMachine port;
  EXPECT_EQ(port.state(), PortState::kDown);
  port.phy_up();
  EXPECT_EQ(port.state(), PortState::kInitialize);
  EXPECT_TRUE(port.set(PortState::kArmed));
  EXPECT_TRUE(port.set(PortState::kActive));
  EXPECT_EQ(port.state(), PortState::kActive);
}

// IBTA Vol 1, link states: armed only from initialize, active only from armed.
TEST(PortState, RefusesIllegalStepsWithoutChange) {
  for (const PortState from : kAll) {
    for (const PortState to : kAll) {
      const bool legal = to == PortState::kDown ||
                         (from == PortState::kInitialize && to == PortState::kArmed) ||
                         (from == PortState::kArmed && to == PortState::kActive);
      PortStateMachine port = in(from);
      EXPECT_EQ(port.set(to), legal);
      EXPECT_EQ(port.state(), legal ? to : from);
    }
  }
}

// IBTA Vol 1, link states: an armed port that receives data goes to active by itself.
TEST(PortState, ActivatesAnArmedPortOnADataPacket) {
  PortStateMachine port = in(PortState::kArmed);
  port.data_packet_arrived();
  EXPECT_EQ(port.state(), PortState::kActive);
}

TEST(PortState, IgnoresDataPacketsInInitialize) {
  PortStateMachine port = in(PortState::kInitialize);
  port.data_packet_arrived();
  EXPECT_EQ(port.state(), PortState::kInitialize);
}

TEST(PortState, FallsDownFromEveryStateWithThePhy) {
  for (const PortState from : kAll) {
    PortStateMachine port = in(from);
    port.phy_down();
    EXPECT_EQ(port.state(), PortState::kDown);
  }
}

TEST(PortState, DefersAnActivePortDuringRecovery) {
  PortStateMachine port = in(PortState::kActive);
  port.phy_recovering();
  EXPECT_EQ(port.state(), PortState::kActDefer);
  EXPECT_FALSE(port.sends_data());
  port.phy_recovered();
  EXPECT_EQ(port.state(), PortState::kActive);
}

TEST(PortState, DropsAnArmedPortOnRecovery) {
  PortStateMachine port = in(PortState::kArmed);
  port.phy_recovering();
  EXPECT_EQ(port.state(), PortState::kDown);
}

// ib-facts 3.4: what each state lets through.
TEST(PortState, GatesTrafficByState) {
  EXPECT_FALSE(in(PortState::kDown).passes_vl15());
  EXPECT_TRUE(in(PortState::kInitialize).passes_vl15());
  EXPECT_FALSE(in(PortState::kInitialize).accepts_data());
  EXPECT_TRUE(in(PortState::kArmed).accepts_data());
  EXPECT_FALSE(in(PortState::kArmed).sends_data());
  EXPECT_TRUE(in(PortState::kActive).sends_data());
  EXPECT_FALSE(in(PortState::kActDefer).passes_vl15());
}

// IBTA Vol 1, flow control: Op 1 in initialize, Op 0 in armed and active, none otherwise.
TEST(PortState, SendsTheFlowControlOpOfItsState) {
  EXPECT_EQ(in(PortState::kDown).flow_control_op(), std::nullopt);
  EXPECT_EQ(in(PortState::kInitialize).flow_control_op(), FlowControl::kInit);
  EXPECT_EQ(in(PortState::kArmed).flow_control_op(), FlowControl::kNormal);
  EXPECT_EQ(in(PortState::kActive).flow_control_op(), FlowControl::kNormal);
  EXPECT_EQ(in(PortState::kActDefer).flow_control_op(), std::nullopt);
}

}  // namespace
}  // namespace ib
