// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/send_scheduler_rtl.h"

#include <gtest/gtest.h>

#include <vector>

#include "testbenches/rtl/hca_stimuli.h"
#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<SendSchedulerMachine> (*)();

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class SendSchedulerTwins : public testing::TestWithParam<Factory> {
 protected:
  SendSchedulerTwins() { dut_->reset(); }

  bool request(std::uint32_t qpn) {
    SendSchedulerIn in;
    in.request = SendTurn{qpn, 1};
    return dut_->step(in).request_ready;
  }
  bool response(std::uint32_t qpn) {
    SendSchedulerIn in;
    in.response = SendTurn{qpn, 1};
    return dut_->step(in).response_ready;
  }
  /// Number of the queue pair whose turn it is, 0 for nobody; it leaves the line.
  std::uint32_t take(bool served = true) {
    SendSchedulerIn in;
    in.take = true;
    in.served = served;
    const SendSchedulerOut out = dut_->step(in);
    return out.choice ? out.choice->turn.qpn : 0;
  }

  std::unique_ptr<SendSchedulerMachine> dut_ = GetParam()();
};

TEST_P(SendSchedulerTwins, ServesFirstComeFirstServed) {
  for (const std::uint32_t qpn : {5u, 3u, 9u}) request(qpn);
  EXPECT_EQ(take(), 5u);
  EXPECT_EQ(take(), 3u);
  EXPECT_EQ(take(), 9u);
  EXPECT_EQ(take(), 0u);
}

TEST_P(SendSchedulerTwins, RequestsAndAnswersTakeTurns) {
  for (const std::uint32_t qpn : {1u, 2u, 3u}) request(qpn);
  for (const std::uint32_t qpn : {11u, 12u}) response(qpn);
  for (const std::uint32_t qpn : {11u, 1u, 12u, 2u, 3u}) EXPECT_EQ(take(), qpn);
}

TEST_P(SendSchedulerTwins, WhoHasNothingToSendCostsItsClassNoTurn) {
  for (const std::uint32_t qpn : {1u, 2u}) request(qpn);
  for (const std::uint32_t qpn : {11u, 12u}) response(qpn);
  EXPECT_EQ(take(/*served=*/false), 11u);
  EXPECT_EQ(take(), 12u);
  EXPECT_EQ(take(), 1u);
}

TEST_P(SendSchedulerTwins, TellsEpochsApart) {
  SendSchedulerIn in;
  in.request = SendTurn{0xFFFFFF, 0xDEADBEEF};
  (void)dut_->step(in);
  const auto choice = dut_->step({}).choice;
  ASSERT_TRUE(choice.has_value());
  EXPECT_EQ(choice->of, SendClass::kRequests);
  EXPECT_EQ(choice->turn.qpn, 0xFFFFFFu);
  EXPECT_EQ(choice->turn.epoch, 0xDEADBEEFu);
}

TEST_P(SendSchedulerTwins, TakesNobodyMoreIntoALineThatIsFull) {
  for (std::uint32_t i = 0; i < kSendTurnDepth; ++i) ASSERT_TRUE(request(i + 1));
  EXPECT_FALSE(request(77));
  EXPECT_TRUE(response(99));
  EXPECT_EQ(take(), 99u);
  EXPECT_EQ(take(), 1u);
  EXPECT_TRUE(request(77));
}

TEST_P(SendSchedulerTwins, ChangesNothingWhileIdle) {
  request(4);
  for (int idle = 0; idle < 3; ++idle) {
    const auto choice = dut_->step({}).choice;
    ASSERT_TRUE(choice.has_value());
    EXPECT_EQ(choice->turn.qpn, 4u);
  }
}

INSTANTIATE_TEST_SUITE_P(All, SendSchedulerTwins,
                         testing::Values(make_send_scheduler, cosim::make_send_scheduler_rtl),
                         tb::TwinName{});

TEST(SendSchedulerLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_send_scheduler();
  const auto rtl = cosim::make_send_scheduler_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::SendSchedulerStimulus{1}, tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
