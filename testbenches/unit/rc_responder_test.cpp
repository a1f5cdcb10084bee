// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/rc_responder.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

using Verdict = RcResponder::Verdict;

constexpr std::uint32_t kAll = access::kRemoteWrite | access::kRemoteRead | access::kRemoteAtomic;

class RcResponderTest : public testing::Test {
 protected:
  RcResponderTest() { dut_.configure({256, Psn{50}, kAll, 2}); }

  static RequestView packet(std::uint8_t opcode, std::uint32_t psn, std::uint32_t payload) {
    RequestView view;
    view.opcode = opcode;
    view.psn = Psn{psn};
    view.payload_bytes = payload;
    view.rkey = 0x55;
    return view;
  }
  static RequestView rdma(std::uint8_t opcode, std::uint32_t psn, std::uint32_t payload,
                          std::uint64_t address, std::uint32_t length) {
    RequestView view = packet(opcode, psn, payload);
    view.address = address;
    view.dma_length = length;
    return view;
  }
  Verdict take(const RequestView& view) {
    const Verdict verdict = dut_.judge(view).verdict;
    if (verdict == Verdict::kExecute) dut_.accept(view);
    return verdict;
  }

  RcResponder dut_;
};

TEST_F(RcResponderTest, ExecutesTheExpectedPsnAndCountsMessages) {
  EXPECT_EQ(take(packet(op::kSendOnly, 50, 10)), Verdict::kExecute);
  EXPECT_EQ(dut_.expected_psn().value(), 51u);
  EXPECT_EQ(dut_.last_psn().value(), 50u);
  EXPECT_EQ(dut_.msn(), 1u);
}

// ib-facts 6: ahead: NAK PSN sequence error once, then silent until the expected PSN arrives.
TEST_F(RcResponderTest, NaksAGapOnce) {
  EXPECT_EQ(take(packet(op::kSendOnly, 51, 10)), Verdict::kNakSequence);
  EXPECT_EQ(take(packet(op::kSendOnly, 52, 10)), Verdict::kDrop);
  EXPECT_EQ(take(packet(op::kSendOnly, 50, 10)), Verdict::kExecute);
  EXPECT_EQ(take(packet(op::kSendOnly, 53, 10)), Verdict::kNakSequence);
}

TEST_F(RcResponderTest, AcknowledgesADuplicateSendAgain) {
  take(packet(op::kSendOnly, 50, 10));
  take(packet(op::kSendOnly, 51, 10));
  EXPECT_EQ(take(packet(op::kSendOnly, 50, 10)), Verdict::kAcknowledgeAgain);
  EXPECT_EQ(dut_.last_psn().value(), 51u);
  EXPECT_EQ(dut_.msn(), 2u);
}

TEST_F(RcResponderTest, AReadTakesThePsnsOfItsResponse) {
  EXPECT_EQ(take(rdma(op::kReadRequest, 50, 0, 0x1000, 600)), Verdict::kExecute);
  EXPECT_EQ(dut_.expected_psn().value(), 53u);
  EXPECT_EQ(dut_.msn(), 1u);
}

// ib-facts 6: a duplicate READ is executed again if it lies inside the original.
TEST_F(RcResponderTest, ReadsAgainInsideTheOriginalOnly) {
  take(rdma(op::kReadRequest, 50, 0, 0x1000, 600));

  const auto whole = dut_.judge(rdma(op::kReadRequest, 50, 0, 0x1000, 600));
  const auto rest = dut_.judge(rdma(op::kReadRequest, 51, 0, 0x1100, 344));
  EXPECT_EQ(whole.verdict, Verdict::kReadAgain);
  EXPECT_EQ(rest.verdict, Verdict::kReadAgain);

  EXPECT_EQ(take(rdma(op::kReadRequest, 51, 0, 0x1100, 345)), Verdict::kDrop);
  EXPECT_EQ(take(rdma(op::kReadRequest, 51, 0, 0x0FFF, 10)), Verdict::kDrop);
  RequestView other_key = rdma(op::kReadRequest, 51, 0, 0x1100, 10);
  other_key.rkey = 0x56;
  EXPECT_EQ(take(other_key), Verdict::kDrop);
}

// ib-facts 6: atomics replay the stored result; without a record they are dropped.
TEST_F(RcResponderTest, ReplaysAtomicsWhileRemembered) {
  take(rdma(op::kFetchAdd, 50, 0, 0x1000, 0));
  EXPECT_EQ(take(rdma(op::kFetchAdd, 50, 0, 0x1000, 0)), Verdict::kDrop);  // not executed yet
  dut_.keep_atomic_result(Psn{50}, 77);

  const auto again = dut_.judge(rdma(op::kFetchAdd, 50, 0, 0x1000, 0));
  EXPECT_EQ(again.verdict, Verdict::kAtomicAgain);
  EXPECT_EQ(again.record.atomic_result, 77u);

  take(rdma(op::kFetchAdd, 51, 0, 0x1000, 0));
  dut_.keep_atomic_result(Psn{51}, 78);
  take(rdma(op::kFetchAdd, 52, 0, 0x1000, 0));
  EXPECT_EQ(take(rdma(op::kFetchAdd, 50, 0, 0x1000, 0)), Verdict::kDrop);
  EXPECT_EQ(take(rdma(op::kFetchAdd, 51, 0, 0x1000, 0)), Verdict::kAtomicAgain);
}

TEST_F(RcResponderTest, AMiddleWithoutAFirstIsInvalid) {
  EXPECT_EQ(take(packet(op::kSendMiddle, 50, 256)), Verdict::kNakInvalid);
}

TEST_F(RcResponderTest, AFirstInsideAMessageIsInvalid) {
  EXPECT_EQ(take(packet(op::kSendFirst, 50, 256)), Verdict::kExecute);
  EXPECT_EQ(take(packet(op::kSendOnly, 51, 10)), Verdict::kNakInvalid);
}

TEST_F(RcResponderTest, AnotherKindInsideAMessageIsInvalid) {
  EXPECT_EQ(take(packet(op::kSendFirst, 50, 256)), Verdict::kExecute);
  EXPECT_EQ(take(packet(op::kWriteLast, 51, 10)), Verdict::kNakInvalid);
}

TEST_F(RcResponderTest, FirstAndMiddleCarryExactlyTheMtu) {
  EXPECT_EQ(take(packet(op::kSendFirst, 50, 255)), Verdict::kNakInvalid);
  EXPECT_EQ(take(packet(op::kSendFirst, 50, 256)), Verdict::kExecute);
  EXPECT_EQ(take(packet(op::kSendMiddle, 51, 200)), Verdict::kNakInvalid);
  EXPECT_EQ(take(packet(op::kSendLast, 51, 0)), Verdict::kNakInvalid);
  EXPECT_EQ(take(packet(op::kSendLast, 51, 1)), Verdict::kExecute);
}

TEST_F(RcResponderTest, AWriteMustBringWhatItsRethAnnounced) {
  EXPECT_EQ(take(rdma(op::kWriteFirst, 50, 256, 0x1000, 300)), Verdict::kExecute);
  EXPECT_EQ(take(packet(op::kWriteLast, 51, 45)), Verdict::kNakInvalid);
  EXPECT_EQ(take(packet(op::kWriteMiddle, 51, 256)), Verdict::kNakInvalid);
  EXPECT_EQ(dut_.message().offset(), 256u);
  EXPECT_EQ(dut_.message().write_address(), 0x1000u);
  EXPECT_EQ(take(packet(op::kWriteLast, 51, 44)), Verdict::kExecute);
  EXPECT_FALSE(dut_.message().open());
}

TEST_F(RcResponderTest, AnOperationNotEnabledIsInvalid) {
  dut_.configure({256, Psn{50}, access::kRemoteWrite, 2});
  EXPECT_EQ(take(rdma(op::kReadRequest, 50, 0, 0x1000, 8)), Verdict::kNakInvalid);
  EXPECT_EQ(take(rdma(op::kWriteOnly, 50, 8, 0x1000, 8)), Verdict::kExecute);
}

TEST_F(RcResponderTest, AnUnalignedAtomicIsInvalid) {
  EXPECT_EQ(take(rdma(op::kCmpSwap, 50, 0, 0x1004, 0)), Verdict::kNakInvalid);
}

// ib-facts 6: RNR NAK: no state change, the expected PSN stays; what follows is not NAKed again.
TEST_F(RcResponderTest, StaysSilentAfterARefusalUntilThePacketComesAgain) {
  EXPECT_EQ(dut_.judge(packet(op::kSendOnly, 50, 10)).verdict, Verdict::kExecute);
  dut_.refuse_not_ready();
  EXPECT_EQ(take(packet(op::kSendOnly, 51, 10)), Verdict::kDrop);
  EXPECT_EQ(take(packet(op::kSendOnly, 50, 10)), Verdict::kExecute);
}

TEST_F(RcResponderTest, IgnoresResponsesAndOtherTransports) {
  EXPECT_EQ(take(packet(op::kAck, 50, 0)), Verdict::kDrop);
  EXPECT_EQ(take(packet(opcode(Transport::kUc, op::kSendOnly), 50, 0)), Verdict::kDrop);
}

}  // namespace
}  // namespace ib
