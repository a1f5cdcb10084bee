// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace ib {

/// ICRC register: polynomial 0x04C11DB7 reflected, preset to ones. Bytes may come in pieces.
/// IBTA Vol 1, 7.8.1.
class Icrc {
 public:
  /// What the register holds after the masked bytes and their ICRC, if they agree.
  static constexpr std::uint32_t kResidue = 0xDEBB20E3;

  void update(const std::uint8_t* bytes, std::size_t count);
  /// Feeds LRH to the last extension header with the fields that may change in flight as ones
  /// (ib-facts 2.2). `header` starts with the LRH, has LNH 2 or 3 and holds the whole BTH.
  void update_header(const std::uint8_t* header, std::size_t count);
  /// The CRC; on the wire its least significant byte goes first.
  [[nodiscard]] std::uint32_t value() const { return ~state_; }
  [[nodiscard]] std::uint32_t residue() const { return state_; }

 private:
  std::uint32_t state_ = 0xFFFFFFFF;
};

/// VCRC and LPCRC register: polynomial 0x100B reflected, preset to ones. IBTA Vol 1, 7.8.2.
class Vcrc {
 public:
  static constexpr std::uint16_t kResidue = 0x556F;

  void update(const std::uint8_t* bytes, std::size_t count);
  [[nodiscard]] std::uint16_t value() const { return static_cast<std::uint16_t>(~state_); }
  [[nodiscard]] std::uint16_t residue() const { return state_; }

 private:
  std::uint16_t state_ = 0xFFFF;
};

/// ICRC of `body`: LRH to the last pad byte of a packet with LNH 2 or 3.
[[nodiscard]] std::uint32_t icrc(const std::uint8_t* body, std::size_t count);
/// VCRC of LRH to the last byte before it.
[[nodiscard]] std::uint16_t vcrc(const std::uint8_t* bytes, std::size_t count);
/// LPCRC of the first four bytes of a flow control packet.
[[nodiscard]] std::uint16_t lpcrc(const std::uint8_t* bytes);

}  // namespace ib
