// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace ib {

inline constexpr std::size_t kMadBytes = 256;

/// The header that all management datagrams share. IBTA Vol 1, 13.4.
struct MadHeader {
  static constexpr std::size_t kBytes = 24;

  std::uint8_t base_version = 1;
  std::uint8_t mgmt_class = 0;
  std::uint8_t class_version = 1;
  std::uint8_t method = 0;
  std::uint16_t status = 0;          ///< Directed route: bit 15 is D, 1 = returning.
  std::uint16_t class_specific = 0;  ///< Directed route: HopPointer 8, HopCount 8.
  std::uint64_t transaction_id = 0;
  std::uint16_t attribute_id = 0;
  std::uint32_t attribute_modifier = 0;

  void encode(std::uint8_t* to) const;
  [[nodiscard]] static MadHeader decode(const std::uint8_t* from);
};

/// Byte offsets inside a 256-byte SMP (ib-facts 5.1). IBTA Vol 1, 14.2.1.
namespace smp {
inline constexpr std::size_t kStatus = 4;
inline constexpr std::size_t kHopPointer = 6;
inline constexpr std::size_t kHopCount = 7;
inline constexpr std::size_t kMKey = 24;
inline constexpr std::size_t kDrSlid = 32;
inline constexpr std::size_t kDrDlid = 34;
inline constexpr std::size_t kData = 64;
inline constexpr std::size_t kDataBytes = 64;
inline constexpr std::size_t kInitialPath = 128;
inline constexpr std::size_t kReturnPath = 192;
inline constexpr std::size_t kPathBytes = 64;
inline constexpr std::uint16_t kDirectionBit = 0x8000;
}  // namespace smp

}  // namespace ib
