// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/uc_responder.h"

#include <gtest/gtest.h>

#include "models/ib/queues/context.h"

namespace ib {
namespace {

class UcResponderTest : public testing::Test {
 protected:
  static RequestView packet(std::uint8_t operation, std::uint32_t psn, std::uint32_t bytes = 256,
                            std::uint32_t dma_length = 0) {
    RequestView view;
    view.opcode = opcode(Transport::kUc, operation);
    view.psn = Psn{psn};
    view.payload_bytes = bytes;
    view.address = 0x1000;
    view.dma_length = dma_length;
    return view;
  }
  bool take(const RequestView& view) {
    if (!dut_.judge(view)) return false;
    dut_.accept(view);
    return true;
  }

  UcResponder dut_{256, Psn{10}, access::kRemoteWrite};
};

TEST_F(UcResponderTest, TakesAMessageInSequence) {
  EXPECT_TRUE(take(packet(op::kSendFirst, 10)));
  EXPECT_TRUE(take(packet(op::kSendMiddle, 11)));
  EXPECT_TRUE(take(packet(op::kSendLast, 12, 7)));
  EXPECT_EQ(dut_.message().offset(), 519u);
  EXPECT_EQ(dut_.messages_dropped(), 0u);
}

// ib-facts 6: a PSN gap drops the current message and waits for the next First or Only.
TEST_F(UcResponderTest, AGapDropsTheMessageUpToTheNextFirst) {
  EXPECT_TRUE(take(packet(op::kSendFirst, 10)));
  EXPECT_FALSE(take(packet(op::kSendMiddle, 12)));
  EXPECT_FALSE(take(packet(op::kSendLast, 13, 7)));
  EXPECT_TRUE(take(packet(op::kSendOnly, 14, 7)));
  EXPECT_EQ(dut_.messages_dropped(), 1u);
}

// ib-facts 6: a lost whole message is not noticed by the next one.
TEST_F(UcResponderTest, AGapBetweenMessagesHarmsNone) {
  EXPECT_TRUE(take(packet(op::kSendOnly, 10, 1)));
  EXPECT_TRUE(take(packet(op::kSendOnly, 15, 1)));
  EXPECT_EQ(dut_.expected_psn().value(), 16u);
  EXPECT_EQ(dut_.messages_dropped(), 0u);
}

TEST_F(UcResponderTest, AFirstInsideAMessageDropsTheOldOne) {
  EXPECT_TRUE(take(packet(op::kSendFirst, 10)));
  EXPECT_TRUE(take(packet(op::kWriteOnly, 11, 9, 9)));
  EXPECT_EQ(dut_.messages_dropped(), 1u);
  EXPECT_EQ(dut_.message().offset(), 9u);
}

TEST_F(UcResponderTest, ALostFirstDropsTheRest) {
  EXPECT_FALSE(take(packet(op::kSendMiddle, 11)));
  EXPECT_FALSE(take(packet(op::kSendLast, 12, 4)));
  EXPECT_TRUE(take(packet(op::kSendFirst, 13)));
}

TEST_F(UcResponderTest, AWriteOfTheWrongLengthIsDropped) {
  EXPECT_TRUE(take(packet(op::kWriteFirst, 10, 256, 300)));
  EXPECT_FALSE(take(packet(op::kWriteLast, 11, 45, 0)));
  EXPECT_EQ(dut_.messages_dropped(), 1u);
}

TEST_F(UcResponderTest, AWriteThatIsNotEnabledIsDropped) {
  dut_ = UcResponder{256, Psn{10}, 0};
  EXPECT_FALSE(take(packet(op::kWriteOnly, 10, 4, 4)));
  EXPECT_TRUE(take(packet(op::kSendOnly, 11, 4)));
}

TEST_F(UcResponderTest, PacketsOfOtherServicesAreIgnored) {
  RequestView view = packet(op::kSendOnly, 10, 4);
  view.opcode = opcode(Transport::kRc, op::kSendOnly);
  EXPECT_FALSE(take(view));
  EXPECT_EQ(dut_.expected_psn().value(), 10u);
}

}  // namespace
}  // namespace ib
