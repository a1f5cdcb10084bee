// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/flow_control_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/switch_stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<FlowControlMachine> (*)(const FlowControlTiming&);

constexpr unsigned kVls = cosim::kFlowControlRtlDataVls;
constexpr std::uint32_t kPeriod = 200'000;
constexpr std::uint32_t kInterval = 10;

/// A packet fills a clock.
FlowControlTiming slow_line(std::uint32_t heartbeat = 0) {
  return {kVls, kPeriod, kPeriod, kInterval, heartbeat};
}

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class FlowControlTwins : public testing::TestWithParam<Factory> {
 protected:
  void build(const FlowControlTiming& timing) {
    dut_ = GetParam()(timing);
    dut_->reset();
  }
  unsigned goes(std::uint16_t due = 0, std::uint32_t line_busy = 0) {
    return dut_->step({due, line_busy}).goes;
  }
  /// Sends the first packet of every VL and waits until another may go.
  void start() {
    for (unsigned clock = 0; clock < kVls + kInterval; ++clock) (void)goes();
  }

  std::unique_ptr<FlowControlMachine> dut_;
};

TEST_P(FlowControlTwins, BeginsWithAnInitPacketOfEachVlInTurn) {
  build(slow_line());
  for (unsigned vl = 0; vl < kVls; ++vl) {
    const FlowControlOut out = dut_->step({});
    EXPECT_EQ(out.goes, 1u << vl);
    EXPECT_EQ(out.init >> vl & 1, 1u);
  }
  EXPECT_EQ(dut_->step({}).init, 0u);
  EXPECT_EQ(goes(), 0u);
}

// What begins before the next clock goes now: three packets of 0.4 clocks, the
// last over the edge.
TEST_P(FlowControlTwins, SendsAsManyInAClockAsBeginInIt) {
  build({kVls, kPeriod, kPeriod * 2 / 5, kInterval, 0});
  const FlowControlOut out = dut_->step({});
  EXPECT_EQ(out.goes, 0b0111u);
  EXPECT_EQ(out.line_busy, kPeriod * 6 / 5);
  EXPECT_EQ(goes(0, kPeriod / 5), 0b1000u);
}

TEST_P(FlowControlTwins, WaitsForTheLine) {
  build(slow_line());
  for (int busy = 0; busy < 3; ++busy) EXPECT_EQ(goes(0, kPeriod), 0u);
  EXPECT_EQ(goes(0, kPeriod - 1), 1u);
}

TEST_P(FlowControlTwins, AnswersAChangeInTheNextClock) {
  build(slow_line());
  start();
  EXPECT_EQ(goes(0b0100), 0u);
  EXPECT_EQ(goes(), 0b0100u);
  EXPECT_EQ(goes(), 0u);
}

TEST_P(FlowControlTwins, TakesTheLowestVlFirst) {
  build(slow_line());
  start();
  (void)goes(0b1010);
  EXPECT_EQ(goes(), 0b0010u);
  EXPECT_EQ(goes(), 0b1000u);
}

TEST_P(FlowControlTwins, WaitsTheIntervalBetweenPacketsOfOneVl) {
  build(slow_line());
  start();
  (void)goes(0b0001);
  EXPECT_EQ(goes(0b0001), 0b0001u);
  for (std::uint32_t clock = 1; clock < kInterval; ++clock) EXPECT_EQ(goes(), 0u);
  EXPECT_EQ(goes(), 0b0001u);
}

TEST_P(FlowControlTwins, LetsAnotherVlGoMeanwhile) {
  build(slow_line());
  start();
  (void)goes(0b0001);
  EXPECT_EQ(goes(0b0011), 0b0001u);
  EXPECT_EQ(goes(), 0b0010u);
}

// The heartbeat makes all VLs due in its own clock.
TEST_P(FlowControlTwins, RepeatsAllWithTheHeartbeat) {
  build(slow_line(50));
  for (int clock = 0; clock < 50; ++clock) (void)goes();
  for (unsigned vl = 0; vl < kVls; ++vl) EXPECT_EQ(goes(), 1u << vl);
  EXPECT_EQ(goes(), 0u);
}

TEST_P(FlowControlTwins, SendsNothingWhileIdle) {
  build(slow_line());
  start();
  for (int idle = 0; idle < 30; ++idle) EXPECT_EQ(goes(), 0u);
}

INSTANTIATE_TEST_SUITE_P(All, FlowControlTwins,
                         testing::Values(make_flow_control, cosim::make_flow_control_rtl),
                         tb::TwinName{});

TEST(FlowControlLockstep, RtlMatchesGoldenCycleByCycle) {
  for (const std::uint32_t duration : {30'000u, 160'001u, 450'000u}) {
    const FlowControlTiming timing{kVls, kPeriod, duration, 7, duration % 2 == 0 ? 0u : 333u};
    const auto model = make_flow_control(timing);
    const auto rtl = cosim::make_flow_control_rtl(timing);
    EXPECT_EQ(tb::first_difference(*model, *rtl, tb::FlowControlStimulus{duration, timing},
                                   tb::kLockstepCycles / 3),
              std::nullopt);
  }
}

}  // namespace
}  // namespace ib
