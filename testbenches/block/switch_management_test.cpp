// SPDX-License-Identifier: Apache-2.0
#include "models/switch/switch_management.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "models/ib/base/bytes.h"
#include "models/ib/management/bit_field.h"
#include "models/ib/management/mad_codec.h"
#include "models/ib/packet/packet_codec.h"
#include "testbenches/block/managed_star.h"

namespace ib::tb {
namespace {

using link::LinkConfig;

MadPacket directed(std::uint8_t hop_pointer, std::vector<std::uint8_t> path) {
  MadPacket packet = smp_to(kPermissiveLid, MadMethod::kGet, SmpAttributeId::kNodeInfo, 0);
  packet.slid = kPermissiveLid;
  packet.mad[1] = 0x81;
  packet.mad[smp::kHopPointer] = hop_pointer;
  packet.mad[smp::kHopCount] = static_cast<std::uint8_t>(path.size());
  store_be32(&packet.mad[smp::kDrSlid], 0xFFFFFFFF);
  for (std::size_t i = 0; i < path.size(); ++i) packet.mad[smp::kInitialPath + 1 + i] = path[i];
  return packet;
}

MadPacket gmp(std::uint16_t attribute, std::uint8_t port) {
  MadPacket packet = smp_to(kSwitchLid, MadMethod::kGet, SmpAttributeId{attribute}, 0);
  packet.mad[1] = 4;
  packet.mad[smp::kData + 1] = port;
  packet.src_qp = kQp1;
  packet.dest_qp = kQp1;
  packet.q_key = kQp1QKey;
  return packet;
}

// By hand: first bit in at 1050 ns; 290 bytes are in at 1055.8 -> 1056, parsed and looked up 1068;
// the agent takes 1000 cycles, crossbar and egress 1 + 4 + 6.
TEST(SwitchManagement, AnswersAfterItsResponseTime) {
  ManagedStar bench;
  bench.send(1, 1000, directed(1, {1}));
  bench.run();

  const auto sent = bench.star.departures(1);
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(sent[0].time, 2079 * kNs);
  EXPECT_EQ(sent[0].packet.vl, kVl15);
  const auto mads = bench.received(1);
  ASSERT_EQ(mads.size(), 1u);
  EXPECT_EQ(mads[0].method(), MadMethod::kGetResp);
  EXPECT_EQ(mads[0].mad[smp::kData + 2], 2);   // NodeType switch
  EXPECT_EQ(mads[0].mad[smp::kData + 36], 1);  // LocalPortNum
  bench.star.expect_quiet();
}

// The same way in, then 200 cycles in the agent.
TEST(SwitchManagement, PassesADirectedRouteOnAfterItsForwardTime) {
  ManagedStar bench;
  bench.send(1, 1000, directed(1, {1, 3}));
  bench.run();
  const auto sent = bench.star.departures(3);
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(sent[0].time, 1279 * kNs);
  EXPECT_EQ(sent[0].packet.dlid, kPermissiveLid);
}

// Two requests at once: the agent works on one at a time.
TEST(SwitchManagement, AnswersOneAfterTheOther) {
  ManagedStar bench;
  bench.send(1, 1000, directed(1, {1}));
  bench.send(2, 1000, directed(1, {1}));
  bench.run();
  ASSERT_EQ(bench.star.departures(2).size(), 1u);
  EXPECT_EQ(bench.star.departures(2)[0].time, 3079 * kNs);
}

TEST(SwitchManagement, SteersByTheForwardingEntryItWasSet) {
  ManagedStar bench;
  MadPacket set = smp_to(kSwitchLid, MadMethod::kSet, SmpAttributeId::kLinearForwardingTable, 0);
  for (unsigned lid = 0; lid < 64; ++lid) set.mad[smp::kData + lid] = 255;
  set.mad[smp::kData + 1] = 1;
  set.mad[smp::kData + 2] = 3;  // LID 2 leads to port 3 now
  bench.star.probes[0]->send_at(10, test_packet(Lid{2}, 66));
  bench.send(1, 1000, set);
  bench.star.probes[0]->send_at(4000, test_packet(Lid{2}, 66));
  bench.run();
  EXPECT_EQ(bench.star.departures(2).size(), 1u);
  EXPECT_EQ(bench.star.departures(3).size(), 1u);
  EXPECT_EQ(bench.received(1).size(), 1u);
}

// ib-facts 3.4: data passes an Active port only; VL15 passes before.
TEST(SwitchManagement, ActivatesAPortThatStartsInInitialize) {
  LinkConfig link;
  link.start_active = false;
  ManagedStar bench{link};
  const auto state = [](std::uint8_t port, std::uint8_t to) {
    return set_port(port, [to](PortInfo& info) { info.port_state = to; });
  };
  for (LinkProbe* probe : bench.star.probes) probe->port().state().phy_up();
  bench.send(1, 100, state(3, 4));  // Initialize to Active: no legal step
  bench.send(1, 2000, state(3, 3));
  bench.send(1, 4000, state(3, 4));
  bench.run();
  const auto mads = bench.received(1);
  ASSERT_EQ(mads.size(), 3u);
  EXPECT_EQ(mads[0].header().status, 0x1C);
  EXPECT_EQ(mads[1].header().status, 0);
  EXPECT_EQ(mads[2].header().status, 0);
  EXPECT_EQ(bench.star.chip.port(3).state().state(), PortState::kActive);
  EXPECT_EQ(bench.star.chip.port(2).state().state(), PortState::kInitialize);
}

TEST(SwitchManagement, DiscardsWhatMapsBeyondTheOperationalVls) {
  LinkConfig link;
  link.data_vls = 4;
  ManagedStar bench{link};
  bench.star.probes[0]->send_at(10, test_packet(Lid{3}, 66, Sl{1}, Vl{1}));
  bench.send(1, 100, set_port(3, [](PortInfo& info) { info.operational_vls = 1; }));
  bench.star.probes[0]->send_at(4000, test_packet(Lid{3}, 66, Sl{1}, Vl{1}));
  bench.run();
  EXPECT_EQ(bench.star.departures(3).size(), 1u);
  EXPECT_EQ(bench.star.counters(1).vl_mapping_errors, 1u);
}

TEST(SwitchManagement, RefusesPacketsBeyondTheNeighborMtuItWasSet) {
  ManagedStar bench;
  bench.send(1, 100, set_port(3, [](PortInfo& info) { info.neighbor_mtu = 1; }));
  bench.star.probes[0]->send_at(4000, test_packet(Lid{3}, 1022));
  bench.run();
  EXPECT_EQ(bench.star.counters(3).neighbor_mtu_discards, 1u);
}

// Three data packets and the question itself have come in by port 1, in 4-byte words:
// 3 x 16 + 72; what left by port 3: 3 packets.
TEST(SwitchManagement, ShowsTheCountersOfThePort) {
  ManagedStar bench;
  for (const Cycle when : {10, 100, 200}) {
    bench.star.probes[0]->send_at(when, test_packet(Lid{3}, 66));
  }
  bench.send(1, 1000, gmp(0x12, 1));
  bench.send(1, 4000, gmp(0x12, 3));
  bench.run();
  const auto mads = bench.received(1);
  ASSERT_EQ(mads.size(), 2u);
  const auto counter = [&](std::size_t which, unsigned first) {
    return load_bits(&mads[which].mad[smp::kData], first, 32);
  };
  EXPECT_EQ(counter(0, 288), 4u);            // PortRcvPkts
  EXPECT_EQ(counter(0, 224), 3 * 16 + 72u);  // PortRcvData
  EXPECT_EQ(counter(1, 256), 3u);            // PortXmitPkts
  bench.star.expect_quiet();
}

// Neither a crash, nor a leak of buffers or credits: each is counted, or answered by a status.
TEST(SwitchManagement, SurvivesHostileMads) {
  ManagedStar bench;
  std::vector<MadPacket> hostile;
  hostile.push_back(directed(1, std::vector<std::uint8_t>(60, 2)));
  hostile.back().mad[smp::kHopCount] = 255;
  hostile.push_back(directed(0, {2}));      // HopPointer 0 on a wire
  hostile.push_back(directed(1, {1, 99}));  // no such port
  hostile.push_back(smp_to(Lid{0}, MadMethod::kGet, SmpAttributeId::kNodeInfo, 0));
  hostile.push_back(smp_to(kSwitchLid, MadMethod::kGet, SmpAttributeId::kNodeInfo, 0));
  hostile.back().mad[1] = 0x55;  // class that QP0 does not serve
  hostile.push_back(smp_to(kSwitchLid, MadMethod::kGet, SmpAttributeId::kNodeInfo, 0));
  hostile.back().mad[0] = 9;  // base version: answered
  hostile.push_back(gmp(0x12, 1));
  hostile.back().q_key = QKey{5};
  hostile.push_back(gmp(0x12, 200));  // no such port: answered
  for (std::size_t i = 0; i < hostile.size(); ++i) {
    bench.send(1, static_cast<Cycle>(100 + 2000 * i), hostile[i]);
  }
  Packet cut = test_packet(kSwitchLid, 66, Sl{0}, kVl15);  // QP0, but no MAD
  bench.star.probes[1]->send_at(100, cut);
  bench.star.probes[1]->send_at(200, test_packet(kSwitchLid, 66));  // QP0 on a data VL
  bench.run(30'000);

  EXPECT_EQ(bench.counters().bad_route, 3u);
  EXPECT_EQ(bench.star.counters(1).dlid_mapping_errors, 1u);  // DLID 0
  EXPECT_EQ(bench.counters().bad_class, 1u);
  EXPECT_EQ(bench.counters().bad_q_key, 1u);
  EXPECT_EQ(bench.star.chip.management()->unit().counters().malformed, 2u);
  const auto mads = bench.received(1);
  ASSERT_EQ(mads.size(), 2u);
  EXPECT_EQ(mads[0].header().status, 0x04);
  EXPECT_EQ(mads[1].header().status, 0x1C);
  bench.star.expect_quiet();
}

TEST(SwitchManagement, DropsMadsBeyondItsQueueAndCountsThem) {
  ManagedStar bench;
  for (Cycle i = 0; i < 100; ++i) bench.send(1, 1000 + 10 * i, directed(1, {1}));
  bench.run(200'000);
  const std::uint64_t lost = bench.star.chip.management()->unit().counters().queue_full;
  EXPECT_GT(lost, 0u);
  EXPECT_EQ(bench.received(1).size() + lost, 100u);
  EXPECT_EQ(bench.star.counters(1).vl15_dropped, lost);
}

}  // namespace
}  // namespace ib::tb
