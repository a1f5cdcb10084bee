// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/response_queue.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

constexpr std::uint8_t kAck = 0x1F;

TEST(ResponseQueue, MergesAcknowledgementsIntoTheNewest) {
  ResponseQueue queue(16);
  queue.acknowledge(Psn{5}, 1, kAck, /*asked=*/true);
  queue.acknowledge(Psn{6}, 2, kAck, /*asked=*/true);
  ASSERT_EQ(queue.size(), 1u);
  EXPECT_EQ(queue.front().psn.value(), 6u);
  EXPECT_EQ(queue.front().msn, 2u);
}

TEST(ResponseQueue, AnUnaskedAcknowledgementWaitsForEnoughPackets) {
  ResponseQueue queue(3);
  queue.acknowledge(Psn{5}, 0, kAck, /*asked=*/false);
  queue.acknowledge(Psn{6}, 0, kAck, /*asked=*/false);
  EXPECT_FALSE(queue.due());
  queue.acknowledge(Psn{7}, 0, kAck, /*asked=*/false);
  EXPECT_TRUE(queue.due());
}

TEST(ResponseQueue, AnAskedAcknowledgementIsDueAtOnce) {
  ResponseQueue queue(16);
  queue.acknowledge(Psn{5}, 0, kAck, /*asked=*/true);
  EXPECT_TRUE(queue.due());
}

TEST(ResponseQueue, NothingOvertakesARead) {
  ResponseQueue queue(16);
  queue.acknowledge(Psn{4}, 1, kAck, /*asked=*/false);
  queue.read(Psn{5}, 2, 0x1000, 7, 600);
  queue.acknowledge(Psn{8}, 3, kAck, /*asked=*/true);

  EXPECT_TRUE(queue.due());
  EXPECT_EQ(queue.front().kind, Response::Kind::kAcknowledge);
  queue.pop();
  EXPECT_EQ(queue.front().kind, Response::Kind::kRead);
  static_cast<void>(queue.next_read_packet(256));
  static_cast<void>(queue.next_read_packet(256));
  static_cast<void>(queue.next_read_packet(256));
  EXPECT_EQ(queue.front().psn.value(), 8u);
}

TEST(ResponseQueue, ANakEndsMerging) {
  ResponseQueue queue(16);
  queue.refuse(Psn{9}, 1, 0x60);
  queue.acknowledge(Psn{9}, 2, kAck, /*asked=*/true);
  EXPECT_EQ(queue.size(), 2u);
  EXPECT_EQ(queue.front().syndrome, 0x60);
}

// ib-facts 1.5: First, Last and Only responses carry an AETH, Middle none.
TEST(ResponseQueue, CutsAReadIntoResponses) {
  ResponseQueue queue(16);
  queue.read(Psn{0xFFFFFF}, 1, 0x1000, 7, 600);

  const ReadResponsePacket first = queue.next_read_packet(256);
  const ReadResponsePacket middle = queue.next_read_packet(256);
  const ReadResponsePacket last = queue.next_read_packet(256);

  EXPECT_EQ(first.opcode, op::kReadResponseFirst);
  EXPECT_EQ(first.psn.value(), 0xFFFFFFu);
  EXPECT_TRUE(first.has_aeth);
  EXPECT_EQ(middle.opcode, op::kReadResponseMiddle);
  EXPECT_EQ(middle.psn.value(), 0u);
  EXPECT_FALSE(middle.has_aeth);
  EXPECT_EQ(middle.address, 0x1100u);
  EXPECT_EQ(last.opcode, op::kReadResponseLast);
  EXPECT_EQ(last.length, 88u);
  EXPECT_TRUE(last.ends);
  EXPECT_TRUE(queue.empty());
}

TEST(ResponseQueue, AnEmptyReadIsAnsweredByOneEmptyPacket) {
  ResponseQueue queue(16);
  queue.read(Psn{1}, 1, 0x1000, 7, 0);
  const ReadResponsePacket only = queue.next_read_packet(256);
  EXPECT_EQ(only.opcode, op::kReadResponseOnly);
  EXPECT_EQ(only.length, 0u);
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace ib
