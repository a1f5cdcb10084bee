// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/smp_attribute.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "models/ib/management/node_attributes.h"
#include "models/ib/management/notice.h"
#include "models/ib/management/port_info.h"
#include "models/ib/management/table_attributes.h"
#include "models/ib/packet/headers.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib {
namespace {

/// The bytes of `hex`, then zeros.
SmpData data_of(const std::string& hex) {
  SmpData data{};
  const tb::Bytes bytes = tb::from_hex(hex);
  std::copy(bytes.begin(), bytes.end(), data.begin());
  return data;
}

SmpData data_of_vector(const std::string& name) {
  const tb::Bytes wire = tb::vector_bytes(name);
  SmpData data{};
  std::copy_n(wire.begin() + Lrh::kBytes + Bth::kBytes + Deth::kBytes + smp::kData, data.size(),
              data.begin());
  return data;
}

// IBTA Vol 1, 14.2.5.3: every field at its place.
TEST(NodeInfo, ReadsTheGoldenResponse) {
  const SmpData data = data_of_vector("smp_dr_getresp_hop1");
  const auto info = decode_attribute<NodeInfo>(data);

  EXPECT_EQ(info.node_type, NodeType::kSwitch);
  EXPECT_EQ(info.num_ports, 36);
  EXPECT_EQ(info.node_guid, Guid{0x0002C9020000AAAA});
  EXPECT_EQ(info.partition_cap, 8);
  EXPECT_EQ(info.device_id, 0xCB20);
  EXPECT_EQ(info.revision, 0u);
  EXPECT_EQ(info.local_port_num, 3);
  EXPECT_EQ(info.vendor_id, 0x02C9u);
  EXPECT_EQ(encode_attribute(info), data);
}

// IBTA Vol 1, 14.2.5.4: every field at its place.
TEST(SwitchInfo, PlacesItsFields) {
  SwitchInfo info;
  info.linear_fdb_cap = 0xC000;
  info.random_fdb_cap = 0x0102;
  info.multicast_fdb_cap = 0x0304;
  info.linear_fdb_top = 0x0506;
  info.default_port = 0x07;
  info.default_multicast_primary_port = 0x08;
  info.default_multicast_not_primary_port = 0xFF;
  info.life_time_value = 0x12;
  info.port_state_change = true;
  info.optimized_sl_to_vl = 2;
  info.lids_per_port = 0x090A;
  info.partition_enforcement_cap = 0x0B0C;
  info.inbound_enforcement_cap = true;
  info.filter_raw_outbound_cap = true;
  info.enhanced_port0 = true;
  info.multicast_fdb_top = 0xC00D;

  EXPECT_EQ(encode_attribute(info), data_of("c0000102030405060708ff96090a0b0c9800c00d"));
}

TEST(NodeDescription, CutsTextAtSixtyFourBytes) {
  const NodeDescription description = NodeDescription::of(std::string(70, 'x'));

  EXPECT_EQ(description.str(), std::string(64, 'x'));
  EXPECT_EQ(decode_attribute<NodeDescription>(encode_attribute(description)).str().size(), 64u);
}

TEST(NodeDescription, EndsAtTheFirstZero) {
  EXPECT_EQ(decode_attribute<NodeDescription>(data_of("737730")).str(), "sw0");
  EXPECT_EQ(encode_attribute(NodeDescription::of("sw0")), data_of("737730"));
}

// IBTA Vol 1, 14.2.5.5: eight GUIDs a block.
TEST(GuidInfo, HoldsEightGuids) {
  GuidInfo block;
  block.entries[1] = Guid{0x0102030405060708};

  EXPECT_EQ(GuidInfo::kEntries, 8u);
  EXPECT_EQ(encode_attribute(block), data_of("00000000000000000102030405060708"));
}

// IBTA Vol 1, 14.2.5.7: 32 keys a block.
TEST(PKeyTableBlock, HoldsThirtyTwoKeys) {
  PKeyTableBlock block;
  block.entries[0] = PKey{0xFFFF};
  block.entries[2] = PKey{0x8001};

  EXPECT_EQ(PKeyTableBlock::kEntries, 32u);
  EXPECT_EQ(encode_attribute(block), data_of("ffff00008001"));
}

// IBTA Vol 1, 14.2.5.8: service level 0 in the high nibble of the first byte.
TEST(SlToVlMapping, CarriesSixteenNibbles) {
  const SlToVlMapping mapping{Sl2VlTable::modulo(4)};

  EXPECT_EQ(encode_attribute(mapping), data_of("0123012301230123"));
  EXPECT_EQ(decode_attribute<SlToVlMapping>(data_of("fedcba9876543210")).table[Sl{1}], Vl{14});
}

// IBTA Vol 1, 14.2.5.9: pairs of VL and weight.
TEST(VlArbitrationBlock, CarriesPairs) {
  VlArbitrationBlock block;
  block.entries[0] = {Vl{3}, 0x40};
  block.entries[1] = {Vl{14}, 0xFF};

  EXPECT_EQ(encode_attribute(block), data_of("03400eff"));
  EXPECT_EQ(decode_attribute<VlArbitrationBlock>(data_of("f340")).entries[0].vl, Vl{3});
}

// IBTA Vol 1, 14.2.5.10 and 14.2.5.12: one byte a LID, 16 ports a multicast LID.
TEST(ForwardingBlocks, HoldOneEntryALid) {
  LftBlock unicast;
  unicast.entries[1] = 36;
  unicast.entries[63] = 0xFF;
  MftBlock multicast;
  multicast.entries[1] = 0x8001;

  const SmpData data = encode_attribute(unicast);
  EXPECT_EQ(data[1], 36);
  EXPECT_EQ(data[63], 0xFF);
  EXPECT_EQ(MftBlock::kEntries, 32u);
  EXPECT_EQ(encode_attribute(multicast), data_of("00008001"));
}

// IBTA Vol 1, 13.4.8.2: every field at its place.
TEST(Notice, PlacesItsFields) {
  Notice notice;
  notice.type = NoticeType::kInformation;
  notice.producer = NoticeProducer::kCa;
  notice.trap_number = TrapNumber::kLocalChange;
  notice.issuer_lid = Lid{0x1234};
  notice.toggle = true;
  notice.count = 5;
  notice.details[0] = 0xAB;

  EXPECT_EQ(encode_attribute(notice), data_of("84000001009012348005ab"));
}

// IBTA Vol 1, 14.2.5.1: trap 128 names the switch.
TEST(Notice, TellsOfALinkStateChange) {
  EXPECT_EQ(encode_attribute(link_state_change_notice(Lid{7})),
            data_of("810000020080000700000007"));
}

/// encode . decode of random bytes changes nothing but reserved bits, and those only once.
template <class Attribute>
void expect_stable() {
  std::mt19937_64 random{11};
  for (int round = 0; round < 16; ++round) {
    SmpData wire{};
    for (std::uint8_t& byte : wire) byte = static_cast<std::uint8_t>(random());
    const SmpData once = encode_attribute(decode_attribute<Attribute>(wire));
    for (std::size_t i = 0; i < wire.size(); ++i) ASSERT_EQ(once[i] & ~wire[i], 0);
    ASSERT_EQ(encode_attribute(decode_attribute<Attribute>(once)), once);
  }
}

TEST(SmpAttribute, DecodesAnyBytes) {
  expect_stable<NodeInfo>();
  expect_stable<SwitchInfo>();
  expect_stable<NodeDescription>();
  expect_stable<GuidInfo>();
  expect_stable<PortInfo>();
  expect_stable<PKeyTableBlock>();
  expect_stable<SlToVlMapping>();
  expect_stable<VlArbitrationBlock>();
  expect_stable<LftBlock>();
  expect_stable<MftBlock>();
  expect_stable<Notice>();
}

// IBTA Vol 1, 14.2.5.6: every field at its place; byte i of the vector's data is i.
TEST(PortInfo, ReadsAddressesAndKeys) {
  const auto info = decode_attribute<PortInfo>(data_of_vector("smp_lid_set_portinfo"));

  EXPECT_EQ(info.m_key, 0x0001020304050607u);
  EXPECT_EQ(info.gid_prefix, 0x08090A0B0C0D0E0Fu);
  EXPECT_EQ(info.lid, Lid{0x1011});
  EXPECT_EQ(info.master_sm_lid, Lid{0x1213});
  EXPECT_EQ(info.capability_mask, 0x14151617u);
  EXPECT_EQ(info.diag_code, 0x1819);
  EXPECT_EQ(info.m_key_lease_period, 0x1A1B);
  EXPECT_EQ(info.local_port_num, 0x1C);
  EXPECT_EQ(info.m_key_violations, 0x2C2D);
  EXPECT_EQ(info.p_key_violations, 0x2E2F);
  EXPECT_EQ(info.q_key_violations, 0x3031);
  EXPECT_EQ(info.guid_cap, 0x32);
}

TEST(PortInfo, ReadsTheLinkFields) {
  const auto info = decode_attribute<PortInfo>(data_of_vector("smp_lid_set_portinfo"));

  EXPECT_EQ(info.link_width_enabled, 0x1D);
  EXPECT_EQ(info.link_width_supported, 0x1E);
  EXPECT_EQ(info.link_width_active, 0x1F);
  EXPECT_EQ(info.link_speed_supported, 2);
  EXPECT_EQ(info.port_state, 0);
  EXPECT_EQ(info.port_physical_state, 2);
  EXPECT_EQ(info.link_down_default_state, 1);
  EXPECT_EQ(info.m_key_protect_bits, 0);
  EXPECT_EQ(info.lmc, 2);
  EXPECT_EQ(info.link_speed_active, 2);
  EXPECT_EQ(info.link_speed_enabled, 3);
  EXPECT_EQ(info.neighbor_mtu, 2);
  EXPECT_EQ(info.master_sm_sl, 4);
}

TEST(PortInfo, ReadsTheLaneFields) {
  const auto info = decode_attribute<PortInfo>(data_of_vector("smp_lid_set_portinfo"));

  EXPECT_EQ(info.vl_cap, 2);
  EXPECT_EQ(info.init_type, 5);
  EXPECT_EQ(info.vl_high_limit, 0x26);
  EXPECT_EQ(info.vl_arb_high_cap, 0x27);
  EXPECT_EQ(info.vl_arb_low_cap, 0x28);
  EXPECT_EQ(info.init_type_reply, 2);
  EXPECT_EQ(info.mtu_cap, 9);
  EXPECT_EQ(info.vl_stall_count, 1);
  EXPECT_EQ(info.hoq_life, 10);
  EXPECT_EQ(info.operational_vls, 2);
  EXPECT_TRUE(info.partition_enforcement_inbound);
  EXPECT_FALSE(info.partition_enforcement_outbound);
  EXPECT_TRUE(info.filter_raw_inbound);
  EXPECT_TRUE(info.filter_raw_outbound);
}

TEST(PortInfo, ReadsTimersAndExtendedSpeeds) {
  const auto info = decode_attribute<PortInfo>(data_of_vector("smp_lid_set_portinfo"));

  EXPECT_FALSE(info.client_reregister);
  EXPECT_EQ(info.multicast_p_key_trap_suppression, 1);
  EXPECT_EQ(info.subnet_timeout, 19);
  EXPECT_EQ(info.resp_time_value, 20);
  EXPECT_EQ(info.local_phy_errors, 3);
  EXPECT_EQ(info.overrun_errors, 5);
  EXPECT_EQ(info.max_credit_hint, 0x3637);
  EXPECT_EQ(info.link_speed_ext_active2, 1);
  EXPECT_EQ(info.link_speed_ext_supported2, 3);
  EXPECT_EQ(info.link_speed_ext_enabled2, 0);
  EXPECT_EQ(info.link_round_trip_latency, 0x393A3Bu);
  EXPECT_EQ(info.capability_mask2, 0x3C3D);
  EXPECT_EQ(info.link_speed_ext_active, 3);
  EXPECT_EQ(info.link_speed_ext_supported, 14);
  EXPECT_EQ(info.link_speed_ext_enabled, 31);
}

TEST(PortInfo, WritesReservedBitsAsZero) {
  SmpData expected = data_of_vector("smp_lid_set_portinfo");
  const auto info = decode_attribute<PortInfo>(expected);
  expected[34] = 0x02;
  expected[52] = 0x14;
  expected[63] = 0x1F;

  EXPECT_EQ(encode_attribute(info), expected);
}

}  // namespace
}  // namespace ib
