// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/headers.h"

#include <gtest/gtest.h>

#include <random>

#include "testbenches/unit/wire_vectors.h"

namespace ib {
namespace {

using tb::Bytes;
using tb::from_hex;

/// encode . decode of random bytes changes nothing but the reserved bits, given as a hex mask.
template <class Header>
void expect_identity(const std::string& defined_bits) {
  const Bytes mask = from_hex(defined_bits);
  ASSERT_EQ(mask.size(), Header::kBytes);
  std::mt19937_64 random{7};
  for (int round = 0; round < 64; ++round) {
    Bytes wire(Header::kBytes), again(Header::kBytes);
    for (std::size_t i = 0; i < wire.size(); ++i) {
      wire[i] = static_cast<std::uint8_t>(random() & mask[i]);
    }
    Header::decode(wire.data()).encode(again.data());
    ASSERT_EQ(again, wire);
  }
}

TEST(Headers, DecodeInvertsEncode) {
  expect_identity<Lrh>("fff3ffff07ffffff");
  expect_identity<Grh>(std::string(80, 'f'));
  expect_identity<Rwh>("0000ffff");
  expect_identity<Bth>("ffffffffc0ffffff80ffffff");
  expect_identity<Rdeth>("00ffffff");
  expect_identity<Deth>("ffffffff00ffffff");
  expect_identity<XrcEth>("00ffffff");
  expect_identity<Reth>(std::string(32, 'f'));
  expect_identity<AtomicEth>(std::string(56, 'f'));
  expect_identity<Aeth>("ffffffff");
  expect_identity<AtomicAckEth>(std::string(16, 'f'));
  expect_identity<ImmDt>("ffffffff");
  expect_identity<Ieth>("ffffffff");
  expect_identity<MadHeader>(std::string(36, 'f') + "0000ffffffff");
}

TEST(Headers, IgnoreReservedBits) {
  const Bytes wire = from_hex("0fbc00010fff0002");
  Bytes again(Lrh::kBytes);
  Lrh::decode(wire.data()).encode(again.data());
  EXPECT_EQ(again, from_hex("0fb0000107ff0002"));
}

// IBTA Vol 1, 7.7: every field at its place.
TEST(Lrh, PlacesItsFields) {
  Lrh h;
  h.vl = Vl{7};
  h.sl = Sl{5};
  h.lnh = Lnh::kGlobal;
  h.dlid = Lid{0x1234};
  h.pkt_len = 0x456;
  h.slid = Lid{0x789A};
  Bytes wire(Lrh::kBytes);
  h.encode(wire.data());
  EXPECT_EQ(wire, from_hex("705312340456789a"));
}

// IBTA Vol 1, 9.2: every field at its place.
TEST(Bth, PlacesItsFields) {
  Bth h;
  h.opcode = 0x0A;
  h.solicited = true;
  h.pad_count = 2;
  h.p_key = PKey{0x8001};
  h.becn = true;
  h.dest_qp = Qpn{0xABCDEF};
  h.ack_request = true;
  h.psn = Psn{0x123456};
  Bytes wire(Bth::kBytes);
  h.encode(wire.data());
  EXPECT_EQ(wire, from_hex("0aa0800140abcdef80123456"));
}

TEST(AtomicEth, PlacesSwapBeforeCompare) {
  const AtomicEth h{0x0102030405060708, RKey{0x090A0B0C}, 0x1111111122222222, 0x3333333344444444};
  Bytes wire(AtomicEth::kBytes);
  h.encode(wire.data());
  EXPECT_EQ(wire, from_hex("0102030405060708090a0b0c11111111222222223333333344444444"));
}

TEST(MadHeader, ReadsADirectedRouteSmp) {
  const Bytes wire = tb::vector_bytes("smp_dr_getresp_hop1");
  const std::uint8_t* mad = wire.data() + Lrh::kBytes + Bth::kBytes + Deth::kBytes;
  const MadHeader h = MadHeader::decode(mad);

  EXPECT_EQ(h.mgmt_class, 0x81);
  EXPECT_EQ(h.method, 0x81);
  EXPECT_EQ(h.status & smp::kDirectionBit, smp::kDirectionBit);
  EXPECT_EQ(h.transaction_id, 0x1235u);
  EXPECT_EQ(h.attribute_id, 0x0011);
  EXPECT_EQ(mad[smp::kHopCount], 1);
  EXPECT_EQ(mad[smp::kDrSlid], 0xFF);
  EXPECT_EQ(mad[smp::kData], 0x01);
  EXPECT_EQ(mad[smp::kReturnPath + 1], 3);
}

}  // namespace
}  // namespace ib
