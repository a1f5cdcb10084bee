// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <utility>

#include "models/ib/base/bytes.h"
#include "models/ib/packet/headers.h"
#include "models/ib/packet/packet.h"

namespace ib {

inline constexpr std::size_t kIcrcBytes = 4;
inline constexpr std::size_t kVcrcBytes = 2;

/// Writes headers into a Packet in wire order; `finish` fills every length, PadCnt and LNH.
/// Order of calls: lrh, then grh if any, then bth and its extension headers (or rwh), then finish.
/// Allocates nothing.
class PacketBuilder {
 public:
  explicit PacketBuilder(Packet& packet) : packet_(packet) {}

  /// LNH and PktLen of `h` are ignored.
  PacketBuilder& lrh(const Lrh& h) {
    packet_.vl = h.vl;
    packet_.sl = h.sl;
    packet_.dlid = h.dlid;
    packet_.slid = h.slid;
    packet_.corrupted = false;
    packet_.vcrc_known = false;
    packet_.icrc_error = 0;
    return add(h);
  }
  /// PayLen of `h` is ignored.
  PacketBuilder& grh(const Grh& h) {
    has_grh_ = true;
    return add(h);
  }
  /// PadCnt of `h` is ignored.
  PacketBuilder& bth(const Bth& h) {
    bth_ = used_;
    return add(h);
  }
  PacketBuilder& rwh(const Rwh& h) {
    has_rwh_ = true;
    return add(h);
  }
  template <class Header>
  PacketBuilder& add(const Header& h) {
    assert(used_ + Header::kBytes <= kMaxHeaderBytes);
    h.encode(packet_.header.data() + used_);
    used_ += Header::kBytes;
    return *this;
  }

  /// A raw packet (no bth) has no pad: its payload is a multiple of four bytes.
  void finish(std::uint16_t payload_bytes = 0, Payload payload = {}) {
    const std::size_t pad = (0u - payload_bytes) & 3u;
    const std::size_t icrc = bth_ != 0 ? kIcrcBytes : 0;
    assert(bth_ != 0 || pad == 0);
    const std::size_t bytes = used_ + payload_bytes + pad + icrc;
    patch(bytes, pad);
    packet_.wire_bytes = static_cast<std::uint16_t>(bytes + kVcrcBytes);
    packet_.payload_bytes = payload_bytes;
    packet_.header_bytes = static_cast<std::uint8_t>(used_);
    packet_.payload = std::move(payload);
  }

 private:
  void patch(std::size_t bytes, std::size_t pad) {
    std::uint8_t* const h = packet_.header.data();
    h[1] = static_cast<std::uint8_t>((h[1] & 0xFC) | static_cast<unsigned>(lnh()));
    store_be16(h + 4, static_cast<std::uint16_t>(bytes / 4));
    if (has_grh_) {
      store_be16(h + Lrh::kBytes + 4,
                 static_cast<std::uint16_t>(bytes - Lrh::kBytes - Grh::kBytes));
    }
    if (bth_ != 0) h[bth_ + 1] = static_cast<std::uint8_t>((h[bth_ + 1] & 0xCF) | pad << 4);
  }
  [[nodiscard]] Lnh lnh() const {
    if (bth_ != 0) return has_grh_ ? Lnh::kGlobal : Lnh::kLocal;
    return has_rwh_ ? Lnh::kRawEtherType : Lnh::kRawIpv6;
  }

  Packet& packet_;
  std::size_t used_ = 0;
  std::size_t bth_ = 0;  ///< Offset of the BTH; 0 while there is none.
  bool has_grh_ = false;
  bool has_rwh_ = false;
};

}  // namespace ib
