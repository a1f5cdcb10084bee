// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/mad_codec.h"

#include <gtest/gtest.h>

#include <array>

#include "models/ib/packet/packet_codec.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib {
namespace {

using tb::vector_bytes;

Packet packet_of(const std::string& name, PayloadPool& pool) {
  const tb::Bytes wire = vector_bytes(name);
  return to_packet(parse(tb::view(wire)).packet, pool);
}

// A MAD read from a golden packet and written again gives the golden bytes, but for the PSN.
TEST(MadCodec, WritesWhatItRead) {
  PayloadPool pool;
  for (const char* name :
       {"smp_dr_get_nodeinfo_hop1", "smp_lid_set_portinfo", "pma_get_portcounters"}) {
    tb::Bytes golden = vector_bytes(name);
    const Packet packet = packet_of(name, pool);
    const auto mad = read_mad(packet);
    ASSERT_TRUE(mad) << name;
    Packet again;
    write_mad(*mad, packet.vl, pool, again);
    std::array<std::uint8_t, kMaxWireBytes> wire{};
    ASSERT_EQ(serialize(again, wire.data()), golden.size());
    golden[19] = 0;  // PSN
    EXPECT_TRUE(std::equal(golden.begin(), golden.end() - 6, wire.begin())) << name;
  }
}

// ib-facts 1.8: QP0 is reached on VL15 only, by packets of 256 bytes.
TEST(MadCodec, RefusesTheWrongLaneLengthAndOpcode) {
  PayloadPool pool;
  Packet smp = packet_of("smp_dr_get_nodeinfo_hop1", pool);
  set_vl(smp, Vl{0});
  EXPECT_TRUE(is_for_management(smp));
  EXPECT_FALSE(read_mad(smp));
  Packet gmp = packet_of("pma_get_portcounters", pool);
  set_vl(gmp, kVl15);
  EXPECT_FALSE(read_mad(gmp));
  set_vl(gmp, Vl{1});
  EXPECT_TRUE(read_mad(gmp));
  gmp.payload_bytes = 252;
  EXPECT_FALSE(read_mad(gmp));
  EXPECT_FALSE(is_for_management(packet_of("ud_send_only", pool)));
  EXPECT_FALSE(is_for_management(packet_of("raw_ethertype", pool)));
  EXPECT_FALSE(is_for_management(packet_of("raw_ipv6", pool)));
}

}  // namespace
}  // namespace ib
