// SPDX-License-Identifier: Apache-2.0
#include "models/phy/received_packet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "models/ib/packet/crc.h"
#include "models/ib/packet/packet_codec.h"
#include "models/phy/bit_true_line.h"

namespace ib::phy {
namespace {

constexpr LinkRate kFdr4x{Generation::kFdr, Width::k4x};
constexpr std::size_t kHeaderBytes = 20;  // LRH and BTH
constexpr unsigned kBlockBits = 66;       // without FEC
constexpr unsigned kBlockHeaderBits = 2;
constexpr unsigned kGroupBlocks = 64;

/// Line bits of a group.
using Flips = std::vector<unsigned>;

/// A line that changes bits of one group, always the same.
class ChosenDamage final : public LineDamage {
 public:
  ChosenDamage(std::uint64_t group, Flips flips) : chosen_(group), flips_(std::move(flips)) {}
  bool enter(std::uint64_t group) override { return group == chosen_; }
  std::size_t most_changed_symbols() const override { return flips_.size(); }
  void apply(LineBits& bits) override {
    for (const unsigned at : flips_) bits.flip(at);
  }
  unsigned changed_bits() const override { return static_cast<unsigned>(flips_.size()); }
  void use_precoder(std::unique_ptr<Pam4GrayPrecoder>) override {}

 private:
  std::uint64_t chosen_;
  Flips flips_;
};

/// An RC SEND-only packet of 538 bytes: 68 blocks, the last of which holds three bytes.
Packet packet() {
  constexpr std::uint8_t kSendOnly = 0x04;
  Packet p;
  Lrh lrh;
  lrh.dlid = Lid{2};
  lrh.slid = Lid{1};
  Bth bth;
  bth.opcode = kSendOnly;
  bth.dest_qp = Qpn{5};
  PacketBuilder{p}.lrh(lrh).bth(bth).finish(512, Payload::synthetic(7));
  return p;
}

std::vector<std::uint8_t> payload_of(const Packet& p) {
  std::vector<std::uint8_t> bytes(p.payload_bytes);
  p.payload.copy_to(bytes.data(), 0, bytes.size());
  return bytes;
}

/// The exponents of a polynomial over GF(2) times those of another.
std::vector<unsigned> product(const std::vector<unsigned>& a, const std::vector<unsigned>& b) {
  std::vector<unsigned> terms;
  for (const unsigned x : a) {
    for (const unsigned y : b) {
      const auto twin = std::find(terms.begin(), terms.end(), x + y);
      if (twin == terms.end()) {
        terms.push_back(x + y);
      } else {
        terms.erase(twin);
      }
    }
  }
  return terms;
}

// ib-facts 2.1: the generators. A CRC misses what is a multiple of its own; the highest power is
// first on the line.
const std::vector<unsigned> kVcrcGenerator{16, 12, 3, 1, 0};
const std::vector<unsigned> kIcrcGenerator{32, 26, 23, 22, 16, 12, 11, 10, 8, 7, 5, 4, 2, 1, 0};

/// Line bits of block 3, which lies in the payload, whose pattern is this polynomial. The
/// descrambler repeats it 39 and 58 bits later, which leaves it a multiple.
constexpr unsigned kBlock = 3;
Flips pattern(const std::vector<unsigned>& polynomial) {
  const unsigned degree = *std::max_element(polynomial.begin(), polynomial.end());
  Flips flips;
  for (const unsigned power : polynomial) {
    flips.push_back(kBlock * kBlockBits + kBlockHeaderBits + degree - power);
  }
  return flips;
}

/// Payload bytes as they come out behind that.
std::vector<std::uint8_t> received(std::vector<std::uint8_t> bytes, const Flips& flips) {
  constexpr unsigned kFirst = (7 + (kBlock - 1) * 8 - kHeaderBytes) * 8;  // payload bit
  for (const unsigned flip : flips) {
    for (const unsigned echo : {0u, 39u, 58u}) {
      const unsigned at = kFirst + flip - kBlock * kBlockBits - kBlockHeaderBits + echo;
      bytes[at / 8] = static_cast<std::uint8_t>(bytes[at / 8] ^ 1u << at % 8);
    }
  }
  return bytes;
}

bool carry(Packet& p, std::uint64_t group, const Flips& flips) {
  BitTrueLine line{kFdr4x, FecMode::kNone, std::make_unique<ChosenDamage>(group, flips), 1, "line"};
  return line.carry(p, 0, 0);
}

TEST(ReceivedPacket, DamageThatTheVcrcSeesLeavesThePacketToBeRefused) {
  Packet p = packet();
  EXPECT_TRUE(carry(p, 0, {kBlock * kBlockBits + 9}));
  EXPECT_EQ(p.icrc_error, 0u);
  EXPECT_FALSE(p.payload.is_real());
}

TEST(ReceivedPacket, DamageThatTheVcrcMissesIsLeftToTheIcrc) {
  Packet p = packet();
  const Flips flips = pattern(kVcrcGenerator);
  EXPECT_FALSE(carry(p, 0, flips));

  EXPECT_EQ(payload_of(p), received(payload_of(packet()), flips));
  EXPECT_NE(p.icrc_error, 0u);
  std::vector<std::uint8_t> wire(kMaxWireBytes);
  wire.resize(serialize(p, wire.data()));
  EXPECT_EQ(parse({wire.data(), wire.size()}).fault, Fault::kIcrc);
}

TEST(ReceivedPacket, DamageThatBothMissReachesTheReceiver) {
  Packet p = packet();
  const Flips flips = pattern(product(kVcrcGenerator, kIcrcGenerator));
  EXPECT_FALSE(carry(p, 0, flips));

  EXPECT_NE(payload_of(p), payload_of(packet()));
  EXPECT_EQ(payload_of(p), received(payload_of(packet()), flips));
  EXPECT_EQ(p.icrc_error, 0u);
}

// The block that ends a packet with three bytes has four that say nothing.
TEST(ReceivedPacket, DamageBesideItsBytesLeavesThePacketAsItIs) {
  Packet p = packet();
  constexpr unsigned kLast = 67 - kGroupBlocks;
  EXPECT_FALSE(carry(p, 1, {kLast * kBlockBits + kBlockHeaderBits + 40}));
  EXPECT_EQ(p.icrc_error, 0u);
  EXPECT_FALSE(p.payload.is_real());
}

TEST(ReceivedPacket, AFrameThatIsLostIsRefused) {
  for (const unsigned block : {0u, kBlock}) {
    Packet p = packet();
    EXPECT_TRUE(carry(p, 0, {block * kBlockBits, block * kBlockBits + 1})) << block;
  }
  Packet end = packet();
  EXPECT_TRUE(carry(end, 1, {(67 - kGroupBlocks) * kBlockBits + kBlockHeaderBits}));
}

TEST(ReceivedPacket, APacketSentBadStaysBad) {
  Packet p = packet();
  p.corrupted = true;
  EXPECT_TRUE(carry(p, 0, pattern(kVcrcGenerator)));
  EXPECT_FALSE(p.payload.is_real());
}

/// The bytes of a packet, some of them changed, with the VCRC that they then have.
std::vector<std::uint8_t> wire_with(std::size_t at, std::uint8_t value) {
  std::vector<std::uint8_t> wire(kMaxWireBytes);
  wire.resize(serialize(packet(), wire.data()));
  wire[at] = value;
  store_le16(&wire[wire.size() - 2], vcrc(wire.data(), wire.size() - 2));
  return wire;
}

TEST(ReceivedPacket, TakesTheHeadersThatCame) {
  Packet p = packet();
  const auto wire = wire_with(3, 9);  // LRH.DLID
  ASSERT_TRUE(take_received({wire.data(), wire.size()}, p));
  EXPECT_EQ(p.dlid, Lid{9});
  EXPECT_NE(p.icrc_error, 0u);

  const auto reth = wire_with(8, 0x0A);  // an RDMA WRITE has a header of 16 bytes more
  ASSERT_TRUE(take_received({reth.data(), reth.size()}, p));
  EXPECT_EQ(p.header_bytes, kHeaderBytes + 16);
  EXPECT_EQ(p.payload_bytes, 512 - 16);

  const auto unknown = wire_with(8, 0x1F);  // no opcode: the end node finds it malformed
  ASSERT_TRUE(take_received({unknown.data(), unknown.size()}, p));
  EXPECT_EQ(*bth_bytes(p), 0x1F);
  EXPECT_EQ(p.wire_bytes, 538);
}

TEST(ReceivedPacket, RefusesALengthThatIsNotItsOwn) {
  Packet p = packet();
  const auto wire = wire_with(5, 0x11);
  EXPECT_FALSE(take_received({wire.data(), wire.size()}, p));
}

// 2^-16 of all damage passes the VCRC (ib-facts 2.1: 16 bits): none in 3000 packets, nearly surely.
TEST(ReceivedPacket, TheVcrcSeesDamageByNoise) {
  BitTrueLine line{
      kFdr4x, FecMode::kNone,
      make_noise_damage(Modulation::kNrz, 11, kGroupBlocks * kBlockBits, RandomStream{1, "line"}),
      1, "line"};
  unsigned refused = 0;
  for (int i = 0; i < 3000; ++i) {
    Packet p = packet();
    refused += line.carry(p, i * kTicksPerNs * 200, 0) ? 1 : 0;
    ASSERT_FALSE(p.payload.is_real());
    ASSERT_EQ(p.icrc_error, 0u);
  }
  EXPECT_GT(refused, 1000u);
}

}  // namespace
}  // namespace ib::phy
