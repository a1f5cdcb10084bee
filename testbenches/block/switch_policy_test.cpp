// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "models/ib/packet/packet_builder.h"
#include "models/ib/packet/packet_codec.h"
#include "testbenches/block/switch_star.h"

namespace ib::tb {
namespace {

using link::LinkConfig;
using sw::SwitchConfig;

Packet packet_of(PKey p_key) {
  Packet packet = test_packet(Lid{2}, 66);
  store_be16(packet.header.data() + bth_offset(packet) + 2, p_key.value());
  return packet;
}

Packet raw_packet() {
  Packet packet;
  Lrh lrh;
  lrh.dlid = Lid{2};
  PacketBuilder{packet}.lrh(lrh).finish(40, Payload::synthetic(1));
  return packet;
}

// ib-facts 4.4: violations count in PortRcvConstraintErrors and PortXmitConstraintErrors.
TEST(PartitionEnforcement, CountsInAndOut) {
  SwitchConfig config;
  config.partition.enforce_inbound = true;
  config.partition.p_keys = "0x8001,0x0002";
  Star star{{kNdr, kNdr}, config};
  PartitionFilter out;
  out.enforce = true;
  out.table = {PKey{0x8002}};
  star.chip.set_filter(2, sw::Switch::Direction::kOutbound, out);
  star.probes[0]->send_at(1000, packet_of(PKey{0x8003}));  // not in the inbound table
  star.probes[0]->send_at(1100, packet_of(PKey{0x8001}));  // not in the outbound table
  star.probes[0]->send_at(1200, packet_of(PKey{0x8002}));  // in both
  star.bench.run_until(3000 * kNs);

  EXPECT_EQ(star.departures(2).size(), 1u);
  EXPECT_EQ(star.counters(1).rcv_constraint_errors, 1u);
  EXPECT_EQ(star.counters(2).xmit_constraint_errors, 1u);
  ASSERT_EQ(star.drops(1).size(), 2u);
  EXPECT_EQ(star.drops(1)[0].reason, DropReason::kPartition);
  star.expect_quiet();
}

TEST(RawFilter, DropsRawPacketsOnTheSideItIsSet) {
  SwitchConfig config;
  config.partition.filter_raw_outbound = true;
  Star star{{kNdr, kNdr}, config};
  star.probes[0]->send_at(1000, raw_packet());
  star.probes[0]->send_at(1100, test_packet(Lid{2}, 66));
  star.bench.run_until(3000 * kNs);

  EXPECT_EQ(star.departures(2).size(), 1u);
  EXPECT_EQ(star.counters(2).xmit_constraint_errors, 1u);
  EXPECT_EQ(star.counters(1).rcv_constraint_errors, 0u);
  star.expect_quiet();
}

LinkConfig one_packet_of_credit() {
  LinkConfig link;
  link.mtu_bytes = 1024;
  link.rx_buffer_blocks = 18;
  return link;
}

// LifeTimeValue 0 is 4.096 us, 4096 cycles here. The first packet fills the peer's buffer and the
// second waits at the output; its first word is in at 1010 + 50 + 1.28, in cycle 1062, and usable
// 12 cycles later.
TEST(SwitchLifetime, DropsWhatIsTooOldAtAnOutput) {
  SwitchConfig config;
  config.lifetime.switch_life_code = 0;
  Star star{{kNdr, kNdr, kNdr}, config, one_packet_of_credit()};
  star.probes[1]->hold_buffers();
  star.probes[0]->send_at(1000, test_packet(Lid{2}, 1022));
  star.probes[2]->send_at(1010, test_packet(Lid{2}, 1022));
  star.bench.run_until(20'000 * kNs);

  EXPECT_EQ(star.departures(2).size(), 1u);
  EXPECT_EQ(star.counters(2).sw_lifetime_discards, 1u);
  EXPECT_EQ(star.counters(2).xmit_discards, 1u);
  EXPECT_EQ(star.counters(2).hoq_lifetime_discards, 0u);
  const std::vector<PortEvent> drops = star.drops(2);
  ASSERT_EQ(drops.size(), 1u);
  EXPECT_EQ(drops[0].reason, DropReason::kSwitchLifetime);
  EXPECT_EQ(drops[0].time, (1074 + 4096 + 1) * kNs);
  EXPECT_EQ(star.chip.held_packets(), 0u);
}

// After a packet from port 2 the turn is port 3's: its packet takes the one place at the output,
// and the older one at port 1 waits at the input. First words usable in 1066 and 1074.
TEST(SwitchLifetime, DropsWhatIsTooOldAtAnInput) {
  SwitchConfig config;
  config.lifetime.switch_life_code = 0;
  config.egress_buffer_blocks = 18;
  Star star{{kNdr, kNdr, kNdr, kNdr}, config, one_packet_of_credit()};
  star.probes[3]->hold_buffers();
  star.probes[1]->send_at(1000, test_packet(Lid{4}, 1022));
  star.probes[0]->send_at(1002, test_packet(Lid{4}, 1022));
  star.probes[2]->send_at(1010, test_packet(Lid{4}, 1022));
  star.bench.run_until(20'000 * kNs);

  EXPECT_EQ(star.departures(4).size(), 1u);
  EXPECT_EQ(star.counters(4).sw_lifetime_discards, 2u);
  ASSERT_EQ(star.drops(1).size(), 1u);
  EXPECT_EQ(star.drops(1)[0].reason, DropReason::kSwitchLifetime);
  EXPECT_EQ(star.drops(1)[0].time, (1066 + 4096 + 1) * kNs);
  ASSERT_EQ(star.drops(4).size(), 1u);
  EXPECT_EQ(star.drops(4)[0].time, (1074 + 4096 + 1) * kNs);
  EXPECT_EQ(star.chip.held_packets(), 0u);
}

// VLStallCount 2: the second head that is dropped stalls the VL for 8 x 4.096 us, in which packets
// are discarded as they come.
TEST(VlStall, DiscardsEverythingForEightLifetimes) {
  SwitchConfig config;
  config.hoq_life_code = 0;
  config.lifetime.vl_stall_count = 2;
  Star star{{kNdr, kNdr}, config, one_packet_of_credit()};
  star.probes[1]->hold_buffers();
  for (int i = 0; i < 3; ++i) star.probes[0]->send_at(1000, test_packet(Lid{2}, 1022));
  star.probes[0]->send_at(12'000, test_packet(Lid{2}, 126));  // dropped at once
  star.probes[1]->release_all_at(13'000);
  star.probes[0]->send_at(20'000, test_packet(Lid{2}, 126));  // dropped although there is credit
  star.probes[0]->send_at(60'000, test_packet(Lid{2}, 126));  // the stall is over
  star.bench.run_until(80'000 * kNs);

  const std::vector<PortEvent> drops = star.drops(2);
  ASSERT_EQ(drops.size(), 4u);
  EXPECT_EQ(drops[1].time - drops[0].time, 4097 * kNs);
  EXPECT_LT(drops[2].time, 12'200 * kNs);
  EXPECT_LT(drops[3].time, 20'200 * kNs);
  EXPECT_EQ(star.counters(2).hoq_lifetime_discards, 4u);
  EXPECT_EQ(star.counters(2).vl_stalls, 1u);
  ASSERT_EQ(star.departures(2).size(), 2u);
  EXPECT_GT(star.departures(2)[1].time, 60'000 * kNs);
  EXPECT_EQ(star.chip.held_packets(), 0u);
}

// 1022 bytes, first bit in at 1050: the tail is in at 1071, usable 12 cycles later, and the packet
// leaves 11 cycles after that.
TEST(StoreAndForward, RoutesWithTheTail) {
  SwitchConfig config;
  config.forwarding = sw::Forwarding::kStoreAndForward;
  Star star{{kNdr, kNdr}, config};
  star.probes[0]->send_at(1000, test_packet(Lid{2}, 1022));
  star.bench.run_until(3000 * kNs);

  ASSERT_EQ(star.departures(2).size(), 1u);
  EXPECT_EQ(star.departures(2)[0].time, 1094 * kNs);
}

/// When the second of two packets for one output may leave, both having arrived in full and the
/// output fast enough not to matter: the crossbar's time for one packet.
Ticks crossing_time(double speedup) {
  SwitchConfig config;
  config.speedup = speedup;
  config.forwarding = sw::Forwarding::kStoreAndForward;
  Star star{{kEdr, kEdr, {Generation::kXdr, Width::k4x}}, config};
  star.probes[0]->send_at(1000, test_packet(Lid{3}, 1022));
  star.probes[1]->send_at(1000, test_packet(Lid{3}, 1022));
  star.bench.run_until(3000 * kNs);
  const std::vector<PortEvent> left = star.departures(3);
  EXPECT_EQ(left.size(), 2u);
  return left.size() == 2 ? left[1].time - left[0].time : 0;
}

// XDR 4x takes 10 ps a byte: 1022 bytes cross in 10.22 / speed-up ns, rounded up to cycles of 1 ns;
// at 16 words of 64 bytes they take 16 cycles. The line itself takes 10.24.
TEST(Speedup, SetsTheRateOfTheCrossbar) { EXPECT_EQ(crossing_time(0), 16 * kNs); }
TEST(Speedup, OfOneIsTheRateOfTheFastestPort) { EXPECT_EQ(crossing_time(1), 11 * kNs); }

// VL 0's output has no credits: its packets may take VL 0's own 18 blocks and the whole pool of 64,
// 5 packets of 16 blocks, and VL 1 still has its own.
TEST(SharedPool, LetsABlockedVlTakeThePoolButNotTheReserveOfOthers) {
  SwitchConfig config;
  config.shared_pool_blocks = 64;
  config.egress_buffer_blocks = 18;
  LinkConfig link = one_packet_of_credit();
  link.data_vls = 2;
  Star star{{kNdr, kNdr}, config, link};
  star.probes[1]->hold_buffers();
  for (int i = 0; i < 12; ++i) {
    star.probes[0]->send_at(1000, test_packet(Lid{2}, 1022, Sl{0}, Vl{0}));
  }
  star.bench.run_until(20'000 * kNs);
  // One packet is in the peer's buffer and one in the egress queue; the next are at the input.
  EXPECT_EQ(star.counters(1).rcv_pkts, 2u + 5);
  star.probes[0]->send_at(21'000, test_packet(Lid{2}, 1022, Sl{1}, Vl{1}));
  star.bench.run_until(30'000 * kNs);
  EXPECT_EQ(star.counters(1).rcv_pkts, 2u + 5 + 1);
  EXPECT_EQ(star.probes[1]->arrivals().size(), 2u);
  EXPECT_EQ(star.counters(1).buffer_overruns, 0u);
}

/// The FECN bits of what left by a port, in order.
std::string marks(const Star& star, std::uint16_t port) {
  std::string text;
  for (const PortEvent& event : star.departures(port)) {
    text += (bth_bytes(event.packet)[4] & 0x80) != 0 ? 'x' : '.';
  }
  return text;
}

// Threshold 15 of 256 blocks is 16. Packets of 16 blocks come twice as fast as they leave, and find
// 0, 16, 32, .. blocks in the queue, with credits for 2048: a root.
TEST(Marking, SetsFecnAtARoot) {
  SwitchConfig config;
  config.congestion.threshold = 15;
  Star star{{kNdr, kNdr, kEdr}, config};
  for (int i = 0; i < 3; ++i) {
    star.probes[0]->send_at(1000, test_packet(Lid{3}, 1022));
    star.probes[1]->send_at(1000, test_packet(Lid{3}, 1022));
  }
  star.bench.run_until(5000 * kNs);
  EXPECT_EQ(marks(star, 3), "..xxxx");
  EXPECT_EQ(star.counters(3).xmit_marked_fecn, 4u);
}

// The first packet takes all credits of the output; the others find 0, 16, 32 and 48 blocks in its
// queue, and no credit: a victim. The peer's buffer is free again from 10 us on.
std::string marks_of_victims(bool mark_victims) {
  SwitchConfig config;
  config.congestion.threshold = 15;
  config.congestion.mark_victims = mark_victims;
  Star star{{kNdr, kNdr}, config, one_packet_of_credit()};
  star.probes[1]->hold_buffers();
  for (int i = 0; i < 5; ++i) star.probes[0]->send_at(1000, test_packet(Lid{2}, 1022));
  for (int i = 0; i < 4; ++i) {
    star.bench.run_until((10'000 + 2000 * i) * kNs);
    star.probes[1]->release_all_at(10'001 + 2000 * i);
  }
  star.bench.run_until(30'000 * kNs);
  return marks(star, 2);
}

TEST(Marking, LeavesVictimsAlone) { EXPECT_EQ(marks_of_victims(false), "....."); }
TEST(Marking, MarksVictimsWithTheirMask) { EXPECT_EQ(marks_of_victims(true), "...xx"); }

// A manager's SwitchCongestionSetting, and its exception for one port.
TEST(Marking, FollowsWhatAManagerSets) {
  PayloadPool pool;
  Star star{{kNdr, kNdr, kEdr, kEdr}};
  NodeIdentity identity;
  identity.type = NodeType::kSwitch;
  identity.ports = 4;
  star.chip.manage(identity, pool);
  SwitchCongestionSetting all;
  all.threshold = 15;
  star.chip.management()->set_congestion(all);
  SwitchPortCongestionElement none;
  none.valid = true;
  star.chip.management()->set_congestion(std::uint8_t{4}, none);
  for (int i = 0; i < 3; ++i) {
    for (const unsigned input : {0u, 1u}) {
      star.probes[input]->send_at(1000, test_packet(Lid{3}, 1022));
      star.probes[input]->send_at(3000, test_packet(Lid{4}, 1022));
    }
  }
  star.bench.run_until(6000 * kNs);
  EXPECT_EQ(marks(star, 3), "..xxxx");
  EXPECT_EQ(marks(star, 4), "......");
}

}  // namespace
}  // namespace ib::tb
