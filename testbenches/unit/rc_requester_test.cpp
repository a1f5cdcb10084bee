// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/rc_requester.h"

#include <gtest/gtest.h>

#include <vector>

namespace ib {
namespace {

using Answer = RcRequester::Answer;

constexpr std::uint8_t kAck = 0x1F;          // ACK, credits not counted
constexpr std::uint8_t kNakSequence = 0x60;  // ib-facts 1.7
constexpr std::uint8_t kNakAccess = 0x62;
constexpr std::uint8_t kRnrNak = 0x20 | 12;  // 0.64 ms

class RcRequesterTest : public testing::Test {
 protected:
  RcRequesterTest() { start({256, Psn{100}, 2, 2, 1, 16}); }

  void start(const RequesterConfig& config) { dut_.configure(config); }

  void post(MessageKind kind, std::uint32_t length, bool fence = false) {
    SendRequest request;
    request.kind = kind;
    request.length = length;
    request.remote_address = 0x1000;
    request.fence = fence;
    request.gather = static_cast<std::uint32_t>(dut_.held());
    dut_.accept(request);
  }

  /// Sends all that may be sent; the PSNs in order.
  std::vector<std::uint32_t> send_all() {
    std::vector<std::uint32_t> psns;
    while (dut_.ready()) psns.push_back(dut_.next().psn.value());
    return psns;
  }

  RcRequester dut_;
};

using Psns = std::vector<std::uint32_t>;

TEST_F(RcRequesterTest, GivesOnePsnToEachPacket) {
  post(MessageKind::kWrite, 600);
  post(MessageKind::kSend, 0);
  EXPECT_EQ(send_all(), (Psns{100, 101, 102, 103}));
}

// ib-facts 6: a READ takes as many PSNs as its response has packets.
TEST_F(RcRequesterTest, GivesAReadThePsnsOfItsResponse) {
  post(MessageKind::kRead, 600);
  post(MessageKind::kSend, 4);
  EXPECT_EQ(send_all(), (Psns{100, 103}));
}

TEST_F(RcRequesterTest, PsnsWrapAtTwentyFourBits) {
  start({256, Psn{0xFFFFFF}, 2, 2, 1, 16});
  post(MessageKind::kWrite, 300);
  EXPECT_EQ(send_all(), (Psns{0xFFFFFF, 0}));
  EXPECT_EQ(dut_.on_ack(Psn{0}, kAck), Answer::kProgress);
  EXPECT_TRUE(dut_.oldest_done());
}

TEST_F(RcRequesterTest, MarksTheLastPacketForAcknowledgement) {
  post(MessageKind::kWrite, 600);
  EXPECT_FALSE(dut_.next().ack_request);
  EXPECT_FALSE(dut_.next().ack_request);
  EXPECT_TRUE(dut_.next().ack_request);
}

TEST_F(RcRequesterTest, AsksForAnAckWithinALongMessage) {
  post(MessageKind::kWrite, 256 * 40);
  std::vector<unsigned> asked;
  for (unsigned i = 0; i < 40; ++i) {
    if (dut_.next().ack_request) asked.push_back(i);
  }
  EXPECT_EQ(asked, (std::vector<unsigned>{15, 31, 39}));
}

// ib-facts 6: an ACK with PSN p acknowledges everything up to p.
TEST_F(RcRequesterTest, OneAckRetiresAllRequestsBeforeIt) {
  post(MessageKind::kWrite, 256);
  post(MessageKind::kWrite, 256);
  post(MessageKind::kWrite, 256);
  send_all();

  EXPECT_EQ(dut_.on_ack(Psn{101}, kAck), Answer::kProgress);

  EXPECT_TRUE(dut_.oldest_done());
  dut_.retire();
  EXPECT_TRUE(dut_.oldest_done());
  dut_.retire();
  EXPECT_FALSE(dut_.oldest_done());
  EXPECT_TRUE(dut_.awaits_answer());
}

TEST_F(RcRequesterTest, IgnoresAcksForWhatWasNeverSentOrIsOld) {
  post(MessageKind::kWrite, 256);
  send_all();
  EXPECT_EQ(dut_.on_ack(Psn{101}, kAck), Answer::kIgnored);
  EXPECT_EQ(dut_.on_ack(Psn{99}, kAck), Answer::kIgnored);
  EXPECT_EQ(dut_.on_ack(Psn{100}, 0x40), Answer::kIgnored);  // reserved kind
  EXPECT_FALSE(dut_.oldest_done());
}

TEST_F(RcRequesterTest, GoesBackToThePsnOfASequenceNak) {
  post(MessageKind::kWrite, 1024);
  send_all();
  EXPECT_EQ(dut_.on_ack(Psn{102}, kNakSequence), Answer::kResend);
  const RequestPacket again = dut_.next();
  EXPECT_EQ(again.psn.value(), 102u);
  EXPECT_EQ(again.opcode, op::kWriteMiddle);
  EXPECT_EQ(again.offset, 512u);
  EXPECT_EQ(dut_.next().psn.value(), 103u);
  EXPECT_FALSE(dut_.ready());
  EXPECT_EQ(dut_.packets_resent(), 2u);
}

TEST_F(RcRequesterTest, ATimeOutGoesBackToTheOldestUnacknowledgedPsn) {
  post(MessageKind::kWrite, 1024);
  send_all();
  EXPECT_EQ(dut_.on_ack(Psn{100}, kAck), Answer::kProgress);
  EXPECT_EQ(dut_.on_timeout(), Answer::kResend);
  EXPECT_EQ(send_all(), (Psns{101, 102, 103}));
}

TEST_F(RcRequesterTest, GivesUpAfterRetryCountTimeOuts) {
  post(MessageKind::kSend, 4);
  for (int retry = 0; retry < 2; ++retry) {
    send_all();
    EXPECT_EQ(dut_.on_timeout(), Answer::kResend);
  }
  send_all();
  EXPECT_EQ(dut_.on_timeout(), Answer::kFailed);
  EXPECT_EQ(dut_.failure(), CqeSyndrome::kTransportRetryExceeded);
}

TEST_F(RcRequesterTest, ProgressRefillsTheRetryCounter) {
  post(MessageKind::kWrite, 512);
  for (int round = 0; round < 2; ++round) {
    send_all();
    EXPECT_EQ(dut_.on_timeout(), Answer::kResend);
  }
  send_all();
  EXPECT_EQ(dut_.on_ack(Psn{100}, kAck), Answer::kProgress);
  EXPECT_EQ(dut_.on_timeout(), Answer::kResend);
}

// ib-facts 6: RNR NAK: the requester waits the timer, then resends from that PSN.
TEST_F(RcRequesterTest, WaitsAfterAnRnrNakAndResendsFromIt) {
  post(MessageKind::kSend, 256);
  post(MessageKind::kSend, 256);
  send_all();

  EXPECT_EQ(dut_.on_ack(Psn{101}, kRnrNak), Answer::kRnrWait);

  EXPECT_EQ(dut_.rnr_code(), 12);
  EXPECT_TRUE(dut_.oldest_done());
  EXPECT_FALSE(dut_.ready());
  EXPECT_FALSE(dut_.awaits_answer());
  dut_.rnr_expired();
  EXPECT_EQ(send_all(), (Psns{101}));
}

TEST_F(RcRequesterTest, GivesUpAfterRnrRetryNaks) {
  post(MessageKind::kSend, 4);
  for (int retry = 0; retry < 2; ++retry) {
    send_all();
    EXPECT_EQ(dut_.on_ack(Psn{100}, kRnrNak), Answer::kRnrWait);
    dut_.rnr_expired();
  }
  send_all();
  EXPECT_EQ(dut_.on_ack(Psn{100}, kRnrNak), Answer::kFailed);
  EXPECT_EQ(dut_.failure(), CqeSyndrome::kRnrRetryExceeded);
}

TEST_F(RcRequesterTest, RnrRetrySevenIsEndless) {
  start({256, Psn{100}, 2, 7, 1, 16});
  post(MessageKind::kSend, 4);
  for (int retry = 0; retry < 20; ++retry) {
    send_all();
    ASSERT_EQ(dut_.on_ack(Psn{100}, kRnrNak), Answer::kRnrWait);
    dut_.rnr_expired();
  }
}

TEST_F(RcRequesterTest, AFatalNakFailsTheRequestItNames) {
  post(MessageKind::kWrite, 4);
  post(MessageKind::kWrite, 4);
  send_all();
  EXPECT_EQ(dut_.on_ack(Psn{101}, kNakAccess), Answer::kFailed);
  EXPECT_EQ(dut_.failure(), CqeSyndrome::kRemoteAccess);
  EXPECT_TRUE(dut_.oldest_done());
  dut_.retire();
  EXPECT_FALSE(dut_.oldest_done());
}

TEST_F(RcRequesterTest, PlacesReadResponsesByTheirPsn) {
  post(MessageKind::kRead, 600);
  send_all();

  const auto first = dut_.on_read_response(Psn{100}, Position::kFirst, 256);
  const auto middle = dut_.on_read_response(Psn{101}, Position::kMiddle, 256);
  const auto last = dut_.on_read_response(Psn{102}, Position::kLast, 88);

  EXPECT_TRUE(first.take && middle.take && last.take);
  EXPECT_EQ(first.offset, 0u);
  EXPECT_EQ(middle.offset, 256u);
  EXPECT_EQ(last.offset, 512u);
  EXPECT_TRUE(dut_.oldest_done());
}

TEST_F(RcRequesterTest, AReadResponseAcknowledgesEarlierRequests) {
  post(MessageKind::kWrite, 4);
  post(MessageKind::kRead, 4);
  send_all();
  EXPECT_TRUE(dut_.on_read_response(Psn{101}, Position::kOnly, 4).take);
  EXPECT_TRUE(dut_.oldest_done());
  dut_.retire();
  EXPECT_TRUE(dut_.oldest_done());
}

// ib-facts 6: an ACK for a READ PSN without the response is an implied NAK: resend the READ.
TEST_F(RcRequesterTest, AnAckPastAnUnansweredReadAsksForItAgain) {
  post(MessageKind::kRead, 600);
  post(MessageKind::kWrite, 4);
  send_all();

  EXPECT_EQ(dut_.on_ack(Psn{103}, kAck), Answer::kResend);

  const RequestPacket again = dut_.next();
  EXPECT_EQ(again.opcode, op::kReadRequest);
  EXPECT_EQ(again.psn.value(), 100u);
  EXPECT_EQ(again.length, 600u);
}

TEST_F(RcRequesterTest, ALostResponseIsReadAgainFromThere) {
  post(MessageKind::kRead, 600);
  send_all();
  EXPECT_TRUE(dut_.on_read_response(Psn{100}, Position::kFirst, 256).take);

  const auto later = dut_.on_read_response(Psn{102}, Position::kLast, 88);

  EXPECT_FALSE(later.take);
  EXPECT_EQ(later.answer, Answer::kResend);
  const RequestPacket again = dut_.next();
  EXPECT_EQ(again.psn.value(), 101u);
  EXPECT_EQ(again.offset, 256u);
  EXPECT_EQ(again.length, 344u);
  EXPECT_TRUE(dut_.on_read_response(Psn{101}, Position::kFirst, 256).take);
  EXPECT_TRUE(dut_.on_read_response(Psn{102}, Position::kLast, 88).take);
  EXPECT_TRUE(dut_.oldest_done());
}

TEST_F(RcRequesterTest, AGapAmongResponsesAsksOnlyOnce) {
  post(MessageKind::kRead, 1024);
  send_all();
  EXPECT_EQ(dut_.on_read_response(Psn{101}, Position::kMiddle, 256).answer, Answer::kResend);
  EXPECT_EQ(dut_.on_read_response(Psn{102}, Position::kMiddle, 256).answer, Answer::kProgress);
}

TEST_F(RcRequesterTest, AResponseOfTheWrongLengthBreaksTheConnection) {
  post(MessageKind::kRead, 600);
  send_all();
  EXPECT_EQ(dut_.on_read_response(Psn{100}, Position::kFirst, 255).answer, Answer::kFailed);
  EXPECT_EQ(dut_.failure(), CqeSyndrome::kBadResponse);
}

TEST_F(RcRequesterTest, IgnoresAResponseNobodyAskedFor) {
  post(MessageKind::kWrite, 4);
  send_all();
  const auto placement = dut_.on_read_response(Psn{100}, Position::kOnly, 4);
  EXPECT_FALSE(placement.take);
  EXPECT_EQ(placement.answer, Answer::kIgnored);
}

TEST_F(RcRequesterTest, HoldsReadsBeyondMaxRdAtomic) {
  post(MessageKind::kRead, 4);
  post(MessageKind::kRead, 4);
  EXPECT_EQ(send_all(), (Psns{100}));
  EXPECT_TRUE(dut_.on_read_response(Psn{100}, Position::kOnly, 4).take);
  EXPECT_EQ(send_all(), (Psns{101}));
}

// ib-facts 6: requests behind a fence wait for READs and atomics.
TEST_F(RcRequesterTest, AFencedRequestWaitsForOpenReads) {
  post(MessageKind::kRead, 4);
  post(MessageKind::kSend, 4, /*fence=*/true);
  EXPECT_EQ(send_all(), (Psns{100}));
  EXPECT_TRUE(dut_.on_read_response(Psn{100}, Position::kOnly, 4).take);
  EXPECT_EQ(send_all(), (Psns{101}));
}

// A fence is for what comes before: a READ that is sent again does not wait for itself.
TEST_F(RcRequesterTest, AFencedReadIsSentAgain) {
  post(MessageKind::kRead, 4, /*fence=*/true);
  EXPECT_EQ(send_all(), (Psns{100}));
  EXPECT_EQ(dut_.on_timeout(), Answer::kResend);
  EXPECT_EQ(send_all(), (Psns{100}));
}

TEST_F(RcRequesterTest, AnUnfencedRequestPassesAnOpenRead) {
  post(MessageKind::kRead, 4);
  post(MessageKind::kSend, 4);
  EXPECT_EQ(send_all(), (Psns{100, 101}));
}

// ib-facts 6: limit sequence LSN = MSN + credits; one SEND beyond it may go as a probe.
TEST_F(RcRequesterTest, CreditsBoundSendsAndAllowOneProbe) {
  RequesterConfig config{256, Psn{100}, 2, 2, 1, 16};
  config.counts_credits = true;
  start(config);
  for (int i = 0; i < 6; ++i) post(MessageKind::kSend, 4);
  EXPECT_EQ(send_all(), (Psns{100}));  // the probe: nothing is known yet
  dut_.take_credits(0x02, 1);          // one message done, two more receives
  EXPECT_EQ(dut_.on_ack(Psn{100}, 0x02), Answer::kProgress);
  EXPECT_EQ(send_all(), (Psns{101, 102, 103}));
  dut_.take_credits(kAck, 2);  // not counted any more
  EXPECT_EQ(send_all(), (Psns{104, 105}));
}

// ib-facts 6: credits are needed for SEND and WRITE with immediate only.
TEST_F(RcRequesterTest, WritesNeedNoCredit) {
  RequesterConfig config{256, Psn{100}, 2, 2, 1, 16};
  config.counts_credits = true;
  start(config);
  post(MessageKind::kSend, 4);
  for (int i = 0; i < 3; ++i) post(MessageKind::kWrite, 4);
  post(MessageKind::kWriteImmediate, 4);
  EXPECT_EQ(send_all(), (Psns{100, 101, 102, 103}));
}

TEST_F(RcRequesterTest, AnAtomicTakesOnePsnAndItsAnswerRetiresIt) {
  post(MessageKind::kFetchAdd, 8);
  EXPECT_EQ(send_all(), (Psns{100}));
  EXPECT_TRUE(dut_.on_atomic_response(Psn{100}).take);
  EXPECT_TRUE(dut_.oldest_done());
}

TEST_F(RcRequesterTest, AFaultyRequestStopsWhatFollows) {
  post(MessageKind::kWrite, 4);
  SendRequest faulty;
  faulty.fault = CqeSyndrome::kLocalQpOperation;
  dut_.accept(faulty);
  post(MessageKind::kWrite, 4);

  EXPECT_EQ(send_all(), (Psns{100}));
  EXPECT_FALSE(dut_.oldest_is_faulty());
  EXPECT_EQ(dut_.on_ack(Psn{100}, kAck), Answer::kProgress);
  dut_.retire();
  EXPECT_TRUE(dut_.oldest_is_faulty());
  EXPECT_FALSE(dut_.oldest_done());
}

TEST_F(RcRequesterTest, ANoOperationCompletesInItsTurnWithoutAPacket) {
  post(MessageKind::kWrite, 4);
  SendRequest nop;
  nop.local_only = true;
  dut_.accept(nop);
  post(MessageKind::kWrite, 4);

  EXPECT_EQ(send_all(), (Psns{100, 101}));
  EXPECT_EQ(dut_.on_ack(Psn{100}, kAck), Answer::kProgress);
  dut_.retire();
  EXPECT_TRUE(dut_.oldest_done());
  dut_.retire();
  EXPECT_FALSE(dut_.oldest_done());
}

TEST_F(RcRequesterTest, ALateAckDuringAResendMovesTheCursorOn) {
  post(MessageKind::kWrite, 1024);
  send_all();
  EXPECT_EQ(dut_.on_timeout(), Answer::kResend);
  EXPECT_EQ(dut_.on_ack(Psn{101}, kAck), Answer::kProgress);
  EXPECT_EQ(send_all(), (Psns{102, 103}));
}

}  // namespace
}  // namespace ib
