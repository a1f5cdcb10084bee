// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace ib {

/// What an AETH says: bits 6:5 of the syndrome. IBTA Vol 1, 9.7.5.1.
enum class AethKind : std::uint8_t { kAck = 0, kRnrNak = 1, kReserved = 2, kNak = 3 };

enum class NakCode : std::uint8_t {
  kPsnSequenceError = 0,
  kInvalidRequest = 1,
  kRemoteAccessError = 2,
  kRemoteOperationalError = 3,
  kInvalidRdRequest = 4,
};

/// ACK credit code of a responder that counts no end-to-end credits.
inline constexpr std::uint8_t kNoCreditCode = 31;

[[nodiscard]] constexpr AethKind aeth_kind(std::uint8_t syndrome) {
  return static_cast<AethKind>(syndrome >> 5 & 3);
}
/// Credit code, RNR timer code or NAK code, by kind.
[[nodiscard]] constexpr std::uint8_t aeth_value(std::uint8_t syndrome) { return syndrome & 0x1F; }

[[nodiscard]] constexpr std::uint8_t make_syndrome(AethKind kind, std::uint8_t value) {
  return static_cast<std::uint8_t>(static_cast<unsigned>(kind) << 5 | (value & 0x1Fu));
}
[[nodiscard]] constexpr std::uint8_t ack_syndrome(std::uint8_t credit_code) {
  return make_syndrome(AethKind::kAck, credit_code);
}
[[nodiscard]] constexpr std::uint8_t rnr_nak_syndrome(std::uint8_t timer_code) {
  return make_syndrome(AethKind::kRnrNak, timer_code);
}
[[nodiscard]] constexpr std::uint8_t nak_syndrome(NakCode code) {
  return make_syndrome(AethKind::kNak, static_cast<std::uint8_t>(code));
}

/// Receive requests an ACK credit code grants; codes 0-30 (ib-facts 1.7).
inline constexpr std::array<std::uint16_t, 31> kCreditsByCode = {
    0,   1,   2,   3,   4,    6,    8,    12,   16,   24,   32,   48,    64,    96,    128,  192,
    256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768};

/// The largest code whose credits do not exceed the free receive requests.
[[nodiscard]] constexpr std::uint8_t credit_code(std::uint32_t free_requests) {
  std::uint8_t code = 30;
  while (kCreditsByCode[code] > free_requests) --code;
  return code;
}

/// RNR NAK timer codes in microseconds (ib-facts 1.7).
inline constexpr std::array<std::uint32_t, 32> kRnrTimerUs = {
    655'360, 10,     20,     30,     40,     60,      80,      120,     160,     240,    320,
    480,     640,    960,    1'280,  1'920,  2'560,   3'840,   5'120,   7'680,   10'240, 15'360,
    20'480,  30'720, 40'960, 61'440, 81'920, 122'880, 163'840, 245'760, 327'680, 491'520};

/// The shortest timer not below `microseconds`, or the longest there is.
[[nodiscard]] constexpr std::uint8_t rnr_timer_code(std::uint32_t microseconds) {
  for (std::uint8_t code = 1; code < 32; ++code) {
    if (kRnrTimerUs[code] >= microseconds) return code;
  }
  return 0;
}

}  // namespace ib
