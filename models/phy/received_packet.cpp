// SPDX-License-Identifier: Apache-2.0
#include "models/phy/received_packet.h"

#include <algorithm>
#include <cstring>

#include "models/ib/packet/crc.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::phy {
namespace {

/// Where the payload lies. Headers that say nothing sound keep the layout they were sent in.
struct Layout {
  std::size_t header_bytes;
  std::size_t payload_bytes;
};

bool refused_by_port(Fault fault) {
  return fault == Fault::kTooShort || fault == Fault::kLength || fault == Fault::kVcrc;
}

std::uint32_t icrc_error(ByteView wire, Lnh next) {
  if (is_raw(next)) return 0;
  const std::size_t body = wire.size - kVcrcBytes - kIcrcBytes;
  return load_le32(wire.data + body) ^ icrc(wire.data, body);
}

Payload payload_of(const std::uint8_t* bytes, std::size_t count) {
  if (count == 0) return {};
  Payload payload = Payload::real();
  std::memcpy(payload.writable(), bytes, count);
  return payload;
}

}  // namespace

bool take_received(ByteView wire, Packet& packet) {
  const ParseResult result = parse(wire, {Mtu::k4096, true, false, false});
  if (refused_by_port(result.fault)) return false;
  const Lrh lrh = Lrh::decode(wire.data);
  if (!result.ok() && lrh.lnh != lnh(packet)) return false;  // the layout sent does not apply
  Layout layout{packet.header_bytes, packet.payload_bytes};
  if (result.ok()) {
    const ByteView payload = result.packet.payload;
    layout = {static_cast<std::size_t>(payload.data - wire.data), payload.size};
  }
  if (layout.header_bytes > kMaxHeaderBytes || layout.payload_bytes > kMaxPayloadBytes) {
    return false;
  }
  packet.header_bytes = static_cast<std::uint8_t>(layout.header_bytes);
  packet.payload_bytes = static_cast<std::uint16_t>(layout.payload_bytes);
  std::copy_n(wire.data, layout.header_bytes, packet.header.begin());
  packet.payload = payload_of(wire.data + layout.header_bytes, layout.payload_bytes);
  packet.vl = lrh.vl;
  packet.sl = lrh.sl;
  packet.dlid = lrh.dlid;
  packet.slid = lrh.slid;
  packet.vcrc_known = false;
  packet.icrc_error = icrc_error(wire, lrh.lnh);
  return true;
}

}  // namespace ib::phy
