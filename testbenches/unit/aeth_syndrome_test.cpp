// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/aeth_syndrome.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

// IBTA Vol 1, 9.7.5.1: bits 6:5 tell ACK, RNR NAK and NAK apart.
TEST(AethSyndrome, TellsKindsApart) {
  EXPECT_EQ(aeth_kind(0x0A), AethKind::kAck);
  EXPECT_EQ(aeth_kind(0x2C), AethKind::kRnrNak);
  EXPECT_EQ(aeth_kind(0x40), AethKind::kReserved);
  EXPECT_EQ(aeth_kind(0x60), AethKind::kNak);
  EXPECT_EQ(aeth_value(0x2C), 12);
}

TEST(AethSyndrome, BuildsTheBytesSeenOnTheWire) {
  EXPECT_EQ(ack_syndrome(kNoCreditCode), 0x1F);
  EXPECT_EQ(rnr_nak_syndrome(12), 0x2C);
  EXPECT_EQ(nak_syndrome(NakCode::kPsnSequenceError), 0x60);
  EXPECT_EQ(nak_syndrome(NakCode::kInvalidRequest), 0x61);
  EXPECT_EQ(nak_syndrome(NakCode::kRemoteAccessError), 0x62);
  EXPECT_EQ(nak_syndrome(NakCode::kRemoteOperationalError), 0x63);
  EXPECT_EQ(nak_syndrome(NakCode::kInvalidRdRequest), 0x64);
}

// IBTA Vol 1, 9.7.7.2.5: the largest code whose credits the receive queue can honour.
TEST(AethSyndrome, GrantsNoMoreThanThereIs) {
  EXPECT_EQ(credit_code(0), 0);
  EXPECT_EQ(credit_code(5), 4);
  EXPECT_EQ(credit_code(6), 5);
  EXPECT_EQ(credit_code(33), 10);
  EXPECT_EQ(credit_code(32767), 29);
  EXPECT_EQ(credit_code(1'000'000), 30);
}

// From 1 on the tables step by half a power of two: two codes a doubling.
TEST(AethSyndrome, TablesDoubleEveryTwoCodes) {
  for (unsigned code = 3; code + 2 < 31; ++code) {
    EXPECT_EQ(kCreditsByCode[code + 2], kCreditsByCode[code] * 2) << code;
  }
  for (unsigned code = 2; code + 2 < 32; ++code) {
    EXPECT_EQ(kRnrTimerUs[code + 2], kRnrTimerUs[code] * 2) << code;
  }
  EXPECT_EQ(kRnrTimerUs[0], 2 * kRnrTimerUs[30]);
}

TEST(AethSyndrome, PicksTheShortestTimerThatIsLongEnough) {
  EXPECT_EQ(rnr_timer_code(0), 1);
  EXPECT_EQ(rnr_timer_code(640), 12);
  EXPECT_EQ(rnr_timer_code(641), 13);
  EXPECT_EQ(rnr_timer_code(491'520), 31);
  EXPECT_EQ(rnr_timer_code(500'000), 0);
}

}  // namespace
}  // namespace ib
