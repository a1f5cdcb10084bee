// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/pma_counters.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/ib/base/bytes.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib {
namespace {

/// The bytes of `hex`, then zeros.
PmaData data_of(const std::string& hex) {
  PmaData data{};
  const tb::Bytes bytes = tb::from_hex(hex);
  std::copy(bytes.begin(), bytes.end(), data.begin());
  return data;
}

/// A different small number in every counter.
PmaCounters numbered() {
  PmaCounters c;
  c.symbol_error = 1;
  c.link_error_recovery = 2;
  c.link_downed = 3;
  c.rcv_errors = 4;
  c.rcv_remote_physical = 5;
  c.rcv_switch_relay = 6;
  c.xmit_discards = 7;
  c.xmit_constraint = 8;
  c.rcv_constraint = 9;
  c.local_link_integrity = 10;
  c.excessive_buffer_overrun = 11;
  c.qp1_dropped = 12;
  c.vl15_dropped = 13;
  c.xmit_data = 14;
  c.rcv_data = 15;
  c.xmit_packets = 16;
  c.rcv_packets = 17;
  c.xmit_wait = 18;
  c.unicast_xmit_packets = 19;
  c.unicast_rcv_packets = 20;
  c.multicast_xmit_packets = 21;
  c.multicast_rcv_packets = 22;
  return c;
}

// IBTA Vol 1, 16.1.3.5: every field at its place.
TEST(PortCounters, PlacesItsFields) {
  EXPECT_EQ(encode_port_counters(numbered(), 3), data_of("00030000"
                                                         "00010203"
                                                         "00040005"
                                                         "00060007"
                                                         "080900ab"
                                                         "000c000d"
                                                         "0000000e"
                                                         "0000000f"
                                                         "00000010"
                                                         "00000011"
                                                         "00000012"));
}

// IBTA Vol 1, 16.1.3.5: counters stick at their maximum.
TEST(PortCounters, SticksAtEachFieldsMaximum) {
  PmaCounters c;
  c.symbol_error = 0x10000;
  c.link_downed = 0x100;
  c.local_link_integrity = 16;
  c.xmit_data = 0x100000000;
  c.xmit_wait = 0xFFFFFFFF;

  EXPECT_EQ(encode_port_counters(c, 1), data_of("00010000"
                                                "ffff00ff"
                                                "00000000"
                                                "00000000"
                                                "000000f0"
                                                "00000000"
                                                "ffffffff"
                                                "00000000"
                                                "00000000"
                                                "00000000"
                                                "ffffffff"));
}

// IBTA Vol 1, 16.1.4: every field at its place, 64 bits each.
TEST(PortCountersExtended, PlacesItsFields) {
  const PmaData data = encode_port_counters_extended(numbered(), 3);

  EXPECT_EQ(load_be64(data.data()), 0x0003000000000000u);
  const std::array<std::uint64_t, 22> expected{14, 15, 16, 17, 19, 20, 21, 22, 1,  2,  3,
                                               4,  5,  6,  7,  8,  9,  10, 11, 13, 18, 12};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(load_be64(data.data() + 8 + 8 * i), expected[i]) << i;
  }
  EXPECT_EQ(load_be64(data.data() + 184), 0u);
}

// IBTA Vol 1, 16.1.3.5: a Set writes what CounterSelect and CounterSelect2 name, nothing else.
TEST(PortCounters, WritesOnlyWhatASetSelects) {
  PmaCounters c = numbered();
  PmaData data{};
  store_be16(data.data() + 2, 0x1001);  // SymbolError and XmitData
  data[18] = 0x01;                      // XmitWait
  store_be32(data.data() + 24, 99);

  set_port_counters(c, data);

  PmaCounters expected = numbered();
  expected.symbol_error = 0;
  expected.xmit_data = 99;
  expected.xmit_wait = 0;
  EXPECT_EQ(encode_port_counters_extended(c, 1), encode_port_counters_extended(expected, 1));
}

TEST(PortCounters, ClearsAllThatCanBeSelected) {
  PmaCounters c = numbered();
  set_port_counters(c, data_of("0003ffff0000000000000000000000000000ff"));

  EXPECT_EQ(encode_port_counters(c, 3), data_of("0003000000000000000000000000000000000000000c"));
}

}  // namespace
}  // namespace ib
