// SPDX-License-Identifier: Apache-2.0
#include "models/ib/queues/wqe.h"

#include <gtest/gtest.h>

#include <vector>

namespace ib {
namespace {

// Layout of ib-facts 9.3; the bytes are written out by hand.
constexpr std::array<std::uint8_t, 16> kControl = {0x00, 0x12, 0x34, 0x0B,   // opmod, index, opcode
                                                   0xAB, 0xCD, 0xEF, 0x05,   // qpn, ds
                                                   0x00, 0x00, 0x00, 0x8A,   // fence 4, ce 2, se
                                                   0xDE, 0xAD, 0xBE, 0xEF};  // immediate

TEST(Wqe, DecodesTheControlSegment) {
  const ControlSegment s = decode_control(kControl.data());

  EXPECT_EQ(s.opmod, 0);
  EXPECT_EQ(s.wqe_index, 0x1234);
  EXPECT_EQ(s.opcode, static_cast<std::uint8_t>(WqeOpcode::kSendImmediate));
  EXPECT_EQ(s.qpn, 0xABCDEFu);
  EXPECT_EQ(s.ds, 5);
  EXPECT_TRUE(s.fence);
  EXPECT_TRUE(s.completion);
  EXPECT_TRUE(s.solicited);
  EXPECT_EQ(s.immediate, 0xDEADBEEFu);
}

TEST(Wqe, EncodesTheControlSegmentItDecoded) {
  std::array<std::uint8_t, 16> bytes{};
  encode(decode_control(kControl.data()), bytes.data());
  EXPECT_EQ(bytes, kControl);
}

TEST(Wqe, EncodesRemoteAddressSegment) {
  std::array<std::uint8_t, 16> bytes{};
  encode(RaddrSegment{0x0102030405060708, 0x090A0B0C}, bytes.data());
  const std::array<std::uint8_t, 16> expected = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0, 0};
  EXPECT_EQ(bytes, expected);
}

TEST(Wqe, WalksInlineAndPointerPieces) {
  // Inline 3 bytes fill one segment: header 4 + 3, padded to 16. Then a pointer of 0x100 bytes.
  std::vector<std::uint8_t> bytes(32);
  encode_inline_header(3, bytes.data());
  bytes[4] = 'a';
  encode(DataSegment{0x100, 0x77, 0x1000}, &bytes[16]);
  DataSegments pieces(bytes.data(), bytes.data() + bytes.size());

  const auto first = pieces.next();
  ASSERT_TRUE(first);
  EXPECT_TRUE(first->is_inline);
  EXPECT_EQ(first->byte_count, 3u);
  EXPECT_EQ(first->inline_data[0], 'a');
  const auto second = pieces.next();
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->is_inline);
  EXPECT_EQ(second->segment.byte_count, 0x100u);
  EXPECT_EQ(second->segment.lkey, 0x77u);
  EXPECT_EQ(second->segment.address, 0x1000u);
  EXPECT_FALSE(pieces.next());
  EXPECT_FALSE(pieces.malformed());
}

TEST(Wqe, FindsInlineDataThatLeavesTheWqe) {
  std::vector<std::uint8_t> bytes(16);
  encode_inline_header(13, bytes.data());  // 4 + 13 needs two segments
  DataSegments pieces(bytes.data(), bytes.data() + bytes.size());
  EXPECT_FALSE(pieces.next());
  EXPECT_TRUE(pieces.malformed());
}

TEST(Wqe, CountsBlocksAndInlineSegments) {
  EXPECT_EQ(basic_blocks(1), 1u);
  EXPECT_EQ(basic_blocks(4), 1u);
  EXPECT_EQ(basic_blocks(5), 2u);
  EXPECT_EQ(inline_segments(12), 1u);
  EXPECT_EQ(inline_segments(13), 2u);
}

}  // namespace
}  // namespace ib
