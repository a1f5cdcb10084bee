// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/wqe_decoder.h"

#include <gtest/gtest.h>

#include <vector>

namespace ib {
namespace {

std::vector<std::uint8_t> wqe(WqeOpcode opcode, std::uint8_t ds) {
  std::vector<std::uint8_t> bytes(kMaxWqeBytes + kSegmentBytes);
  ControlSegment control;
  control.opcode = static_cast<std::uint8_t>(opcode);
  control.qpn = 9;
  control.ds = ds;
  control.completion = true;
  encode(control, bytes.data());
  return bytes;
}

TEST(WqeDecoder, TakesAWriteApart) {
  std::vector<std::uint8_t> bytes = wqe(WqeOpcode::kRdmaWrite, 4);
  encode(RaddrSegment{0x1234, 0x99}, &bytes[16]);
  encode(DataSegment{100, 1, 0x1000}, &bytes[32]);
  encode(DataSegment{28, 1, 0x2000}, &bytes[48]);

  const DecodedWqe decoded = decode_send_wqe(bytes.data());

  EXPECT_EQ(decoded.request.fault, CqeSyndrome::kNone);
  EXPECT_EQ(decoded.request.kind, MessageKind::kWrite);
  EXPECT_EQ(decoded.request.remote_address, 0x1234u);
  EXPECT_EQ(decoded.request.rkey, 0x99u);
  EXPECT_EQ(decoded.request.length, 128u);
  EXPECT_EQ(decoded.request.blocks, 1);
  EXPECT_EQ(decoded.pieces, &bytes[32]);
  EXPECT_EQ(decoded.qpn, 9u);
}

// mlx5: xrc segment right behind the control segment.
TEST(WqeDecoder, AnXrcWqeNamesTheSharedQueueFirst) {
  std::vector<std::uint8_t> bytes = wqe(WqeOpcode::kRdmaWrite, 4);
  store_be32(&bytes[16], 0x00ABCDEF);
  encode(RaddrSegment{0x1234, 0x99}, &bytes[32]);
  encode(DataSegment{100, 1, 0x1000}, &bytes[48]);

  const DecodedWqe decoded = decode_send_wqe(bytes.data(), QpType::kXrcInitiator);

  EXPECT_EQ(decoded.request.fault, CqeSyndrome::kNone);
  EXPECT_EQ(decoded.request.xrc_srqn, 0xABCDEFu);
  EXPECT_EQ(decoded.request.remote_address, 0x1234u);
  EXPECT_EQ(decoded.request.length, 100u);
}

TEST(WqeDecoder, AnXrcWqeWithoutItsSharedQueueIsAFault) {
  const std::vector<std::uint8_t> bytes = wqe(WqeOpcode::kSend, 1);
  EXPECT_EQ(decode_send_wqe(bytes.data(), QpType::kXrcInitiator).request.fault,
            CqeSyndrome::kLocalQpOperation);
}

// The rd segment right behind the control segment.
TEST(WqeDecoder, AReliableDatagramNamesItsContextAndItsDestination) {
  std::vector<std::uint8_t> bytes = wqe(WqeOpcode::kRdmaWrite, 4);
  store_be32(&bytes[16], 0x00ABCDEF);
  store_be32(&bytes[20], 0x1EE7);
  store_be32(&bytes[24], 0x00123456);
  encode(RaddrSegment{0x1234, 0x99}, &bytes[32]);
  encode(DataSegment{100, 1, 0x1000}, &bytes[48]);

  const DecodedWqe decoded = decode_send_wqe(bytes.data(), QpType::kRd);

  EXPECT_EQ(decoded.request.fault, CqeSyndrome::kNone);
  EXPECT_EQ(decoded.request.ee_context, 0xABCDEFu);
  EXPECT_EQ(decoded.request.destination.q_key, 0x1EE7u);
  EXPECT_EQ(decoded.request.destination.dest_qpn, 0x123456u);
  EXPECT_EQ(decoded.request.remote_address, 0x1234u);
}

// ib-facts 1.5: SEND with invalidate is for connections alone.
TEST(WqeDecoder, AReliableDatagramWithoutDestinationOrThatInvalidatesIsAFault) {
  const std::vector<std::uint8_t> bare = wqe(WqeOpcode::kSend, 1);
  EXPECT_EQ(decode_send_wqe(bare.data(), QpType::kRd).request.fault,
            CqeSyndrome::kLocalQpOperation);
  const std::vector<std::uint8_t> invalidates = wqe(WqeOpcode::kSendInvalidate, 2);
  EXPECT_EQ(decode_send_wqe(invalidates.data(), QpType::kRd).request.fault,
            CqeSyndrome::kLocalQpOperation);
}

TEST(WqeDecoder, ALengthOfZeroSegmentsIsAFault) {
  const std::vector<std::uint8_t> bytes = wqe(WqeOpcode::kSend, 0);
  EXPECT_EQ(wqe_blocks(bytes.data()), 1u);
  EXPECT_EQ(decode_send_wqe(bytes.data()).request.fault, CqeSyndrome::kLocalQpOperation);
}

TEST(WqeDecoder, AnUnknownOpcodeIsAFault) {
  std::vector<std::uint8_t> bytes = wqe(WqeOpcode::kSend, 2);
  bytes[3] = 0x7F;
  EXPECT_EQ(decode_send_wqe(bytes.data()).request.fault, CqeSyndrome::kLocalQpOperation);
}

TEST(WqeDecoder, AWriteWithoutItsRemoteAddressIsAFault) {
  const std::vector<std::uint8_t> bytes = wqe(WqeOpcode::kRdmaWrite, 1);
  EXPECT_EQ(decode_send_wqe(bytes.data()).request.fault, CqeSyndrome::kLocalQpOperation);
}

TEST(WqeDecoder, InlineDataBeyondTheWqeIsAFault) {
  std::vector<std::uint8_t> bytes = wqe(WqeOpcode::kSend, 2);
  encode_inline_header(13, &bytes[16]);
  EXPECT_EQ(decode_send_wqe(bytes.data()).request.fault, CqeSyndrome::kLocalQpOperation);
}

TEST(WqeDecoder, AReadIntoInlineDataIsAFault) {
  std::vector<std::uint8_t> bytes = wqe(WqeOpcode::kRdmaRead, 3);
  encode_inline_header(4, &bytes[32]);
  EXPECT_EQ(decode_send_wqe(bytes.data()).request.fault, CqeSyndrome::kLocalQpOperation);
}

TEST(WqeDecoder, AMessageAboveTwoGigabytesIsAFault) {
  std::vector<std::uint8_t> bytes = wqe(WqeOpcode::kSend, 4);
  for (std::size_t at : {16u, 32u, 48u}) encode(DataSegment{0x7FFFFFFF, 1, 0}, &bytes[at]);
  EXPECT_EQ(decode_send_wqe(bytes.data()).request.fault, CqeSyndrome::kLocalLength);
}

TEST(WqeDecoder, AnAtomicWorksOnEightBytes) {
  std::vector<std::uint8_t> bytes = wqe(WqeOpcode::kCompareSwap, 4);
  encode(AtomicSegment{5, 6}, &bytes[32]);
  encode(DataSegment{8, 1, 0x1000}, &bytes[48]);
  const DecodedWqe good = decode_send_wqe(bytes.data());
  EXPECT_EQ(good.request.fault, CqeSyndrome::kNone);
  EXPECT_EQ(good.request.swap_add, 5u);
  EXPECT_EQ(good.request.compare, 6u);
  encode(DataSegment{4, 1, 0x1000}, &bytes[48]);
  EXPECT_EQ(decode_send_wqe(bytes.data()).request.fault, CqeSyndrome::kLocalLength);
}

TEST(WqeDecoder, ANoOperationIsLocal) {
  const std::vector<std::uint8_t> bytes = wqe(WqeOpcode::kNop, 1);
  const DecodedWqe decoded = decode_send_wqe(bytes.data());
  EXPECT_TRUE(decoded.request.local_only);
  EXPECT_EQ(decoded.request.fault, CqeSyndrome::kNone);
}

}  // namespace
}  // namespace ib
