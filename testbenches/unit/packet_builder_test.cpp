// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/packet_builder.h"

#include <gtest/gtest.h>

#include "models/ib/packet/packet_codec.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib {
namespace {

using tb::Bytes;

Lrh route() {
  Lrh lrh;
  lrh.dlid = Lid{4};
  lrh.slid = Lid{1};
  return lrh;
}

Payload counting_payload(PayloadPool& pool, std::size_t count) {
  Payload payload = Payload::real(pool);
  for (std::size_t i = 0; i < count; ++i) {
    payload.writable()[i] = static_cast<std::uint8_t>(i * 7);
  }
  return payload;
}

Bytes wire_of(const Packet& packet) {
  Bytes wire(kMaxWireBytes);
  wire.resize(serialize(packet, wire.data()));
  return wire;
}

TEST(PacketBuilder, BuildsAWriteWithPad) {
  PayloadPool pool;
  Bth bth;
  bth.opcode = op::kWriteOnly;
  bth.dest_qp = Qpn{0x80};
  bth.psn = Psn{0x103};
  bth.ack_request = true;
  Packet p;
  PacketBuilder(p)
      .lrh(route())
      .bth(bth)
      .add(Reth{0x00007F1234567800, RKey{0x1234}, 6})
      .finish(6, counting_payload(pool, 6));

  EXPECT_EQ(wire_of(p), tb::vector_bytes("rc_write_only"));
  EXPECT_EQ(p.wire_bytes, 50);
  EXPECT_EQ(p.payload_bytes, 6);
  EXPECT_EQ(p.header_bytes, 36);
  EXPECT_EQ(p.dlid, Lid{4});
}

TEST(PacketBuilder, FillsTheGrhLength) {
  PayloadPool pool;
  const auto gid = [](std::uint8_t low) {
    return Gid{0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 2, 0xC9, 3, 0, 0, low, low};
  };
  Grh grh;
  grh.hop_limit = 64;
  grh.sgid = gid(0x11);
  grh.dgid = gid(0x22);
  Bth bth;
  bth.opcode = op::kSendOnly;
  bth.dest_qp = Qpn{0x870408};
  bth.psn = Psn{0x10};
  bth.ack_request = true;
  Packet p;
  PacketBuilder(p).lrh(route()).grh(grh).bth(bth).finish(64, counting_payload(pool, 64));

  EXPECT_EQ(wire_of(p), tb::vector_bytes("rc_send_only_grh"));
}

TEST(PacketBuilder, BuildsARawPacketWithoutIcrc) {
  PayloadPool pool;
  Payload payload = Payload::real(pool);
  const std::string text = "rawEther";
  std::copy(text.begin(), text.end(), payload.writable());
  Packet p;
  PacketBuilder(p).lrh(route()).rwh({0x0800}).finish(8, payload);

  EXPECT_EQ(wire_of(p), tb::vector_bytes("raw_ethertype"));
}

TEST(PacketBuilder, MakesSyntheticPacketsThatParse) {
  for (const unsigned bytes : {0u, 1u, 2u, 3u, 64u, 4095u, 4096u}) {
    const auto size = static_cast<std::uint16_t>(bytes);
    Packet p;
    Bth bth;
    bth.opcode = op::kSendOnly;
    bth.dest_qp = Qpn{2};
    PacketBuilder(p).lrh(route()).bth(bth).finish(size, Payload::synthetic(size));
    const Bytes wire = wire_of(p);
    const ParseResult r = parse(tb::view(wire));
    EXPECT_EQ(r.fault, Fault::kNone) << size;
    EXPECT_EQ(r.packet.payload.size, size);
  }
}

TEST(PacketBuilder, AReusedPacketKeepsNothingOfTheLast) {
  PayloadPool pool;
  Packet p;
  Bth bth;
  bth.opcode = op::kSendOnly;
  bth.dest_qp = Qpn{2};
  PacketBuilder(p).lrh(route()).bth(bth).finish(64, counting_payload(pool, 64));
  p.corrupted = true;
  bth.opcode = op::kAck;
  PacketBuilder(p).lrh(route()).bth(bth).add(Aeth{0x1F, 1}).finish();

  EXPECT_FALSE(p.corrupted);
  EXPECT_FALSE(p.payload.is_real());
  EXPECT_EQ(parse(tb::view(wire_of(p))).fault, Fault::kNone);
}

}  // namespace
}  // namespace ib
