// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/packet_codec.h"

#include <gtest/gtest.h>

#include "models/ib/packet/crc.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib {
namespace {

using tb::Bytes;
using tb::vector_bytes;
using tb::view;

/// The published global sample has a PayLen and NxtHdr that the specification does not allow.
ParseLimits limits_for(const nlohmann::json& vector) {
  ParseLimits limits;
  limits.check_grh_fields = vector["name"] != "kat_iba_global_sample";
  return limits;
}

/// Makes the CRCs of an edited packet right again.
Bytes resealed(Bytes b) {
  const std::size_t end = b.size() - 2;
  if ((b[1] & 2) != 0) store_le32(&b[end - 4], icrc(b.data(), end - 4));
  store_le16(&b[end], vcrc(b.data(), end));
  return b;
}

Fault fault_of(const Bytes& b, const ParseLimits& limits = {}) {
  return parse(view(b), limits).fault;
}

/// `name` with one byte replaced and its CRCs right.
Fault fault_with(const std::string& name, std::size_t at, std::uint8_t value) {
  Bytes b = vector_bytes(name);
  b[at] = value;
  return fault_of(resealed(b));
}

TEST(PacketCodec, ParsesEveryVector) {
  for (const auto& v : tb::wire_vectors()["packets"]) {
    const ParseResult r = parse(view(tb::from_hex(v["hex"])), limits_for(v));
    EXPECT_EQ(r.fault, Fault::kNone) << v["name"] << ": " << name(r.fault);
    EXPECT_EQ(r.packet.lrh.pkt_len, v["pktlen_words"].get<unsigned>()) << v["name"];
  }
}

TEST(PacketCodec, RebuildsEveryVectorByteForByte) {
  PayloadPool pool;
  for (const auto& v : tb::wire_vectors()["packets"]) {
    const Bytes wire = tb::from_hex(v["hex"]);
    const Packet packet = to_packet(parse(view(wire), limits_for(v)).packet, pool);
    Bytes rebuilt(kMaxWireBytes);
    rebuilt.resize(serialize(packet, rebuilt.data()));
    EXPECT_EQ(rebuilt, wire) << v["name"];
  }
}

TEST(PacketCodec, FindsAFlipOfAnyBitOfAnyVector) {
  for (const auto& v : tb::wire_vectors()["packets"]) {
    Bytes b = tb::from_hex(v["hex"]);
    for (std::size_t bit = 0; bit < b.size() * 8; ++bit) {
      b[bit / 8] = static_cast<std::uint8_t>(b[bit / 8] ^ 1u << bit % 8);
      ASSERT_NE(fault_of(b, limits_for(v)), Fault::kNone) << v["name"] << " bit " << bit;
      b[bit / 8] = static_cast<std::uint8_t>(b[bit / 8] ^ 1u << bit % 8);
    }
  }
}

TEST(PacketCodec, DecodesTheFieldsOfAWriteFirst) {
  const Bytes b = vector_bytes("rc_write_first");
  const ParsedPacket p = parse(view(b)).packet;

  EXPECT_EQ(p.lrh.dlid, Lid{4});
  EXPECT_EQ(p.lrh.slid, Lid{1});
  EXPECT_EQ(p.bth->dest_qp, Qpn{0x80});
  EXPECT_EQ(p.bth->psn, Psn{0x100});
  EXPECT_EQ(p.reth->virtual_address, 0x00007F1234567800u);
  EXPECT_EQ(p.reth->r_key, RKey{0x1234});
  EXPECT_EQ(p.reth->dma_length, 600u);
  EXPECT_EQ(p.payload.size, 256u);
  EXPECT_FALSE(p.immediate.has_value());
}

TEST(PacketCodec, DecodesPadAndImmediate) {
  const Bytes b = vector_bytes("ud_send_only_imm_pad3");
  const ParsedPacket p = parse(view(b)).packet;

  EXPECT_EQ(p.bth->pad_count, 3);
  EXPECT_EQ(p.payload.size, 5u);
  EXPECT_EQ(p.immediate->data, 0xCAFEBABEu);
  EXPECT_EQ(p.deth->q_key, QKey{0x11223344});
  EXPECT_EQ(p.deth->src_qp, Qpn{0x49});
}

// IBTA Vol 1, 7.7.5: PktLen agrees with the bytes between the delimiters.
TEST(PacketCodec, RefusesALengthThatDisagreesWithPktLen) {
  Bytes b = vector_bytes("rc_send_only");
  b.push_back(0);
  EXPECT_EQ(fault_of(b), Fault::kLength);
  b.resize(b.size() - 5);
  EXPECT_EQ(fault_of(b), Fault::kLength);
}

TEST(PacketCodec, RefusesWhatIsNoPacketAtAll) {
  EXPECT_EQ(fault_of({}), Fault::kTooShort);
  EXPECT_EQ(fault_of(Bytes(9)), Fault::kTooShort);
}

TEST(PacketCodec, RefusesAPacketWithoutRoomForItsHeaders) {
  Bytes b = vector_bytes("rc_ack");
  b.erase(b.end() - 10, b.end() - 6);  // the AETH
  store_be16(&b[4], 6);
  EXPECT_EQ(fault_of(resealed(b)), Fault::kTooShort);
}

TEST(PacketCodec, RefusesAPktLenAboveTheMtu) {
  const Bytes b = vector_bytes("rc_write_first");
  EXPECT_EQ(fault_of(b, {Mtu::k256}), Fault::kNone);

  Bytes longer(4u * 96 + 2);
  std::copy(b.begin(), b.begin() + 20, longer.begin());
  store_be16(&longer[4], 96);  // one word more than 256 + 124 bytes
  EXPECT_EQ(fault_of(resealed(longer), {Mtu::k256}), Fault::kLength);
}

TEST(PacketCodec, RefusesAPayloadAboveTheMtu) {
  PayloadPool pool;
  ParsedPacket p = parse(view(vector_bytes("rc_send_only"))).packet;
  const Bytes payload(260);
  p.payload = view(payload);
  Bytes wire(kMaxWireBytes);
  wire.resize(serialize(to_packet(p, pool), wire.data()));

  EXPECT_EQ(fault_of(wire, {Mtu::k256}), Fault::kMtu);
  EXPECT_EQ(fault_of(wire, {Mtu::k512}), Fault::kNone);
}

// IBTA Vol 1, 7.7: LVer 0 alone is defined.
TEST(PacketCodec, RefusesAnotherLinkVersion) {
  EXPECT_EQ(fault_with("rc_send_only", 0, 0x01), Fault::kLver);
}

// IBTA Vol 1, 9.2: TVer 0 alone is defined.
TEST(PacketCodec, RefusesAnotherTransportVersion) {
  EXPECT_EQ(fault_with("rc_send_only", 9, 0x01), Fault::kTver);
}

TEST(PacketCodec, RefusesAReservedOpcode) {
  EXPECT_EQ(fault_with("rc_send_only", 8, 0x1F), Fault::kOpcode);
  EXPECT_EQ(fault_with("rc_send_only", 8, 0x2C), Fault::kOpcode);  // UC has no READ
}

TEST(PacketCodec, RefusesAPadLongerThanThePayload) {
  EXPECT_EQ(fault_with("rc_ack", 9, 0x10), Fault::kPad);
}

// IBTA Vol 1, 9.2.1: First and Middle packets carry a full path MTU.
TEST(PacketCodec, RefusesAFirstPacketThatIsNotFull) {
  EXPECT_EQ(fault_with("rc_send_only", 8, op::kSendFirst), Fault::kPayloadLength);
}

TEST(PacketCodec, RefusesAnAcknowledgeWithPayload) {
  EXPECT_EQ(fault_with("rc_read_resp_only", 8, op::kAck), Fault::kPayloadLength);
}

TEST(PacketCodec, RefusesAnEmptyLastPacket) {
  EXPECT_EQ(fault_with("rc_send_only_zero", 8, op::kSendLast), Fault::kPayloadLength);
}

// IBTA Vol 1, 4.1.3: LID 0 is reserved, 0xFFFF permissive, a source is never multicast.
TEST(PacketCodec, RefusesLidsThatNoPacketMayCarry) {
  Bytes b = vector_bytes("rc_send_only");
  store_be16(&b[2], 0);
  EXPECT_EQ(fault_of(resealed(b)), Fault::kDlid);
  store_be16(&b[2], 0xFFFF);
  EXPECT_EQ(fault_of(resealed(b)), Fault::kDlid);
  store_be16(&b[2], 4);
  store_be16(&b[6], 0xC000);
  EXPECT_EQ(fault_of(resealed(b)), Fault::kSlid);
}

TEST(PacketCodec, RefusesMulticastWithoutGrh) {
  EXPECT_EQ(fault_with("ud_send_only", 2, 0xC0), Fault::kGrhMissing);
}

// IBTA Vol 1, 8.3: IPVer 6, NxtHdr 0x1B, PayLen from the BTH through the ICRC.
TEST(PacketCodec, RefusesAGrhOfAnotherProtocol) {
  EXPECT_EQ(fault_with("rc_send_only_grh", 8, 0x40), Fault::kGrhVersion);
  EXPECT_EQ(fault_with("rc_send_only_grh", 14, 0x3B), Fault::kGrhNextHeader);
  EXPECT_EQ(fault_with("rc_send_only_grh", 13, 0x51), Fault::kGrhLength);
  EXPECT_EQ(fault_of(vector_bytes("kat_iba_global_sample")), Fault::kGrhNextHeader);
}

TEST(PacketCodec, RefusesQp0OffVl15AndOthersOnIt) {
  EXPECT_EQ(fault_with("smp_lid_set_portinfo", 0, 0x00), Fault::kManagementLane);
  EXPECT_EQ(fault_with("pma_get_portcounters", 0, 0xF0), Fault::kManagementLane);
  EXPECT_EQ(fault_with("raw_ethertype", 0, 0xF0), Fault::kManagementLane);
}

TEST(PacketCodec, ReportsTheVcrcBeforeTheIcrcAndTheIcrcAlone) {
  Bytes b = vector_bytes("rc_send_only");
  b[30] = static_cast<std::uint8_t>(b[30] ^ 1);
  EXPECT_EQ(fault_of(b), Fault::kVcrc);
  store_le16(&b[b.size() - 2], vcrc(b.data(), b.size() - 2));
  EXPECT_EQ(fault_of(b), Fault::kIcrc);
}

TEST(PacketCodec, EndsACorruptedPacketWithAComplementedVcrc) {
  PayloadPool pool;
  const Bytes good = vector_bytes("rc_send_only");
  Packet packet = to_packet(parse(view(good)).packet, pool);
  packet.corrupted = true;
  Bytes wire(kMaxWireBytes);
  wire.resize(serialize(packet, wire.data()));

  EXPECT_EQ(load_le16(&wire[wire.size() - 2]), load_le16(&good[good.size() - 2]) ^ 0xFFFF);
  EXPECT_EQ(fault_of(wire), Fault::kVcrc);
}

TEST(PacketCodec, PassesAWrongIcrcOnBehindARightVcrc) {
  PayloadPool pool;
  const Bytes good = vector_bytes("rc_send_only");
  Packet packet = to_packet(parse(view(good)).packet, pool);
  packet.icrc_error = 0x8000'0001;
  Bytes wire(kMaxWireBytes);
  wire.resize(serialize(packet, wire.data()));

  EXPECT_EQ(load_le32(&wire[wire.size() - 6]), load_le32(&good[good.size() - 6]) ^ 0x8000'0001u);
  EXPECT_EQ(fault_of(wire), Fault::kIcrc);
}

TEST(PacketCodec, SerializesWithoutCrcsWhenNobodyLooks) {
  PayloadPool pool;
  Bytes good = vector_bytes("rc_send_only");
  Bytes wire(kMaxWireBytes);
  wire.resize(serialize(to_packet(parse(view(good)).packet, pool), wire.data(), Crcs::kZero));

  std::fill(good.end() - 6, good.end(), std::uint8_t{0});
  EXPECT_EQ(wire, good);
}

// IBTA Vol 1, 7.8.1: a switch that changes VL or FECN leaves the ICRC as it was.
TEST(PacketCodec, LaneAndFecnChangesKeepTheIcrc) {
  PayloadPool pool;
  const Bytes before = vector_bytes("rc_send_only");
  Packet packet = to_packet(parse(view(before)).packet, pool);
  set_vl(packet, Vl{5});
  set_fecn(packet);
  Bytes after(kMaxWireBytes);
  after.resize(serialize(packet, after.data()));

  const ParseResult r = parse(view(after));
  EXPECT_EQ(r.fault, Fault::kNone);
  EXPECT_EQ(r.packet.lrh.vl, Vl{5});
  EXPECT_TRUE(r.packet.bth->fecn);
  EXPECT_TRUE(std::equal(after.end() - 6, after.end() - 2, before.end() - 6));
}

TEST(PacketCodec, ReadsExtensionHeadersWithoutAFullParse) {
  PayloadPool pool;
  const Packet p = to_packet(parse(view(vector_bytes("uc_write_only_imm"))).packet, pool);

  EXPECT_EQ(extension<Reth>(p, Extension::kReth).dma_length, 8u);
  EXPECT_EQ(extension<ImmDt>(p, Extension::kImmDt).data, 7u);
}

}  // namespace
}  // namespace ib
