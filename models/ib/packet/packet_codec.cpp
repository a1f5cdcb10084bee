// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/packet_codec.h"

#include <cassert>
#include <cstring>

#include "models/ib/packet/crc.h"

namespace ib {
namespace {

template <class Header>
void put(PacketBuilder& builder, const std::optional<Header>& header) {
  if (header) builder.add(*header);
}

}  // namespace

Packet to_packet(const ParsedPacket& parsed, PayloadPool& pool) {
  Packet packet;
  PacketBuilder builder(packet);
  builder.lrh(parsed.lrh);
  if (parsed.grh) builder.grh(*parsed.grh);
  if (parsed.rwh) builder.rwh(*parsed.rwh);
  if (parsed.bth) builder.bth(*parsed.bth);
  put(builder, parsed.rdeth);
  put(builder, parsed.deth);
  put(builder, parsed.xrc);
  put(builder, parsed.reth);
  put(builder, parsed.atomic);
  put(builder, parsed.aeth);
  put(builder, parsed.atomic_ack);
  put(builder, parsed.immediate);
  put(builder, parsed.invalidate);

  Payload payload;
  if (parsed.payload.size > 0) {
    payload = Payload::real(pool);
    std::memcpy(payload.writable(), parsed.payload.data, parsed.payload.size);
  }
  builder.finish(static_cast<std::uint16_t>(parsed.payload.size), std::move(payload));
  // A captured packet keeps its own PayLen even where that is wrong.
  if (parsed.grh) parsed.grh->encode(packet.header.data() + Lrh::kBytes);
  return packet;
}

std::size_t serialize(const Packet& packet, std::uint8_t* to, Crcs crcs) {
  const bool iba = !is_raw(lnh(packet));
  const std::size_t header = packet.header_bytes;
  const std::size_t end = packet.wire_bytes - kVcrcBytes;
  const std::size_t body = iba ? end - kIcrcBytes : end;
  const std::size_t payload_end = header + packet.payload_bytes;
  assert(payload_end <= body && body - payload_end < 4);

  std::memcpy(to, packet.header.data(), header);
  packet.payload.copy_to(to + header, 0, packet.payload_bytes);
  std::memset(to + payload_end, 0, packet.wire_bytes - payload_end);
  if (crcs == Crcs::kZero) return packet.wire_bytes;

  if (iba) store_le32(to + body, icrc(to, body) ^ packet.icrc_error);
  const std::uint16_t good = packet.vcrc_known ? packet.vcrc : vcrc(to, end);
  store_le16(to + end, packet.corrupted ? static_cast<std::uint16_t>(~good) : good);
  return packet.wire_bytes;
}

}  // namespace ib
