// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/ib/base/types.h"
#include "models/ib/packet/opcode.h"

namespace ib {

inline constexpr std::uint32_t kMaxMessageBytes = 1u << 31;

/// What a message does at the responder.
enum class MessageKind : std::uint8_t {
  kSend,
  kSendImmediate,
  kSendInvalidate,
  kWrite,
  kWriteImmediate,
  kRead,
  kCompareSwap,
  kFetchAdd,
};

[[nodiscard]] constexpr bool is_read_or_atomic(MessageKind kind) {
  return kind == MessageKind::kRead || kind == MessageKind::kCompareSwap ||
         kind == MessageKind::kFetchAdd;
}
[[nodiscard]] constexpr bool is_write(MessageKind kind) {
  return kind == MessageKind::kWrite || kind == MessageKind::kWriteImmediate;
}
/// The responder spends a receive request on it.
[[nodiscard]] constexpr bool takes_receive_request(MessageKind kind) {
  return kind == MessageKind::kSend || kind == MessageKind::kSendImmediate ||
         kind == MessageKind::kSendInvalidate || kind == MessageKind::kWriteImmediate;
}

/// Packets, and PSNs, of a message or of a READ's response (ib-facts 6).
[[nodiscard]] constexpr std::uint32_t packets_of(std::uint32_t length, std::uint32_t mtu) {
  return length == 0 ? 1 : length / mtu + (length % mtu != 0 ? 1 : 0);
}

/// One packet's share of a message.
struct Segment {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  Position position = Position::kOnly;
};

/// Packet `index` of a message: First and Middle are full, Last takes the rest.
[[nodiscard]] constexpr Segment segment_of(std::uint32_t length, std::uint32_t mtu,
                                           std::uint32_t index) {
  const std::uint32_t last = packets_of(length, mtu) - 1;
  const std::uint32_t offset = index * mtu;
  const Position position = last == 0       ? Position::kOnly
                            : index == 0    ? Position::kFirst
                            : index == last ? Position::kLast
                                            : Position::kMiddle;
  return {offset, std::min(mtu, length - offset), position};
}

/// Lower five bits of the opcode of a request packet.
[[nodiscard]] std::uint8_t request_operation(MessageKind kind, Position position);
/// Lower five bits of the opcode of a READ response packet.
[[nodiscard]] std::uint8_t read_response_operation(Position position);

}  // namespace ib
