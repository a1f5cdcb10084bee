// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/segmentation.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

// ib-facts 6: First and Middle carry exactly PMTU bytes, Last 1..PMTU, Only 0..PMTU.
TEST(Segmentation, CutsSixHundredBytesAtMtu256) {
  EXPECT_EQ(packets_of(600, 256), 3u);
  const Segment first = segment_of(600, 256, 0);
  const Segment middle = segment_of(600, 256, 1);
  const Segment last = segment_of(600, 256, 2);

  EXPECT_EQ(first.position, Position::kFirst);
  EXPECT_EQ(first.length, 256u);
  EXPECT_EQ(middle.position, Position::kMiddle);
  EXPECT_EQ(middle.offset, 256u);
  EXPECT_EQ(last.position, Position::kLast);
  EXPECT_EQ(last.offset, 512u);
  EXPECT_EQ(last.length, 88u);
}

TEST(Segmentation, AFullMessageEndsWithAFullLast) {
  EXPECT_EQ(packets_of(512, 256), 2u);
  EXPECT_EQ(segment_of(512, 256, 1).position, Position::kLast);
  EXPECT_EQ(segment_of(512, 256, 1).length, 256u);
}

TEST(Segmentation, AnEmptyMessageTakesOnePacket) {
  EXPECT_EQ(packets_of(0, 4096), 1u);
  EXPECT_EQ(segment_of(0, 4096, 0).position, Position::kOnly);
  EXPECT_EQ(segment_of(0, 4096, 0).length, 0u);
}

TEST(Segmentation, TheLongestMessageTakesTwoToTheTwentyThreePsnsAtMtu256) {
  EXPECT_EQ(packets_of(kMaxMessageBytes, 256), 1u << 23);
}

TEST(Segmentation, OnlyTheLastPacketCarriesImmediateData) {
  EXPECT_EQ(request_operation(MessageKind::kWriteImmediate, Position::kFirst), op::kWriteFirst);
  EXPECT_EQ(request_operation(MessageKind::kWriteImmediate, Position::kLast), op::kWriteLastImm);
  EXPECT_EQ(request_operation(MessageKind::kSendImmediate, Position::kOnly), op::kSendOnlyImm);
  EXPECT_EQ(request_operation(MessageKind::kSendInvalidate, Position::kLast), op::kSendLastInv);
}

}  // namespace
}  // namespace ib
