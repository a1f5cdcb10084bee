// SPDX-License-Identifier: Apache-2.0
#include "testbenches/traffic/congestion_source.h"

#include <gtest/gtest.h>

#include <array>

#include "models/ib/packet/packet_codec.h"

namespace ib::tb {
namespace {

constexpr Lid kMe{7};
constexpr Lid kPeer{3};

Packet packet_from_peer(std::uint8_t opcode, bool fecn, bool becn) {
  Packet packet;
  Lrh lrh;
  lrh.slid = kPeer;
  lrh.dlid = kMe;
  lrh.sl = Sl{2};
  Bth bth;
  bth.opcode = opcode;
  bth.fecn = fecn;
  bth.becn = becn;
  PacketBuilder builder{packet};
  builder.lrh(lrh).bth(bth);
  if (opcode == kCnpOpcode) {
    builder.finish(kCnpPayloadBytes);
  } else {
    builder.add(Deth{QKey{1}, Qpn{0x22}}).finish(64);
  }
  return packet;
}

CongestionSourceConfig config() {
  CongestionSourceConfig config;
  config.enabled = true;
  config.ccti_limit = 8;
  config.ccti_timer = 2;  // 2.048 us
  config.cct_per_unit = 1;
  return config;
}

// ib-facts 7: FECN is answered by a CNP with BECN; on the wire it is opcode 0x80 and 16 bytes.
TEST(CongestionSource, AnswersFecnByACnp) {
  CongestionSource source{config(), kMe};
  EXPECT_FALSE(source.take(packet_from_peer(0x64, false, false), 0));
  EXPECT_FALSE(source.has_cnp());
  EXPECT_FALSE(source.take(packet_from_peer(0x64, true, false), 0));
  ASSERT_TRUE(source.has_cnp());

  std::array<std::uint8_t, kMaxWireBytes> wire{};
  const std::size_t count = serialize(source.cnp(), wire.data());
  const ParseResult parsed = parse({wire.data(), count});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed.packet.lrh.dlid, kPeer);
  EXPECT_EQ(parsed.packet.lrh.slid, kMe);
  EXPECT_EQ(parsed.packet.lrh.sl, Sl{2});
  EXPECT_EQ(parsed.packet.bth->opcode, 0x80);
  EXPECT_TRUE(parsed.packet.bth->becn);
  EXPECT_EQ(parsed.packet.bth->dest_qp, Qpn{0x22});
  EXPECT_EQ(parsed.packet.payload.size, 16u);
  source.cnp_sent();
  EXPECT_FALSE(source.has_cnp());
}

// Two notifications make CCTI 2: entry 2 waits two packet times. One timer later it is 1.
TEST(CongestionSource, DelaysTheServiceLevelThatWasNotified) {
  CongestionSource source{config(), kMe};
  EXPECT_TRUE(source.take(packet_from_peer(kCnpOpcode, false, true), 0));
  EXPECT_TRUE(source.take(packet_from_peer(kCnpOpcode, false, true), 0));
  EXPECT_EQ(source.becns(), 2u);
  source.sent(Sl{2}, 100, 1000);
  EXPECT_EQ(source.earliest(Sl{2}), 1000 + 100 + 200);
  source.sent(Sl{1}, 100, 1000);
  EXPECT_EQ(source.earliest(Sl{1}), 1100);
  const Ticks later = ticks_from_ns(2048);
  source.sent(Sl{2}, 100, later);
  EXPECT_EQ(source.earliest(Sl{2}), later + 200);
}

}  // namespace
}  // namespace ib::tb
