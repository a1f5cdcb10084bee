// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace ib {

/// An integer that does not convert into another one of a different meaning.
template <class Tag, class Rep>
class Strong {
 public:
  constexpr Strong() = default;
  constexpr explicit Strong(Rep value) : value_(value) {}
  [[nodiscard]] constexpr Rep value() const { return value_; }
  friend constexpr bool operator==(Strong a, Strong b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(Strong a, Strong b) { return a.value_ != b.value_; }
  friend constexpr bool operator<(Strong a, Strong b) { return a.value_ < b.value_; }

 private:
  Rep value_{};
};

using Lid = Strong<struct LidTag, std::uint16_t>;    ///< Local identifier, 16 bits.
using Qpn = Strong<struct QpnTag, std::uint32_t>;    ///< Queue pair number, 24 bits.
using Vl = Strong<struct VlTag, std::uint8_t>;       ///< Virtual lane, 0-15.
using Sl = Strong<struct SlTag, std::uint8_t>;       ///< Service level, 0-15.
using PKey = Strong<struct PKeyTag, std::uint16_t>;  ///< Partition key, bit 15 = full member.
using QKey = Strong<struct QKeyTag, std::uint32_t>;  ///< Queue key.
using RKey = Strong<struct RKeyTag, std::uint32_t>;  ///< Remote key of a memory region.
using LKey = Strong<struct LKeyTag, std::uint32_t>;  ///< Local key of a memory region.
using Guid = Strong<struct GuidTag, std::uint64_t>;  ///< EUI-64.

inline constexpr Vl kVl15{15};  ///< Subnet management lane, never flow controlled.
inline constexpr unsigned kDataVls = 15;
inline constexpr Lid kPermissiveLid{0xFFFF};
inline constexpr Lid kFirstMulticastLid{0xC000};
inline constexpr std::uint32_t kMask24 = 0xFFFFFF;

[[nodiscard]] constexpr bool is_unicast(Lid lid) {
  return lid.value() != 0 && lid < kFirstMulticastLid;
}
[[nodiscard]] constexpr bool is_multicast(Lid lid) {
  return !(lid < kFirstMulticastLid) && lid != kPermissiveLid;
}

/// Packet sequence number: 24 bits, compared modulo 2^24 with a window of 2^23 (ib-facts section
/// 6).
class Psn {
 public:
  constexpr Psn() = default;
  constexpr explicit Psn(std::uint32_t value) : value_(value & kMask24) {}
  [[nodiscard]] constexpr std::uint32_t value() const { return value_; }
  /// Signed distance from `other` to this one, in [-2^23, 2^23).
  [[nodiscard]] constexpr std::int32_t minus(Psn other) const {
    const std::uint32_t d = (value_ - other.value_) & kMask24;
    return d >= 0x800000 ? static_cast<std::int32_t>(d) - 0x1000000 : static_cast<std::int32_t>(d);
  }
  [[nodiscard]] constexpr bool before(Psn other) const { return minus(other) < 0; }
  [[nodiscard]] constexpr Psn plus(std::uint32_t n) const { return Psn{value_ + n}; }
  friend constexpr bool operator==(Psn a, Psn b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(Psn a, Psn b) { return a.value_ != b.value_; }

 private:
  std::uint32_t value_ = 0;
};

/// MTU codes as in PortInfo and QP contexts (ib-facts 1.8).
enum class Mtu : std::uint8_t { k256 = 1, k512 = 2, k1024 = 3, k2048 = 4, k4096 = 5 };

[[nodiscard]] constexpr std::uint32_t bytes(Mtu mtu) { return 128u << static_cast<unsigned>(mtu); }

[[nodiscard]] constexpr std::optional<Mtu> mtu_from_bytes(std::uint32_t n) {
  for (unsigned code = 1; code <= 5; ++code) {
    if (n == 128u << code) return static_cast<Mtu>(code);
  }
  return std::nullopt;
}

/// Credits, buffers and arbitration weights count blocks of 64 bytes unless the link negotiates
/// more.
[[nodiscard]] constexpr std::uint32_t blocks(std::uint32_t byte_count, std::uint32_t block_bytes) {
  return (byte_count + block_bytes - 1) / block_bytes;
}

}  // namespace ib

template <class Tag, class Rep>
struct std::hash<ib::Strong<Tag, Rep>> {
  std::size_t operator()(ib::Strong<Tag, Rep> v) const noexcept {
    return std::hash<Rep>{}(v.value());
  }
};
