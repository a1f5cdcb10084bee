// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/switch_star.h"

namespace ib::tb {
namespace {

using Fate = TestCable::Fate;

constexpr Lid kGroup{0xC001};

void join(Star& star, std::initializer_list<unsigned> ports) {
  for (const unsigned port : ports) star.chip.mft().add(kGroup, port);
}

Ticks departure(const Star& star, std::uint16_t port) {
  const std::vector<PortEvent> left = star.departures(port);
  EXPECT_EQ(left.size(), 1u) << "port " << port;
  return left.empty() ? 0 : left[0].time;
}

// ib-facts 4.4: the mask without the input port. NDR to NDR, 1022 bytes: first bit in at 1050 ns,
// first word at 1052, 23 cycles to the first bit out (docs/blocks/switch.md), on all branches.
TEST(Multicast, LeavesByAllPortsOfItsMaskAtOnce) {
  Star star{{kNdr, kNdr, kNdr, kNdr}};
  join(star, {1, 2, 3, 4});
  star.probes[0]->send_at(1000, test_packet(kGroup, 1022));
  star.bench.run_until(3000 * kNs);

  for (std::uint16_t port = 2; port <= 4; ++port) EXPECT_EQ(departure(star, port), 1075 * kNs);
  EXPECT_TRUE(star.departures(1).empty());
  EXPECT_EQ(star.counters(1).rcv_pkts, 1u);
  star.expect_quiet();
}

// Port 3 is busy with 4122 bytes, which leave in 1075 .. 1157.48 and cross until the tail is in, at
// 1050 + 82.44 + 12 = 1145: that branch waits, the other cuts through.
TEST(Multicast, CutsThroughOnEachBranchAlone) {
  Star star{{kNdr, kNdr, kNdr, kNdr}};
  join(star, {2, 3});
  star.probes[3]->send_at(1000, test_packet(Lid{3}, 4122));
  star.probes[0]->send_at(1010, test_packet(kGroup, 1022));
  star.bench.run_until(3000 * kNs);

  EXPECT_EQ(departure(star, 2), 1085 * kNs);
  ASSERT_EQ(star.departures(3).size(), 2u);
  EXPECT_GE(star.departures(3)[1].time, ticks_from_ns(1157.48));
  star.expect_quiet();
}

// Store: the tail of 1022 bytes is in at 1050 + 20.44 -> 1071, usable 12 cycles later; 11 more to
// the first bit out.
TEST(Multicast, WaitsForTheTailWhenItStores) {
  sw::SwitchConfig config;
  config.multicast.replication = sw::Replication::kStore;
  Star star{{kNdr, kNdr, kNdr}, config};
  join(star, {2, 3});
  star.probes[0]->send_at(1000, test_packet(kGroup, 1022));
  star.bench.run_until(3000 * kNs);

  for (std::uint16_t port = 2; port <= 3; ++port) EXPECT_EQ(departure(star, port), 1094 * kNs);
  star.expect_quiet();
}

// A packet that is found bad before it is copied goes nowhere.
TEST(Multicast, StoresNoDamagedPacket) {
  sw::SwitchConfig config;
  config.multicast.replication = sw::Replication::kStore;
  Star star{{kNdr, kNdr, kNdr}, config};
  join(star, {2, 3});
  star.cables[0]->tamper_a_to_b([](const LinkTransfer& t) {
    return t.kind == LinkTransfer::Kind::kPacket ? Fate::kDamage : Fate::kPass;
  });
  star.probes[0]->send_at(1000, test_packet(kGroup, 1022));
  star.bench.run_until(3000 * kNs);

  EXPECT_TRUE(star.departures(2).empty());
  ASSERT_EQ(star.drops(1).size(), 1u);
  EXPECT_EQ(star.drops(1)[0].reason, DropReason::kVcrc);
  EXPECT_EQ(star.chip.held_packets(), 0u);
}

TEST(Multicast, DropsAndCountsWhatHasNoPort) {
  Star star{{kNdr, kNdr}};
  join(star, {1});
  star.probes[0]->send_at(1000, test_packet(kGroup, 1022));
  star.bench.run_until(3000 * kNs);

  EXPECT_EQ(star.counters(1).rcv_switch_relay_errors, 1u);
  EXPECT_EQ(star.counters(1).dlid_mapping_errors, 1u);
  star.expect_quiet();
}

// ib-facts 4.4: beyond the top to the primary port, and from there to the not-primary one.
TEST(Multicast, SendsUnknownGroupsByTheDefaultPorts) {
  sw::SwitchConfig config;
  config.multicast.default_primary_port = 2;
  config.multicast.default_not_primary_port = 3;
  Star star{{kNdr, kNdr, kNdr}, config};
  star.chip.mft().set_top(Lid{0xC000});
  star.probes[0]->send_at(1000, test_packet(kGroup, 1022));
  star.probes[1]->send_at(1000, test_packet(kGroup, 510));
  star.bench.run_until(3000 * kNs);

  ASSERT_EQ(star.departures(2).size(), 1u);
  EXPECT_EQ(star.departures(2)[0].packet.wire_bytes, 1022);
  ASSERT_EQ(star.departures(3).size(), 1u);
  EXPECT_EQ(star.departures(3)[0].packet.wire_bytes, 510);
  star.expect_quiet();
}

// A branch that may not leave is counted at its port; the others go.
TEST(Multicast, RefusesSingleBranches) {
  Star star{{kNdr, kNdr, kNdr}};
  join(star, {2, 3});
  PartitionFilter filter;
  filter.enforce = true;
  filter.table = {PKey{0x8001}};
  star.chip.set_filter(3, sw::Switch::Direction::kOutbound, filter);
  star.probes[0]->send_at(1000, test_packet(kGroup, 1022));
  star.bench.run_until(3000 * kNs);

  EXPECT_EQ(star.departures(2).size(), 1u);
  EXPECT_TRUE(star.departures(3).empty());
  EXPECT_EQ(star.counters(3).xmit_constraint_errors, 1u);
  star.expect_quiet();
}

// Many groups and much contention: every copy arrives once, all buffers come back.
TEST(Multicast, LosesAndDoublesNothing) {
  sw::SwitchConfig config;
  config.egress_buffer_blocks = 66;
  Star star{{kNdr, kNdr, kNdr, kNdr, kNdr}, config};
  join(star, {1, 2, 3, 4, 5});
  for (int i = 0; i < 40; ++i) {
    for (unsigned port = 0; port < 5; ++port) {
      star.probes[port]->send_at(1000 + 7 * i, test_packet(kGroup, 126 + 4 * (i * 7 % 200)));
    }
  }
  star.bench.run_until(40'000 * kNs);

  for (const LinkProbe* probe : star.probes) EXPECT_EQ(probe->arrivals().size(), 4u * 40);
  star.expect_quiet();
}

}  // namespace
}  // namespace ib::tb
