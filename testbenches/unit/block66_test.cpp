// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/block66.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace ib {
namespace {

std::vector<std::uint8_t> counting(std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{1});
  return bytes;
}

TEST(Block66, PacketsOfAllLengthsComeBack) {
  BlockReader reader;
  for (std::size_t count = 10; count <= 4200; count += 4) {
    const std::vector<std::uint8_t> sent = counting(count);
    std::vector<Block66> blocks;
    append_packet(sent.data(), sent.size(), /*good_end=*/true, blocks);
    EXPECT_EQ(blocks.size(), packet_blocks(count));
    BlockEvent last = BlockEvent::kNone;
    for (const Block66& block : blocks) {
      EXPECT_EQ(last, BlockEvent::kNone);
      last = reader.take(block);
    }
    EXPECT_EQ(last, BlockEvent::kPacket);
    EXPECT_EQ(reader.bytes(), sent);
  }
}

TEST(Block66, EndBadIsSeen) {
  BlockReader reader;
  for (const std::size_t count : {10u, 14u}) {
    std::vector<Block66> blocks;
    append_packet(counting(count).data(), count, /*good_end=*/false, blocks);
    EXPECT_EQ(reader.take(blocks[0]), BlockEvent::kNone);
    EXPECT_EQ(reader.take(blocks[1]), BlockEvent::kBadPacket);
  }
}

TEST(Block66, LinkPacketFitsOneBlock) {
  BlockReader reader;
  const std::vector<std::uint8_t> sent = counting(6);
  EXPECT_EQ(reader.take(link_packet_block(sent.data())), BlockEvent::kLinkPacket);
  EXPECT_EQ(reader.bytes(), sent);
}

TEST(Block66, LaysBytesInLineOrder) {
  std::vector<Block66> blocks;
  append_packet(counting(10).data(), 10, /*good_end=*/true, blocks);
  EXPECT_EQ(blocks[0], (Block66{true, 0x0706050403020178}));
  EXPECT_EQ(blocks[1], (Block66{true, 0x0A0908B4}));
}

TEST(Block66, WhatCannotStandHereIsAViolationAndEndsThePacket) {
  BlockReader reader;
  std::vector<Block66> blocks;
  append_packet(counting(18).data(), 18, /*good_end=*/true, blocks);
  EXPECT_EQ(reader.take(blocks[1]), BlockEvent::kViolation);  // data without a start
  EXPECT_EQ(reader.take(blocks[0]), BlockEvent::kNone);
  EXPECT_EQ(reader.take(idle_block()), BlockEvent::kViolation);
  EXPECT_FALSE(reader.in_packet());
  EXPECT_EQ(reader.take(blocks[2]), BlockEvent::kViolation);  // end without a start
  EXPECT_EQ(reader.take({true, 0x00}), BlockEvent::kViolation);
  EXPECT_EQ(reader.take(idle_block()), BlockEvent::kNone);
}

}  // namespace
}  // namespace ib
