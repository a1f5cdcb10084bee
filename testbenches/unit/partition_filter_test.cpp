// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/partition_filter.h"

#include <gtest/gtest.h>

#include "models/ib/packet/packet_builder.h"

namespace ib {
namespace {

Packet packet_of(PKey p_key, Vl vl = Vl{0}) {
  Packet packet;
  Lrh lrh;
  lrh.vl = vl;
  Bth bth;
  bth.opcode = 0x64;
  bth.p_key = p_key;
  PacketBuilder{packet}.lrh(lrh).bth(bth).add(Deth{}).finish(8);
  return packet;
}

Packet raw_packet() {
  Packet packet;
  PacketBuilder{packet}.lrh(Lrh{}).finish(40);
  return packet;
}

// IBTA Vol 1, 10.9.3: two limited members do not talk to each other.
TEST(PartitionFilter, MatchesKeysWithOneFullMember) {
  EXPECT_TRUE(p_keys_match(PKey{0x8123}, PKey{0x0123}));
  EXPECT_TRUE(p_keys_match(PKey{0x0123}, PKey{0x8123}));
  EXPECT_FALSE(p_keys_match(PKey{0x0123}, PKey{0x0123}));
  EXPECT_FALSE(p_keys_match(PKey{0x8123}, PKey{0x8124}));
  EXPECT_FALSE(p_keys_match(PKey{0x8000}, PKey{0x8000}));
}

TEST(PartitionFilter, DropsPacketsOfOtherPartitionsWhenItEnforces) {
  PartitionFilter filter;
  filter.table = {PKey{0x0005}, PKey{0x8007}};
  EXPECT_TRUE(filter.passes(packet_of(PKey{0x8009})));
  filter.enforce = true;
  EXPECT_FALSE(filter.passes(packet_of(PKey{0x8009})));
  EXPECT_TRUE(filter.passes(packet_of(PKey{0x8005})));
  EXPECT_FALSE(filter.passes(packet_of(PKey{0x0005})));
  EXPECT_TRUE(filter.passes(packet_of(PKey{0x0007})));
}

TEST(PartitionFilter, LetsSubnetManagementThrough) {
  PartitionFilter filter;
  filter.enforce = true;
  EXPECT_TRUE(filter.passes(packet_of(PKey{0x8009}, kVl15)));
}

TEST(PartitionFilter, TreatsRawPacketsByTheirOwnFilter) {
  PartitionFilter filter;
  filter.enforce = true;
  EXPECT_TRUE(filter.passes(raw_packet()));
  filter.filter_raw = true;
  EXPECT_FALSE(filter.passes(raw_packet()));
  EXPECT_TRUE(filter.active());
}

}  // namespace
}  // namespace ib
