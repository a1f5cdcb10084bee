// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/ib/transport/rc_responder.h"

namespace ib {
namespace {

using Verdict = RcResponder::Verdict;

/// A responder behind a network that reorders. A WRITE of 1100 bytes at MTU 256: PSNs 50 to 54.
class EarlyWriteTest : public testing::Test {
 protected:
  EarlyWriteTest() { start(/*out_of_order=*/true); }

  void start(bool out_of_order) {
    ResponderConfig config;
    config.mtu = 256;
    config.first_psn = Psn{50};
    config.access = access::kRemoteWrite;
    config.out_of_order_writes = out_of_order;
    dut_.configure(config);
  }
  static RequestView packet(std::uint8_t opcode, std::uint32_t psn, std::uint32_t payload) {
    RequestView view;
    view.opcode = opcode;
    view.psn = Psn{psn};
    view.payload_bytes = payload;
    view.address = 0x1000;
    view.rkey = 0x55;
    view.dma_length = 1100;
    return view;
  }
  Verdict take(const RequestView& view) {
    const Verdict verdict = dut_.judge(view).verdict;
    if (verdict == Verdict::kExecute) dut_.accept(view);
    if (verdict == Verdict::kPlaceEarly) dut_.accept_early(view);
    return verdict;
  }
  Verdict first() { return take(packet(op::kWriteFirst, 50, 256)); }
  Verdict middle(std::uint32_t psn) { return take(packet(op::kWriteMiddle, psn, 256)); }
  Verdict last() { return take(packet(op::kWriteLast, 54, 1100 - 4 * 256)); }

  RcResponder dut_;
};

TEST_F(EarlyWriteTest, PacketsOfAWriteMayComeInAnyOrder) {
  EXPECT_EQ(first(), Verdict::kExecute);
  EXPECT_EQ(middle(53), Verdict::kPlaceEarly);
  EXPECT_EQ(dut_.early_offset(Psn{53}), 768u);
  EXPECT_EQ(last(), Verdict::kPlaceEarly);
  EXPECT_EQ(middle(52), Verdict::kPlaceEarly);
  EXPECT_EQ(dut_.expected_psn().value(), 51u);
  EXPECT_TRUE(dut_.message().open());
  EXPECT_EQ(middle(51), Verdict::kExecute);
  EXPECT_EQ(dut_.expected_psn().value(), 55u);
  EXPECT_EQ(dut_.msn(), 1u);
  EXPECT_FALSE(dut_.message().open());
}

TEST_F(EarlyWriteTest, WhatIsPlacedIsTakenUpToTheNextGap) {
  EXPECT_EQ(first(), Verdict::kExecute);
  EXPECT_EQ(middle(52), Verdict::kPlaceEarly);
  EXPECT_EQ(last(), Verdict::kPlaceEarly);
  EXPECT_EQ(middle(51), Verdict::kExecute);
  EXPECT_EQ(dut_.expected_psn().value(), 53u);
  EXPECT_EQ(middle(53), Verdict::kExecute);
  EXPECT_EQ(dut_.expected_psn().value(), 55u);
}

TEST_F(EarlyWriteTest, WithoutTheModeAGapIsNaked) {
  start(/*out_of_order=*/false);
  EXPECT_EQ(first(), Verdict::kExecute);
  EXPECT_EQ(middle(52), Verdict::kNakSequence);
}

// The place of a packet is known once the First has told it.
TEST_F(EarlyWriteTest, APacketBeforeItsFirstIsNaked) {
  EXPECT_EQ(middle(51), Verdict::kNakSequence);
  EXPECT_EQ(middle(52), Verdict::kDrop);
  EXPECT_EQ(first(), Verdict::kExecute);
}

TEST_F(EarlyWriteTest, APacketOfTheNextMessageIsNaked) {
  EXPECT_EQ(first(), Verdict::kExecute);
  EXPECT_EQ(take(packet(op::kWriteOnly, 55, 256)), Verdict::kNakSequence);
}

TEST_F(EarlyWriteTest, APacketOfTheWrongLengthIsNotPlaced) {
  EXPECT_EQ(first(), Verdict::kExecute);
  EXPECT_EQ(take(packet(op::kWriteMiddle, 52, 100)), Verdict::kNakSequence);
  EXPECT_EQ(take(packet(op::kWriteLast, 53, 76)), Verdict::kDrop);
}

TEST_F(EarlyWriteTest, APacketThatComesTwiceIsPlacedOnce) {
  EXPECT_EQ(first(), Verdict::kExecute);
  EXPECT_EQ(middle(52), Verdict::kPlaceEarly);
  EXPECT_EQ(middle(52), Verdict::kDrop);
  EXPECT_EQ(middle(51), Verdict::kExecute);
  EXPECT_EQ(middle(52), Verdict::kAcknowledgeAgain);
}

}  // namespace
}  // namespace ib
