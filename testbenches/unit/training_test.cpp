// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/training.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ib {
namespace {

/// Two ports, each seeing what the other sent one step before.
class TrainingTest : public testing::Test {
 protected:
  explicit TrainingTest(bool enhanced = false, TrainingTimers timers = {})
      : a_(make_link_training(timers, enhanced)), b_(make_link_training(timers, enhanced)) {
    a_->reset();
    b_->reset();
  }

  void run(int steps, bool plugged = true) {
    for (int i = 0; i < steps; ++i) {
      TrainingIn to_a{5, true, plugged ? b_out_.send : LaneTraffic::kNothing, error_at_a_};
      TrainingIn to_b{5, true, plugged ? a_out_.send : LaneTraffic::kNothing, false};
      error_at_a_ = false;
      // Crossed lanes: B notices that somebody sends, but reads nothing, unless A turns its lanes.
      const bool reading = port_physical_state(b_out_.state) == 4;
      if (crossed_ && reading && !a_out_.reverse_lanes) to_b.seen = LaneTraffic::kNothing;
      a_out_ = a_->step(to_a);
      b_out_ = b_->step(to_b);
      if (states_.empty() || states_.back() != a_out_.state) states_.push_back(a_out_.state);
    }
  }
  void bring_up() { run(80'000); }

  std::unique_ptr<LinkTraining> a_;
  std::unique_ptr<LinkTraining> b_;
  TrainingOut a_out_;
  TrainingOut b_out_;
  bool error_at_a_ = false;
  bool crossed_ = false;
  std::vector<TrainingState> states_;
};

class EnhancedTrainingTest : public TrainingTest {
 protected:
  EnhancedTrainingTest() : TrainingTest(/*enhanced=*/true) {}
};

class FastTrainingTest : public TrainingTest {
 protected:
  FastTrainingTest() : TrainingTest(/*enhanced=*/true, fast_timers()) {}
};

// IBTA Vol 2, link training; order as ib-facts 3.5.
TEST_F(TrainingTest, ComesUpInOrder) {
  bring_up();
  EXPECT_EQ(states_, (std::vector<TrainingState>{
                         TrainingState::kPollingActive, TrainingState::kConfigDebounce,
                         TrainingState::kConfigReceiver, TrainingState::kConfigWaitRemote,
                         TrainingState::kConfigIdle, TrainingState::kLinkUp}));
  EXPECT_EQ(b_out_.state, TrainingState::kLinkUp);
  EXPECT_FALSE(a_out_.full_speed);
}

TEST_F(EnhancedTrainingTest, ExchangesAndTestsTheSpeed) {
  bring_up();
  EXPECT_EQ(a_out_.state, TrainingState::kLinkUp);
  EXPECT_EQ(b_out_.state, TrainingState::kLinkUp);
  EXPECT_TRUE(a_out_.full_speed);
  EXPECT_NE(std::find(states_.begin(), states_.end(), TrainingState::kConfigTest), states_.end());
}

TEST_F(TrainingTest, PollsLoudAndQuietInTurnWhileAlone) {
  run(50'000, /*plugged=*/false);
  EXPECT_EQ(states_[0], TrainingState::kPollingActive);
  EXPECT_EQ(states_[1], TrainingState::kPollingQuiet);
  EXPECT_EQ(states_[2], TrainingState::kPollingActive);
  EXPECT_EQ(port_physical_state(a_out_.state), 2u);
}

TEST_F(TrainingTest, TurnsItsLanesWhenThePeerDoesNotUnderstand) {
  crossed_ = true;
  bring_up();
  EXPECT_EQ(a_out_.state, TrainingState::kLinkUp);
  EXPECT_TRUE(a_out_.reverse_lanes);
}

TEST_F(TrainingTest, AnErrorIsRecoveredAndCountedAtBothEnds) {
  bring_up();
  error_at_a_ = true;
  run(1);
  EXPECT_EQ(port_physical_state(a_out_.state), 6u);
  run(100);
  EXPECT_EQ(a_out_.state, TrainingState::kLinkUp);
  EXPECT_EQ(b_out_.state, TrainingState::kLinkUp);
  EXPECT_EQ(a_out_.recoveries, 1u);
  EXPECT_EQ(b_out_.recoveries, 1u);
  EXPECT_EQ(a_out_.downs, 0u);
}

TEST_F(TrainingTest, AFailedRecoveryIsALinkDown) {
  bring_up();
  error_at_a_ = true;
  run(1000, /*plugged=*/false);
  EXPECT_EQ(port_physical_state(a_out_.state), 2u);
  EXPECT_EQ(a_out_.downs, 1u);
  EXPECT_EQ(a_out_.recoveries, 0u);
}

TEST_F(TrainingTest, DisablingTakesTheLinkDownAtOnce) {
  bring_up();
  EXPECT_EQ(a_->step({5, false}).state, TrainingState::kDisabled);
  EXPECT_EQ(a_->step({5, true}).state, TrainingState::kPollingActive);
}

TEST_F(FastTrainingTest, TheFastPathTakesAThousandthOfTheTime) {
  run(80);
  EXPECT_EQ(a_out_.state, TrainingState::kLinkUp);
}

TEST_F(TrainingTest, IdleInputsChangeNothing) {
  bring_up();
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(a_->step({0, true, LaneTraffic::kData}).state, TrainingState::kLinkUp);
  }
}

TEST(Negotiation, TakesTheWidestThatWorksAndTheFastestOfBoth) {
  EXPECT_EQ(negotiated_width(0b00111, 0b00111, 0b1111), Width::k4x);
  EXPECT_EQ(negotiated_width(0b00111, 0b00111, 0b1011), Width::k2x);
  EXPECT_EQ(negotiated_width(0b00101, 0b00111, 0b1011), Width::k1x);
  EXPECT_EQ(negotiated_width(0b00111, 0b00111, 0b1110), std::nullopt);
  EXPECT_EQ(negotiated_generation(0b0011111111, 0b0111111111), Generation::kNdr);
  EXPECT_EQ(negotiated_generation(0b01, 0b10), std::nullopt);
}

}  // namespace
}  // namespace ib
