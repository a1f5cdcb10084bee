// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "models/ib/transport/rc_requester.h"
#include "models/ib/transport/rc_responder.h"

namespace ib {
namespace {

using Answer = RcRequester::Answer;
using Psns = std::vector<std::uint32_t>;

constexpr std::uint8_t kAck = 0x1F;  // ACK, credits not counted

/// The requester of an end-to-end context.
class ResyncTest : public testing::Test {
 protected:
  ResyncTest() {
    RequesterConfig config{256, Psn{100}, 2, 2, 1, 16};
    config.transport = Transport::kRd;
    dut_.configure(config);
  }
  void post(MessageKind kind, std::uint32_t length) {
    SendRequest request;
    request.kind = kind;
    request.length = length;
    dut_.accept(request);
  }
  std::vector<std::uint32_t> send_all() {
    std::vector<std::uint32_t> psns;
    while (dut_.ready()) psns.push_back(dut_.next().psn.value());
    return psns;
  }

  RcRequester dut_;
};

// ib-facts 1.5: RESYNC (RD) takes the PSN behind all that was sent, and is sent until it is
// acknowledged; what comes next follows it.
TEST_F(ResyncTest, AResyncTakesThePlaceOfAMessageThatIsGivenUp) {
  post(MessageKind::kWrite, 1000);
  (void)dut_.next();
  (void)dut_.next();
  dut_.resync();
  ASSERT_TRUE(dut_.ready());
  const RequestPacket packet = dut_.next();
  EXPECT_EQ(packet.opcode, 0x55);
  EXPECT_EQ(packet.psn.value(), 102u);
  EXPECT_TRUE(packet.ack_request);
  EXPECT_EQ(dut_.on_ack(Psn{101}, kAck), Answer::kIgnored);  // of the old message
  EXPECT_EQ(dut_.on_timeout(), Answer::kResend);
  EXPECT_EQ(send_all(), (Psns{102}));
  EXPECT_EQ(dut_.on_ack(Psn{102}, kAck), Answer::kProgress);
  ASSERT_TRUE(dut_.oldest_done());
  EXPECT_TRUE(dut_.oldest().resync);
  dut_.retire();
  post(MessageKind::kSend, 4);
  EXPECT_EQ(send_all(), (Psns{103}));
}

TEST_F(ResyncTest, AMessageOfWhichNothingHasGoneNeedsNoResync) {
  post(MessageKind::kWrite, 1000);
  dut_.resync();
  EXPECT_EQ(dut_.held(), 0u);
  post(MessageKind::kSend, 4);
  EXPECT_EQ(send_all(), (Psns{100}));
}

TEST_F(ResyncTest, AReadThatIsGivenUpLeavesThePsnsOfItsResponse) {
  post(MessageKind::kRead, 600);
  (void)send_all();
  dut_.resync();
  EXPECT_EQ(send_all(), (Psns{103}));
}

// ib-facts 1.5: RESYNC (RD).
TEST(ResyncResponderTest, AResyncSetsTheExpectedPsnAndEndsTheMessage) {
  RcResponder dut;
  ResponderConfig config{256, Psn{50}, access::kRemoteWrite, 2};
  config.transport = Transport::kRd;
  dut.configure(config);
  RequestView first;
  first.opcode = 0x40;
  first.psn = Psn{50};
  first.payload_bytes = 256;
  ASSERT_EQ(dut.judge(first).verdict, RcResponder::Verdict::kExecute);
  dut.accept(first);
  RequestView resync;
  resync.opcode = 0x55;
  resync.psn = Psn{57};
  ASSERT_EQ(dut.judge(resync).verdict, RcResponder::Verdict::kResync);
  dut.accept_resync(resync.psn);
  EXPECT_EQ(dut.expected_psn().value(), 58u);
  EXPECT_FALSE(dut.message().open());
  EXPECT_EQ(dut.msn(), 0u);
  EXPECT_EQ(dut.judge(resync).verdict,
            RcResponder::Verdict::kAcknowledgeAgain);  // its ACK was lost
}

}  // namespace
}  // namespace ib
