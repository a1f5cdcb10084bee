// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/mad_codec.h"

#include <cstring>
#include <utility>

#include "models/ib/packet/packet_codec.h"

namespace ib {
namespace {

constexpr std::uint8_t kUdSendOnly = 0x64;

}  // namespace

bool is_for_management(const Packet& packet) {
  if (is_raw(lnh(packet))) return false;
  if (packet.header_bytes < bth_offset(packet) + Bth::kBytes) return false;
  return Bth::decode(bth_bytes(packet)).dest_qp.value() <= kQp1.value();
}

std::optional<MadPacket> read_mad(const Packet& packet) {
  const std::size_t headers = bth_offset(packet) + Bth::kBytes + Deth::kBytes;
  if (packet.header_bytes != headers || packet.payload_bytes != kMadBytes) return std::nullopt;
  const Bth bth = Bth::decode(bth_bytes(packet));
  if (bth.opcode != kUdSendOnly) return std::nullopt;
  if ((bth.dest_qp == kQp0) != (packet.vl == kVl15)) return std::nullopt;
  const auto deth = extension<Deth>(packet, Extension::kDeth);
  MadPacket mad;
  packet.payload.copy_to(mad.mad.data(), 0, kMadBytes);
  mad.slid = packet.slid;
  mad.dlid = packet.dlid;
  mad.sl = packet.sl;
  mad.src_qp = deth.src_qp;
  mad.dest_qp = bth.dest_qp;
  mad.q_key = deth.q_key;
  mad.p_key = bth.p_key;
  return mad;
}

void write_mad(const MadPacket& mad, Vl vl, PayloadPool& pool, Packet& packet) {
  Lrh lrh;
  lrh.vl = vl;
  lrh.sl = mad.sl;
  lrh.dlid = mad.dlid;
  lrh.slid = mad.slid;
  Bth bth;
  bth.opcode = kUdSendOnly;
  bth.p_key = mad.p_key;
  bth.dest_qp = mad.dest_qp;
  Payload payload = Payload::real(pool);
  std::memcpy(payload.writable(), mad.mad.data(), kMadBytes);
  PacketBuilder builder(packet);
  builder.lrh(lrh).bth(bth).add(Deth{mad.q_key, mad.src_qp});
  builder.finish(kMadBytes, std::move(payload));
}

}  // namespace ib
