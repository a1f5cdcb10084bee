// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ib {

/// A 64b/66b block. The header says data (01) or control (10); of the payload, byte 0 and its bit 0
/// come first on the line. A control block's byte 0 is its type.
struct Block66 {
  bool control = false;
  std::uint64_t payload = 0;
  friend bool operator==(const Block66& a, const Block66& b) {
    return a.control == b.control && a.payload == b.payload;
  }
};

/// Control block types. The values InfiniBand uses are not public; these are 802.3's code words,
/// any two of which differ in four bits and in their low nibble.
enum class BlockType : std::uint8_t {
  kIdle = 0x1E,
  kStart = 0x78,       ///< Start of data packet, its first seven bytes.
  kLinkPacket = 0x4B,  ///< A whole flow control packet of six bytes.
  kEndGood3 = 0xB4,    ///< The last three bytes, end good.
  kEndGood7 = 0xFF,    ///< The last seven bytes, end good.
  kEndBad3 = 0x33,     ///< The same, end bad (EBP).
  kEndBad7 = 0x66,
};

inline constexpr std::size_t kBlockBytes = 8;
inline constexpr std::size_t kLinkPacketBytes = 6;

[[nodiscard]] Block66 idle_block();
/// Six bytes.
[[nodiscard]] Block66 link_packet_block(const std::uint8_t* bytes);
/// Blocks of a data packet of `count` bytes, 4 n + 2 as all InfiniBand packets, at least 10.
void append_packet(const std::uint8_t* bytes, std::size_t count, bool good_end,
                   std::vector<Block66>& blocks);
/// Blocks that append_packet makes of so many bytes.
[[nodiscard]] constexpr std::size_t packet_blocks(std::size_t count) { return (count + 9) / 8; }

/// What a block completed at the receiver.
enum class BlockEvent : std::uint8_t {
  kNone,
  kPacket,      ///< Ended good; `bytes()` holds it.
  kBadPacket,   ///< Ended with EBP.
  kLinkPacket,  ///< `bytes()` holds six bytes.
  kViolation,   ///< A block that cannot stand here; a packet begun is lost.
};

/// Puts packets together again from blocks.
class BlockReader {
 public:
  [[nodiscard]] BlockEvent take(const Block66& block);
  /// Of the event just given; valid until the next call of `take`.
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  [[nodiscard]] bool in_packet() const { return in_packet_; }

 private:
  void append(std::uint64_t payload, std::size_t first, std::size_t count);
  [[nodiscard]] BlockEvent finish(std::uint64_t payload, std::size_t count, BlockEvent event);
  [[nodiscard]] BlockEvent violation();
  [[nodiscard]] BlockEvent take_control(std::uint64_t payload);

  std::vector<std::uint8_t> bytes_;
  bool in_packet_ = false;
};

}  // namespace ib
