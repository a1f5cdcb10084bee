// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/ib/base/bytes.h"
#include "models/ib/packet/fault.h"
#include "models/ib/packet/headers.h"
#include "models/ib/packet/opcode.h"
#include "models/ib/packet/packet.h"
#include "models/ib/packet/packet_builder.h"

namespace ib {

/// What may stand between LRH and payload besides the payload itself (ib-facts 1.2).
inline constexpr std::uint32_t kMaxOverheadBytes = 124;
/// LRH through VCRC of the longest packet at MTU 4096.
inline constexpr std::size_t kMaxWireBytes = kMaxPayloadBytes + kMaxOverheadBytes + kVcrcBytes;

/// Every header of a packet in host form. `payload` points into the bytes that were parsed.
struct ParsedPacket {
  Lrh lrh;
  std::optional<Grh> grh;
  std::optional<Rwh> rwh;
  std::optional<Bth> bth;  ///< Absent in raw packets, as are all below.
  const OpcodeInfo* info = nullptr;
  std::optional<Rdeth> rdeth;
  std::optional<Deth> deth;
  std::optional<XrcEth> xrc;
  std::optional<Reth> reth;
  std::optional<AtomicEth> atomic;
  std::optional<Aeth> aeth;
  std::optional<AtomicAckEth> atomic_ack;
  std::optional<ImmDt> immediate;
  std::optional<Ieth> invalidate;
  ByteView payload;  ///< Without pad. Raw IPv6: the IPv6 header and all after it.
};

struct ParseLimits {
  Mtu mtu = Mtu::k4096;  ///< Largest payload the port takes.
  bool check_vcrc = true;
  bool check_icrc = true;
  bool check_grh_fields = true;  ///< IPVer, NxtHdr and PayLen.
};

/// `packet` holds what was decoded before the fault.
struct ParseResult {
  Fault fault = Fault::kNone;
  ParsedPacket packet;
  [[nodiscard]] bool ok() const { return fault == Fault::kNone; }
};

/// Judges the wire bytes LRH..VCRC of one packet by every rule of ib-facts chapter 1.
[[nodiscard]] ParseResult parse(ByteView wire, const ParseLimits& limits = {});

/// Rebuilds a packet from its parts; the payload is copied into a buffer of `pool`.
[[nodiscard]] Packet to_packet(const ParsedPacket& parsed, PayloadPool& pool);

enum class Crcs : std::uint8_t { kCompute, kZero };

/// Takes a VCRC that the packet was given for this hop as it is, and computes it else.
/// Writes LRH..VCRC to `to` (room for kMaxWireBytes) and returns the count, `packet.wire_bytes`. A
/// corrupted packet gets a complemented VCRC; its header and payload stay as they were sent.
std::size_t serialize(const Packet& packet, std::uint8_t* to, Crcs crcs = Crcs::kCompute);

// In-flight access to a Packet's header bytes, for switches and receivers.

[[nodiscard]] inline Lnh lnh(const Packet& packet) {
  return static_cast<Lnh>(packet.header[1] & 3);
}
/// Offset of the BTH; only for IBA packets.
[[nodiscard]] inline std::size_t bth_offset(const Packet& packet) {
  return lnh(packet) == Lnh::kGlobal ? Lrh::kBytes + Grh::kBytes : Lrh::kBytes;
}
[[nodiscard]] inline const std::uint8_t* bth_bytes(const Packet& packet) {
  return packet.header.data() + bth_offset(packet);
}
[[nodiscard]] inline const OpcodeInfo& opcode_info(const Packet& packet) {
  return opcode_info(*bth_bytes(packet));
}
/// Decodes extension header `e`, which the packet's opcode has: `extension<Reth>(p,
/// Extension::kReth)`.
template <class Header>
[[nodiscard]] Header extension(const Packet& packet, Extension e) {
  const std::uint8_t* const bth = bth_bytes(packet);
  return Header::decode(bth + Bth::kBytes + extension_offset(opcode_info(*bth), e));
}
/// Moves the packet to another lane for the next hop; the ICRC does not cover it.
inline void set_vl(Packet& packet, Vl vl) {
  packet.vl = vl;
  packet.vcrc_known = false;
  packet.header[0] = static_cast<std::uint8_t>(vl.value() << 4 | (packet.header[0] & 0x0F));
}
/// Marks congestion on an IBA packet; the ICRC does not cover it.
inline void set_fecn(Packet& packet) {
  packet.header[bth_offset(packet) + 4] |= 0x80;
  packet.vcrc_known = false;
}

}  // namespace ib
