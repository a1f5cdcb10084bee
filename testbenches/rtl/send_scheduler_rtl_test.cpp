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

  bool join(SendClass of, std::uint32_t qpn, std::uint8_t packets = 1) {
    SendSchedulerIn in;
    in.operation = SendOperation::kJoin;
    in.of = of;
    in.turn = {qpn, 1, packets, false};
    return dut_->step(in).done;
  }
  bool request(std::uint32_t qpn, std::uint8_t packets = 1) {
    return join(SendClass::kRequests, qpn, packets);
  }
  bool response(std::uint32_t qpn) { return join(SendClass::kResponses, qpn); }
  std::uint32_t run(SendOperation operation, const SentPacket& packet = {}) {
    SendSchedulerIn in;
    in.operation = operation;
    in.packet = packet;
    last_ = dut_->step(in);
    return last_.choice ? last_.choice->turn.qpn : 0;
  }
  /// Number of the queue pair whose turn it was, 0 for nobody; `more`: it has another packet.
  std::uint32_t serve(bool more = false) {
    SentPacket packet;
    packet.more = more;
    return run(SendOperation::kServed, packet);
  }
  std::uint32_t leave() { return run(SendOperation::kLeave); }
  /// A packet of level 5, limited to one every 10, offered at `now`, and sent when it may.
  bool send_limited(std::int64_t now, bool more = false) {
    const SentPacket packet{5, more, /*limited=*/true, /*gap=*/10, now, /*slack=*/2};
    run(SendOperation::kOffer, packet);
    if (!last_.done) return false;
    run(SendOperation::kServed, packet);
    return true;
  }
  bool release(std::int64_t now) {
    SentPacket packet;
    packet.sl = 5;
    packet.now = now;
    run(SendOperation::kRelease, packet);
    return last_.done;
  }
  std::uint32_t first() { return run(SendOperation::kNone); }

  std::unique_ptr<SendSchedulerMachine> dut_ = GetParam()();
  SendSchedulerOut last_;
};

TEST_P(SendSchedulerTwins, ServesFirstComeFirstServed) {
  for (const std::uint32_t qpn : {5u, 3u, 9u}) request(qpn);
  EXPECT_EQ(serve(), 5u);
  EXPECT_EQ(serve(), 3u);
  EXPECT_EQ(serve(), 9u);
  EXPECT_EQ(serve(), 0u);
}

TEST_P(SendSchedulerTwins, RequestsAndAnswersTakeTurns) {
  for (const std::uint32_t qpn : {1u, 2u, 3u}) request(qpn);
  for (const std::uint32_t qpn : {11u, 12u}) response(qpn);
  for (const std::uint32_t qpn : {11u, 1u, 12u, 2u, 3u}) EXPECT_EQ(serve(), qpn);
}

TEST_P(SendSchedulerTwins, WhoHasNothingToSendCostsItsClassNoTurn) {
  for (const std::uint32_t qpn : {1u, 2u}) request(qpn);
  for (const std::uint32_t qpn : {11u, 12u}) response(qpn);
  EXPECT_EQ(leave(), 11u);
  EXPECT_EQ(serve(), 12u);
  EXPECT_EQ(serve(), 1u);
}

TEST_P(SendSchedulerTwins, ATurnIsAsManyPacketsAsItsWeight) {
  request(1, 3);
  request(2, 2);
  for (const std::uint32_t qpn : {1u, 1u, 1u, 2u, 2u, 0u}) EXPECT_EQ(serve(/*more=*/true), qpn);
}

TEST_P(SendSchedulerTwins, AnswersStandBetweenThePacketsOfATurn) {
  request(1, 3);
  for (const std::uint32_t qpn : {11u, 12u}) response(qpn);
  for (const std::uint32_t qpn : {11u, 1u, 12u, 1u, 1u}) EXPECT_EQ(serve(/*more=*/true), qpn);
}

TEST_P(SendSchedulerTwins, ATurnEndsWithTheLastPacket) {
  request(1, 3);
  request(2, 1);
  EXPECT_EQ(serve(/*more=*/true), 1u);
  EXPECT_EQ(serve(/*more=*/false), 1u);
  EXPECT_EQ(serve(), 2u);
}

TEST_P(SendSchedulerTwins, ALevelThatIsSpentIsWaitedForAndHoldsNobodyElse) {
  for (const std::uint32_t qpn : {1u, 2u, 3u}) request(qpn);
  EXPECT_TRUE(send_limited(0));   // 1
  EXPECT_FALSE(send_limited(9));  // 2 waits for the level
  EXPECT_EQ(serve(), 3u);         // of another one
  EXPECT_EQ(first(), 0u);
  EXPECT_EQ(last_.waiting, 1u << 5);
  EXPECT_FALSE(release(9));
  EXPECT_EQ(last_.next, 10);
  EXPECT_TRUE(release(10));
  EXPECT_EQ(first(), 2u);
  EXPECT_EQ(last_.waiting, 0u);
  EXPECT_TRUE(send_limited(11));  // a tick late moves nothing
  request(4);
  EXPECT_FALSE(send_limited(19));
  EXPECT_EQ(last_.next, 20);
}

// One at a time gets in line again: those in the middle of their turn first.
TEST_P(SendSchedulerTwins, WhoIsInTheMiddleOfItsTurnComesFirstAtItsLevel) {
  request(1, 3);
  request(2, 3);
  EXPECT_TRUE(send_limited(0, /*more=*/true));  // 1 has two left
  response(11);
  EXPECT_FALSE(send_limited(1));  // 11
  EXPECT_FALSE(send_limited(1));  // 1
  EXPECT_FALSE(send_limited(1));  // 2
  EXPECT_TRUE(release(10));
  EXPECT_EQ(first(), 1u);
  EXPECT_EQ(last_.choice->turn.packets, 2);
  EXPECT_TRUE(last_.choice->turn.begun);
  EXPECT_TRUE(send_limited(10));
  EXPECT_TRUE(release(20));
  EXPECT_EQ(first(), 11u);
  EXPECT_TRUE(send_limited(20));
  EXPECT_TRUE(release(30));
  EXPECT_EQ(first(), 2u);
  EXPECT_EQ(last_.choice->turn.packets, 3);
}

TEST_P(SendSchedulerTwins, TellsEpochsApart) {
  SendSchedulerIn in;
  in.operation = SendOperation::kJoin;
  in.turn = {0xFFFFFF, 0xDEADBEEF, 200, true};
  (void)dut_->step(in);
  EXPECT_EQ(first(), 0xFFFFFFu);
  EXPECT_EQ(last_.choice->of, SendClass::kRequests);
  EXPECT_EQ(last_.choice->turn.epoch, 0xDEADBEEFu);
  EXPECT_EQ(last_.choice->turn.packets, 200);
  EXPECT_TRUE(last_.choice->turn.begun);
}

TEST_P(SendSchedulerTwins, TakesNobodyMoreWhileItHoldsAsManyAsItCan) {
  for (std::uint32_t i = 0; i < kSendTurnDepth; ++i) ASSERT_TRUE(request(i + 1));
  EXPECT_FALSE(request(77));
  EXPECT_TRUE(response(99));
  EXPECT_EQ(serve(), 99u);
  EXPECT_EQ(serve(), 1u);
  EXPECT_TRUE(request(77));
}

TEST_P(SendSchedulerTwins, ChangesNothingWhileIdle) {
  request(4, 2);
  for (int idle = 0; idle < 3; ++idle) EXPECT_EQ(first(), 4u);
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
