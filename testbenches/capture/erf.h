// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace ib::tb {

// The Extensible Record Format, as far as InfiniBand needs it (ib-facts 2.4), and its pcap wrapper.

inline constexpr std::uint32_t kPcapMicroseconds = 0xA1B2C3D4;
inline constexpr std::uint32_t kPcapNanoseconds = 0xA1B23C4D;
inline constexpr std::size_t kPcapFileHeaderBytes = 24;
inline constexpr std::size_t kPcapRecordHeaderBytes = 16;

inline constexpr std::uint32_t kDltUser0 = 147;
inline constexpr std::uint32_t kDltErf = 197;
inline constexpr std::uint32_t kDltInfiniband = 247;

inline constexpr std::size_t kErfHeaderBytes = 16;
inline constexpr std::uint8_t kErfInfiniband = 21;
inline constexpr std::uint8_t kErfInfinibandLink = 25;
inline constexpr std::uint8_t kErfMore = 0x80;  ///< In a type byte: an extension header follows.
inline constexpr std::uint8_t kErfVaryingLength = 0x04;
inline constexpr std::uint8_t kErfInterfaceMask = 0x03;

inline constexpr std::size_t kErfExtensionBytes = 8;
inline constexpr std::uint8_t kErfHostId = 17;

/// Dissectors read a link packet as a whole LRH first, so its record is filled up to this size.
inline constexpr std::size_t kErfLinkRecordBytes = 64;

}  // namespace ib::tb
