// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/base/types.h"

namespace ib {

/// LRH.LNH: which header follows the LRH (ib-facts 1.1).
enum class Lnh : std::uint8_t { kRawEtherType = 0, kRawIpv6 = 1, kLocal = 2, kGlobal = 3 };

/// Raw packets end with the VCRC alone.
[[nodiscard]] constexpr bool is_raw(Lnh lnh) { return (static_cast<unsigned>(lnh) & 2) == 0; }

/// Local route header. IBTA Vol 1, 7.7.
struct Lrh {
  static constexpr std::size_t kBytes = 8;

  Vl vl;
  std::uint8_t lver = 0;
  Sl sl;
  Lnh lnh = Lnh::kLocal;
  Lid dlid;
  std::uint16_t pkt_len = 0;  ///< LRH through ICRC in words of 4 bytes, 11 bits.
  Lid slid;

  void encode(std::uint8_t* to) const;
  [[nodiscard]] static Lrh decode(const std::uint8_t* from);
};

using Gid = std::array<std::uint8_t, 16>;

/// Global route header. IBTA Vol 1, 8.3.
struct Grh {
  static constexpr std::size_t kBytes = 40;
  static constexpr std::uint8_t kIpVersion = 6;
  static constexpr std::uint8_t kNextHeaderIba = 0x1B;

  std::uint8_t ip_version = kIpVersion;
  std::uint8_t traffic_class = 0;
  std::uint32_t flow_label = 0;      ///< 20 bits.
  std::uint16_t payload_length = 0;  ///< Bytes after the GRH through the ICRC.
  std::uint8_t next_header = kNextHeaderIba;
  std::uint8_t hop_limit = 0;
  Gid sgid{};
  Gid dgid{};

  void encode(std::uint8_t* to) const;
  [[nodiscard]] static Grh decode(const std::uint8_t* from);
};

/// Raw header of an EtherType packet. IBTA Vol 1, 5.3.
struct Rwh {
  static constexpr std::size_t kBytes = 4;

  std::uint16_t ether_type = 0;

  void encode(std::uint8_t* to) const;
  [[nodiscard]] static Rwh decode(const std::uint8_t* from);
};

}  // namespace ib
