// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/base/types.h"
#include "models/ib/packet/payload.h"

namespace ib {

/// Identity of a packet in every output: who made it and its number there.
struct PacketId {
  std::uint32_t source = 0;    ///< Index of the end node in the fabric.
  std::uint64_t sequence = 0;  ///< Packets that node has made before.
  friend constexpr bool operator==(const PacketId& a, const PacketId& b) {
    return a.source == b.source && a.sequence == b.sequence;
  }
};

/// All headers of the longest packet: LRH 8, GRH 40, BTH 12, RDETH 4, DETH 8, AtomicETH 28.
inline constexpr std::size_t kMaxHeaderBytes = 100;

/// What a hop needs to know of a packet, and its header bytes; plain memory, cheap to move.
struct PacketHead {
  PacketId id;
  std::uint64_t tag = 0;            ///< Its source's note to its receiver; not on the wire.
  std::uint16_t wire_bytes = 0;     ///< LRH through VCRC: 4 * PktLen + 2.
  std::uint16_t payload_bytes = 0;  ///< Without pad.
  Lid dlid;
  Lid slid;
  Vl vl;  ///< LRH.VL on this hop; `header` keeps the same value.
  Sl sl;
  std::uint8_t header_bytes = 0;  ///< Valid bytes of `header`.
  bool vcrc_known = false;        ///< `vcrc` was generated for this hop.
  std::uint16_t vcrc = 0;
  bool corrupted = false;  ///< Damaged on a wire or forwarded bad: its VCRC does not match.
  std::array<std::uint8_t, kMaxHeaderBytes> header;
  /// Its ICRC xor the one of its bytes: not zero after damage that a VCRC let pass.
  std::uint32_t icrc_error = 0;
};

/// Comes first in a packet: whether there is a payload to free is asked at each hop's end.
struct PacketBody {
  Payload payload;
};

/// A packet between two chips: a handle on the payload and header bytes as on the wire. CRCs are
/// computed where somebody looks.
struct Packet : PacketBody, PacketHead {};

}  // namespace ib
