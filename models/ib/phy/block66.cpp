// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/block66.h"

#include <algorithm>
#include <cassert>

namespace ib {
namespace {

constexpr std::size_t kAfterType = kBlockBytes - 1;

std::uint64_t load(const std::uint8_t* bytes, std::size_t count) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < count; ++i) word |= std::uint64_t{bytes[i]} << (8 * i);
  return word;
}

/// A constant count, so that it becomes one load.
std::uint64_t load_block(const std::uint8_t* b) {
  return std::uint64_t{b[0]} | std::uint64_t{b[1]} << 8 | std::uint64_t{b[2]} << 16 |
         std::uint64_t{b[3]} << 24 | std::uint64_t{b[4]} << 32 | std::uint64_t{b[5]} << 40 |
         std::uint64_t{b[6]} << 48 | std::uint64_t{b[7]} << 56;
}

Block66 control(BlockType type, const std::uint8_t* bytes, std::size_t count) {
  return {true, static_cast<std::uint64_t>(type) | load(bytes, count) << 8};
}

BlockType end_type(std::size_t tail, bool good) {
  if (tail == 3) return good ? BlockType::kEndGood3 : BlockType::kEndBad3;
  return good ? BlockType::kEndGood7 : BlockType::kEndBad7;
}

}  // namespace

Block66 idle_block() { return {true, static_cast<std::uint64_t>(BlockType::kIdle)}; }

Block66 link_packet_block(const std::uint8_t* bytes) {
  return control(BlockType::kLinkPacket, bytes, kLinkPacketBytes);
}

void append_packet(const std::uint8_t* bytes, std::size_t count, bool good_end,
                   std::vector<Block66>& blocks) {
  assert(count >= 10 && count % 4 == 2);
  blocks.push_back(control(BlockType::kStart, bytes, kAfterType));
  std::size_t at = kAfterType;
  for (; count - at >= kBlockBytes; at += kBlockBytes) {
    blocks.push_back({false, load_block(bytes + at)});
  }
  blocks.push_back(control(end_type(count - at, good_end), bytes + at, count - at));
}

BlockEvent BlockReader::take(const Block66& block) {
  if (block.control) return take_control(block.payload);
  if (!in_packet_) return violation();
  append(block.payload, 0, kBlockBytes);
  return BlockEvent::kNone;
}

BlockEvent BlockReader::take_control(std::uint64_t payload) {
  switch (static_cast<BlockType>(payload & 0xFF)) {
    case BlockType::kIdle:
      return in_packet_ ? violation() : BlockEvent::kNone;
    case BlockType::kStart:
      if (in_packet_) return violation();
      bytes_.clear();
      in_packet_ = true;
      append(payload, 1, kAfterType);
      return BlockEvent::kNone;
    case BlockType::kLinkPacket:
      if (in_packet_) return violation();
      bytes_.clear();
      append(payload, 1, kLinkPacketBytes);
      return BlockEvent::kLinkPacket;
    case BlockType::kEndGood3:
      return finish(payload, 3, BlockEvent::kPacket);
    case BlockType::kEndGood7:
      return finish(payload, 7, BlockEvent::kPacket);
    case BlockType::kEndBad3:
      return finish(payload, 3, BlockEvent::kBadPacket);
    case BlockType::kEndBad7:
      return finish(payload, 7, BlockEvent::kBadPacket);
  }
  return violation();
}

BlockEvent BlockReader::finish(std::uint64_t payload, std::size_t count, BlockEvent event) {
  if (!in_packet_) return violation();
  append(payload, 1, count);
  in_packet_ = false;
  return event;
}

BlockEvent BlockReader::violation() {
  in_packet_ = false;
  bytes_.clear();
  return BlockEvent::kViolation;
}

void BlockReader::append(std::uint64_t payload, std::size_t first, std::size_t count) {
  for (std::size_t i = first; i < first + count; ++i) {
    bytes_.push_back(static_cast<std::uint8_t>(payload >> (8 * i)));
  }
}

}  // namespace ib
