// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/crc.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "testbenches/unit/wire_vectors.h"

namespace ib {
namespace {

using tb::Bytes;

/// The definition, one bit at a time: normal-form polynomial, first bit on the wire first.
template <class Register>
Register bit_serial(const Bytes& data, Register polynomial) {
  constexpr unsigned width = sizeof(Register) * 8;
  Register state = static_cast<Register>(~Register{0});
  for (const std::uint8_t byte : data) {
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned in = byte >> i & 1u;
      const unsigned out = static_cast<unsigned>(state >> (width - 1));
      state = static_cast<Register>(state << 1);
      if ((in ^ out) != 0) state = static_cast<Register>(state ^ polynomial);
    }
  }
  Register reflected = 0;
  for (unsigned i = 0; i < width; ++i) {
    if ((state >> i & 1) != 0) {
      reflected = static_cast<Register>(reflected | Register{1} << (width - 1 - i));
    }
  }
  return static_cast<Register>(~reflected);
}

Bytes random_bytes(std::mt19937_64& random, std::size_t count) {
  Bytes b(count);
  for (auto& x : b) x = static_cast<std::uint8_t>(random());
  return b;
}

// IBTA Vol 1, 7.8.1: the ICRC is the CRC-32 of the invariant fields.
TEST(Icrc, AgreesWithTheBitSerialDefinitionAtEveryLength) {
  std::mt19937_64 random{1};
  for (std::size_t n = 0; n < 300; ++n) {
    const Bytes b = random_bytes(random, n);
    Icrc crc;
    crc.update(b.data(), n);
    ASSERT_EQ(crc.value(), bit_serial<std::uint32_t>(b, 0x04C11DB7)) << n << " bytes";
  }
}

// IBTA Vol 1, 7.8.2: the VCRC uses x^16 + x^12 + x^3 + x + 1.
TEST(Vcrc, AgreesWithTheBitSerialDefinitionAtEveryLength) {
  std::mt19937_64 random{2};
  for (std::size_t n = 0; n < 300; ++n) {
    const Bytes b = random_bytes(random, n);
    ASSERT_EQ(vcrc(b.data(), n), bit_serial<std::uint16_t>(b, 0x100B)) << n << " bytes";
  }
}

TEST(Crc, PiecesGiveTheSameAsTheWhole) {
  std::mt19937_64 random{3};
  const Bytes b = random_bytes(random, 100);
  for (std::size_t cut = 0; cut <= b.size(); ++cut) {
    Icrc whole32, cut32;
    Vcrc cut16;
    whole32.update(b.data(), b.size());
    cut32.update(b.data(), cut);
    cut32.update(b.data() + cut, b.size() - cut);
    cut16.update(b.data(), cut);
    cut16.update(b.data() + cut, b.size() - cut);
    ASSERT_EQ(cut32.value(), whole32.value()) << cut;
    ASSERT_EQ(cut16.value(), vcrc(b.data(), b.size())) << cut;
  }
}

// Long pieces may be folded by carry-less multiplication, short ones are not.
TEST(Crc, ShortPiecesGiveTheSameAsTheWhole) {
  std::mt19937_64 random{4};
  const Bytes b = random_bytes(random, 1000);
  for (std::size_t piece = 1; piece < 64; ++piece) {
    Icrc crc32;
    Vcrc crc16;
    for (std::size_t at = 0; at < b.size(); at += piece) {
      const std::size_t count = std::min(piece, b.size() - at);
      crc32.update(&b[at], count);
      crc16.update(&b[at], count);
    }
    ASSERT_EQ(crc32.value(), bit_serial<std::uint32_t>(b, 0x04C11DB7)) << piece;
    ASSERT_EQ(crc16.value(), vcrc(b.data(), b.size())) << piece;
  }
}

TEST(Crc, MatchesEveryPublishedAndDerivedPacket) {
  for (const auto& v : tb::wire_vectors()["packets"]) {
    SCOPED_TRACE(v["name"].get<std::string>());
    const Bytes b = tb::from_hex(v["hex"]);
    const std::size_t end = b.size() - 2;
    EXPECT_EQ(vcrc(b.data(), end), load_le16(&b[end]));
    if (v.contains("icrc")) {
      EXPECT_EQ(icrc(b.data(), end - 4), load_le32(&b[end - 4]));
    }
  }
}

TEST(Crc, AGoodPacketLeavesTheResidue) {
  const Bytes b = tb::vector_bytes("rc_send_only_grh");
  Icrc i;
  i.update_header(b.data(), b.size() - 2);
  Vcrc v;
  v.update(b.data(), b.size());

  EXPECT_EQ(i.residue(), Icrc::kResidue);
  EXPECT_EQ(v.residue(), Vcrc::kResidue);
}

// IBTA Vol 1, 7.8.1: fields that switches and routers may change do not enter the ICRC.
TEST(Icrc, IgnoresExactlyTheFieldsThatMayChangeInFlight) {
  const auto covered = [](const Bytes& b, std::size_t byte, unsigned mask) {
    Bytes flipped = b;
    flipped[byte] = static_cast<std::uint8_t>(flipped[byte] ^ mask);
    return icrc(flipped.data(), flipped.size() - 6) != icrc(b.data(), b.size() - 6);
  };
  const Bytes local = tb::vector_bytes("rc_send_only");
  EXPECT_FALSE(covered(local, 0, 0xF0));   // VL
  EXPECT_TRUE(covered(local, 0, 0x01));    // LVer
  EXPECT_TRUE(covered(local, 1, 0x10));    // SL
  EXPECT_TRUE(covered(local, 7, 0x01));    // SLID
  EXPECT_FALSE(covered(local, 12, 0xFF));  // FECN, BECN, Resv6
  EXPECT_TRUE(covered(local, 13, 0x01));   // DestQP

  const Bytes global = tb::vector_bytes("rc_send_only_grh");
  for (const std::size_t lrh : {0u, 2u, 3u, 4u, 5u, 6u, 7u})
    EXPECT_FALSE(covered(global, lrh, 0xFF));
  EXPECT_FALSE(covered(global, 1, 0xF0));   // SL; LNH decides the layout
  EXPECT_TRUE(covered(global, 8, 0x10));    // IPVer
  EXPECT_FALSE(covered(global, 8, 0x0F));   // TClass
  EXPECT_FALSE(covered(global, 11, 0xFF));  // FlowLabel
  EXPECT_TRUE(covered(global, 13, 0x01));   // PayLen
  EXPECT_TRUE(covered(global, 14, 0x01));   // NxtHdr
  EXPECT_FALSE(covered(global, 15, 0xFF));  // HopLmt
  EXPECT_TRUE(covered(global, 16, 0x01));   // SGID
  EXPECT_TRUE(covered(global, 47, 0x01));   // DGID
  EXPECT_FALSE(covered(global, 52, 0xFF));  // FECN, BECN, Resv6
}

TEST(Lpcrc, MatchesTheLinkPacketVectors) {
  for (const auto& v : tb::wire_vectors()["link_packets"]) {
    const Bytes b = tb::from_hex(v["hex"]);
    EXPECT_EQ(lpcrc(b.data()), load_le16(&b[4])) << v["name"];
  }
}

}  // namespace
}  // namespace ib
