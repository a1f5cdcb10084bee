// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "models/ib/base/types.h"

namespace ib {

/// Upper three bits of the BTH opcode.
enum class Transport : std::uint8_t { kRc = 0, kUc = 1, kRd = 2, kUd = 3, kCnp = 4, kXrc = 5 };

/// Its requests are answered.
[[nodiscard]] constexpr bool is_acknowledged(Transport transport) {
  return transport == Transport::kRc || transport == Transport::kRd || transport == Transport::kXrc;
}

enum class Operation : std::uint8_t {
  kSend,
  kWrite,
  kReadRequest,
  kReadResponse,
  kAck,
  kAtomicAck,
  kCmpSwap,
  kFetchAdd,
  kResync,
  kCnp,
};

/// Place of a packet in its message.
enum class Position : std::uint8_t { kFirst, kMiddle, kLast, kOnly };

/// Payload bytes a packet may carry.
enum class PayloadRule : std::uint8_t {
  kNone,  ///< 0
  kFull,  ///< exactly the path MTU
  kSome,  ///< 1 .. path MTU
  kAny,   ///< 0 .. path MTU
  kCnp,   ///< 16 reserved bytes
};
inline constexpr std::uint16_t kCnpPayloadBytes = 16;

/// Extension headers in the order they stand after the BTH.
enum class Extension : std::uint8_t {
  kRdeth,
  kDeth,
  kXrcEth,
  kReth,
  kAtomicEth,
  kAeth,
  kAtomicAckEth,
  kImmDt,
  kIeth,
};
inline constexpr std::size_t kExtensions = 9;

[[nodiscard]] constexpr std::uint16_t extension_bit(Extension e) {
  return static_cast<std::uint16_t>(1u << static_cast<unsigned>(e));
}

/// What an opcode means (ib-facts 1.5). IBTA Vol 1, 9.2.1.
struct OpcodeInfo {
  bool valid = false;
  bool response = false;
  Transport transport = Transport::kRc;
  Operation operation = Operation::kSend;
  Position position = Position::kOnly;
  PayloadRule payload = PayloadRule::kNone;
  std::uint16_t extensions = 0;      ///< Set of extension_bit.
  std::uint8_t extension_bytes = 0;  ///< Total of the extension headers.

  [[nodiscard]] constexpr bool has(Extension e) const {
    return (extensions & extension_bit(e)) != 0;
  }
  [[nodiscard]] constexpr bool is_request() const { return valid && !response; }
  [[nodiscard]] constexpr bool is_response() const { return response; }
  [[nodiscard]] constexpr bool has_immediate() const { return has(Extension::kImmDt); }
  [[nodiscard]] constexpr bool has_invalidate() const { return has(Extension::kIeth); }
  [[nodiscard]] constexpr bool starts_message() const {
    return position == Position::kFirst || position == Position::kOnly;
  }
  [[nodiscard]] constexpr bool ends_message() const {
    return position == Position::kLast || position == Position::kOnly;
  }
  [[nodiscard]] constexpr bool is_atomic() const {
    return operation == Operation::kCmpSwap || operation == Operation::kFetchAdd;
  }
};

extern const std::array<OpcodeInfo, 256> kOpcodeTable;

[[nodiscard]] inline const OpcodeInfo& opcode_info(std::uint8_t opcode) {
  return kOpcodeTable[opcode];
}

/// Bytes between the end of the BTH and extension header `e` of a packet that has it.
[[nodiscard]] std::size_t extension_offset(const OpcodeInfo& info, Extension e);

[[nodiscard]] bool payload_allowed(PayloadRule rule, std::uint32_t payload_bytes, Mtu path_mtu);

/// "RC", and "SEND First" or "Reserved"; an opcode's full name is both with a space between.
[[nodiscard]] std::string_view transport_name(Transport transport);
[[nodiscard]] std::string_view operation_name(std::uint8_t opcode);

/// Lower five bits of the opcode.
namespace op {
inline constexpr std::uint8_t kSendFirst = 0x00;
inline constexpr std::uint8_t kSendMiddle = 0x01;
inline constexpr std::uint8_t kSendLast = 0x02;
inline constexpr std::uint8_t kSendLastImm = 0x03;
inline constexpr std::uint8_t kSendOnly = 0x04;
inline constexpr std::uint8_t kSendOnlyImm = 0x05;
inline constexpr std::uint8_t kWriteFirst = 0x06;
inline constexpr std::uint8_t kWriteMiddle = 0x07;
inline constexpr std::uint8_t kWriteLast = 0x08;
inline constexpr std::uint8_t kWriteLastImm = 0x09;
inline constexpr std::uint8_t kWriteOnly = 0x0A;
inline constexpr std::uint8_t kWriteOnlyImm = 0x0B;
inline constexpr std::uint8_t kReadRequest = 0x0C;
inline constexpr std::uint8_t kReadResponseFirst = 0x0D;
inline constexpr std::uint8_t kReadResponseMiddle = 0x0E;
inline constexpr std::uint8_t kReadResponseLast = 0x0F;
inline constexpr std::uint8_t kReadResponseOnly = 0x10;
inline constexpr std::uint8_t kAck = 0x11;
inline constexpr std::uint8_t kAtomicAck = 0x12;
inline constexpr std::uint8_t kCmpSwap = 0x13;
inline constexpr std::uint8_t kFetchAdd = 0x14;
inline constexpr std::uint8_t kResync = 0x15;
inline constexpr std::uint8_t kSendLastInv = 0x16;
inline constexpr std::uint8_t kSendOnlyInv = 0x17;
}  // namespace op

[[nodiscard]] constexpr std::uint8_t opcode(Transport transport, std::uint8_t operation) {
  return static_cast<std::uint8_t>(static_cast<unsigned>(transport) << 5 | operation);
}
inline constexpr std::uint8_t kCnpOpcode = 0x80;

}  // namespace ib
