// SPDX-License-Identifier: Apache-2.0
#include "models/switch/switch.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "testbenches/block/switch_star.h"

namespace ib::tb {
namespace {

using link::LinkConfig;
using sw::SwitchConfig;
using Fate = TestCable::Fate;

// A damaged packet that has begun to leave cannot be called back: IBTA Vol 1, EBP.
TEST(Switch, EndsAPacketWithEbpThatProvedBadAfterItLeft) {
  LinkBench bench;
  LinkProbe& from = bench.add_probe(LinkConfig{}, kNdr);
  sw::Switch& first = bench.add_switch(SwitchConfig{}, LinkConfig{}, {kNdr, kNdr});
  sw::Switch& second = bench.add_switch(SwitchConfig{}, LinkConfig{}, {kNdr, kNdr});
  LinkProbe& to = bench.add_probe(LinkConfig{}, kNdr);
  bench.connect(from.port(), first.port(1), kLatency).tamper_a_to_b([](const LinkTransfer& t) {
    return t.kind == LinkTransfer::Kind::kPacket ? Fate::kDamage : Fate::kPass;
  });
  bench.connect(first.port(2), second.port(1), kLatency);
  bench.connect(second.port(2), to.port(), kLatency);
  from.send_at(1000, test_packet(Lid{2}, 1022));
  bench.run_until(3000 * kNs);

  EXPECT_EQ(first.port(1).counters().rcv_errors, 1u);
  EXPECT_EQ(first.port(1).counters().rcv_remote_physical_errors, 0u);
  const std::vector<PortEvent> left = bench.log().of(first, EventKind::kSend, 2);
  ASSERT_EQ(left.size(), 1u);
  EXPECT_TRUE(left[0].bad_end);
  EXPECT_EQ(second.port(1).counters().rcv_remote_physical_errors, 1u);
  EXPECT_EQ(second.port(1).counters().rcv_errors, 0u);
  EXPECT_EQ(to.port().counters().rcv_remote_physical_errors, 1u);
  ASSERT_EQ(to.arrivals().size(), 1u);
  EXPECT_TRUE(to.arrivals()[0].bad);
}

TEST(Switch, DropsADamagedPacketThatStillWaits) {
  Star star{{kNdr, kNdr, kNdr}};
  star.cables[0]->tamper_a_to_b([](const LinkTransfer& t) {
    return t.kind == LinkTransfer::Kind::kPacket ? Fate::kDamage : Fate::kPass;
  });
  star.probes[1]->send_at(1000, test_packet(Lid{3}, 4122));
  star.probes[0]->send_at(1010, test_packet(Lid{3}, 1022));
  star.bench.run_until(4000 * kNs);

  EXPECT_EQ(star.departures(3).size(), 1u);
  EXPECT_EQ(star.counters(1).rcv_errors, 1u);
  const std::vector<PortEvent> drops = star.drops(1);
  ASSERT_EQ(drops.size(), 1u);
  EXPECT_EQ(drops[0].reason, DropReason::kVcrc);
  star.expect_quiet();
}

// The damaged packet is one word, which shows that it is bad before it may start. Its room in the
// egress queue, which holds just one packet, is wanted by the next.
TEST(Switch, GoesOnAfterADamagedPacketInAFullEgressQueue) {
  LinkConfig link;
  link.mtu_bytes = 1024;
  SwitchConfig config;
  config.egress_buffer_blocks = 18;
  Star star{{kEdr, kNdr}, config, link};
  star.cables[0]->tamper_a_to_b([first = true](const LinkTransfer& t) mutable {
    if (t.kind != LinkTransfer::Kind::kPacket || !std::exchange(first, false)) return Fate::kPass;
    return Fate::kDamage;
  });
  star.probes[0]->send_at(1000, test_packet(Lid{2}, 62));
  star.probes[0]->send_at(1000, test_packet(Lid{2}, 62));
  star.bench.run_until(3000 * kNs);

  EXPECT_EQ(star.probes[1]->arrivals().size(), 1u);
  star.expect_quiet();
}

struct Wrong {
  const char* name;
  DropReason reason;
  void (*spoil)(sw::Switch&);
  std::uint64_t link::PortCounters::*counter;
};

class SwitchRelayErrors : public testing::TestWithParam<Wrong> {};

// IBTA Vol 1, PortRcvSwitchRelayErrors and its details; the credits of what is dropped come back.
TEST_P(SwitchRelayErrors, DropAndCountAtTheInput) {
  Star star{{kNdr, kNdr}};
  GetParam().spoil(star.chip);
  star.probes[0]->send_at(1000, test_packet(Lid{2}, 1022, Sl{5}));
  star.bench.run_until(3000 * kNs);

  EXPECT_TRUE(star.departures(2).empty());
  EXPECT_EQ(star.counters(1).rcv_switch_relay_errors, 1u);
  EXPECT_EQ(star.counters(1).*GetParam().counter, 1u);
  ASSERT_EQ(star.drops(1).size(), 1u);
  EXPECT_EQ(star.drops(1)[0].reason, GetParam().reason);
  star.expect_quiet();
}

INSTANTIATE_TEST_SUITE_P(, SwitchRelayErrors,
                         testing::Values(Wrong{"LidWithoutRoute", DropReason::kNoRoute,
                                               [](sw::Switch& chip) {
                                                 chip.lft().set(Lid{2}, Lft::kDrop);
                                               },
                                               &link::PortCounters::dlid_mapping_errors},
                                         Wrong{"LidPastTheTop", DropReason::kNoRoute,
                                               [](sw::Switch& chip) { chip.lft().set_top(Lid{1}); },
                                               &link::PortCounters::dlid_mapping_errors},
                                         Wrong{"PortThatIsNot", DropReason::kNoRoute,
                                               [](sw::Switch& chip) { chip.lft().set(Lid{2}, 3); },
                                               &link::PortCounters::dlid_mapping_errors},
                                         Wrong{"BackWhereItCameFrom", DropReason::kLooping,
                                               [](sw::Switch& chip) { chip.lft().set(Lid{2}, 1); },
                                               &link::PortCounters::looping_errors},
                                         Wrong{"SlOnVl15", DropReason::kVlMapping,
                                               [](sw::Switch& chip) {
                                                 Sl2VlTable table;
                                                 table.set(Sl{5}, kVl15);
                                                 chip.sl2vl().set(1, 2, table);
                                               },
                                               &link::PortCounters::vl_mapping_errors},
                                         Wrong{"SlOnAVlThatDoesNotOperate", DropReason::kVlMapping,
                                               [](sw::Switch& chip) {
                                                 Sl2VlTable table;
                                                 table.set(Sl{5}, Vl{1});
                                                 chip.sl2vl().set(1, 2, table);
                                               },
                                               &link::PortCounters::vl_mapping_errors}),
                         [](const auto& param) { return param.param.name; });

// IBTA Vol 1, SL to VL mapping by input and output port.
TEST(Switch, MapsTheServiceLevelToTheVlOfTheOutput) {
  LinkConfig link;
  link.data_vls = 4;
  Star star{{kNdr, kNdr}, {}, link};
  Sl2VlTable table;
  table.set(Sl{5}, Vl{3});
  star.chip.sl2vl().set(1, 2, table);
  star.probes[0]->send_at(1000, test_packet(Lid{2}, 66, Sl{5}, Vl{1}));
  star.bench.run_until(2000 * kNs);

  ASSERT_EQ(star.departures(2).size(), 1u);
  const Packet packet = star.departures(2)[0].packet;
  EXPECT_EQ(packet.vl, Vl{3});
  EXPECT_EQ(packet.header[0] >> 4, 3);
}

TEST(Switch, DropsWhatExceedsTheMtuOfTheOutput) {
  LinkConfig small;
  small.mtu_bytes = 1024;
  LinkBench bench;
  sw::Switch& chip = bench.add_switch(SwitchConfig{}, small, {kNdr, kNdr});
  LinkProbe& from = bench.add_probe(LinkConfig{}, kNdr);
  LinkProbe& to = bench.add_probe(LinkConfig{}, kNdr);
  bench.connect(from.port(), chip.port(1), kLatency);
  bench.connect(to.port(), chip.port(2), kLatency);
  from.send_at(1000, test_packet(Lid{2}, 34 + 1028));
  from.send_at(1000, test_packet(Lid{2}, 34 + 1024));
  bench.run_until(3000 * kNs);

  ASSERT_EQ(to.arrivals().size(), 1u);
  EXPECT_EQ(to.arrivals()[0].packet.payload_bytes, 1024);
  EXPECT_EQ(chip.port(2).counters().xmit_discards, 1u);
  EXPECT_EQ(chip.port(2).counters().neighbor_mtu_discards, 1u);
  EXPECT_EQ(from.port().tx_credits(Vl{0}).available(), 2048u);
}

// IBTA Vol 1, HOQLife: 4.096 us x 2^0 at the head of the output queue, 4096 cycles here.
TEST(Switch, DropsWhatWaitsTooLongAtTheHeadOfAnOutput) {
  SwitchConfig config;
  config.hoq_life_code = 0;
  LinkConfig link;
  link.mtu_bytes = 1024;
  link.rx_buffer_blocks = 18;
  Star star{{kNdr, kNdr}, config, link};
  star.probes[1]->hold_buffers();
  for (int i = 0; i < 3; ++i) star.probes[0]->send_at(1000, test_packet(Lid{2}, 1022));
  star.bench.run_until(20'000 * kNs);

  // The first packet fills the peer's buffer. The second waits for the crossbar until the first's
  // tail has crossed, in 1084, and is the head of the output from then on; the third follows it.
  EXPECT_EQ(star.departures(2).size(), 1u);
  EXPECT_EQ(star.counters(2).xmit_discards, 2u);
  EXPECT_EQ(star.counters(2).hoq_lifetime_discards, 2u);
  const std::vector<PortEvent> drops = star.drops(2);
  ASSERT_EQ(drops.size(), 2u);
  EXPECT_EQ(drops[0].reason, DropReason::kHoqLifetime);
  EXPECT_EQ(drops[1].time - drops[0].time, 4097 * kNs);
  EXPECT_EQ(star.chip.held_packets(), 0u);
}

TEST(Switch, CarriesVl15PastDataThatHasNoCredits) {
  LinkConfig link;
  link.mtu_bytes = 1024;
  link.rx_buffer_blocks = 18;
  Star star{{kNdr, kNdr}, {}, link};
  star.probes[1]->hold_buffers();
  for (int i = 0; i < 3; ++i) star.probes[0]->send_at(1000, test_packet(Lid{2}, 1022));
  star.probes[0]->send_at(2000, test_packet(Lid{2}, 290, Sl{0}, kVl15));
  star.bench.run_until(4000 * kNs);

  ASSERT_EQ(star.departures(2).size(), 2u);
  EXPECT_EQ(star.departures(2)[1].packet.vl, kVl15);
  // First word in at 2051.28 -> 2052, and the 23 cycles of the stage sum.
  EXPECT_EQ(star.departures(2)[1].time, 2075 * kNs);
}

// Room in the egress queue that becomes free in the very cycle in which it is first wanted.
TEST(Switch, MissesNoRoomThatBecomesFree) {
  LinkConfig link;
  link.mtu_bytes = 1024;
  link.fc_heartbeat_symbols = 0;
  link.fc_interval_ns = 100'000;  // no flow control packet wakes the transmitter by chance
  SwitchConfig config;
  config.egress_buffer_blocks = 18;
  Star star{{kNdr, kNdr, kNdr}, config, link};
  // Rounds far apart, the second packet of each a cycle later than in the round before.
  constexpr int kRounds = 60;
  for (int i = 0; i < kRounds; ++i) {
    star.probes[0]->send_at(1000 + 2000 * i, test_packet(Lid{3}, 1022));
    star.probes[1]->send_at(1000 + 2001 * i, test_packet(Lid{3}, 66));
  }
  for (int i = 0; i < kRounds; ++i) {
    star.bench.run_until((2500 + 2000 * i) * kNs);
    ASSERT_EQ(star.probes[2]->arrivals().size(), 2u * static_cast<unsigned>(i + 1))
        << "round " << i;
  }
}

TEST(Switch, AnIdleSwitchHasNothingInItsAgendaButHeartbeats) {
  Star star{{kNdr, kNdr, kNdr, kNdr}};
  star.probes[0]->send_at(1000, test_packet(Lid{2}, 1022));
  star.bench.run_until(3000 * kNs);
  EXPECT_EQ(star.chip.agenda().next(), 5243);  // 65,536 symbols of 80 ps
}

TEST(Switch, AnIdleSwitchWithoutHeartbeatHasAnEmptyAgenda) {
  LinkConfig link;
  link.fc_heartbeat_symbols = 0;
  Star star{{kNdr, kNdr, kNdr, kNdr}, {}, link};
  star.probes[0]->send_at(1000, test_packet(Lid{2}, 1022));
  star.bench.run_until(3000 * kNs);
  EXPECT_EQ(star.probes[1]->arrivals().size(), 1u);
  EXPECT_EQ(star.chip.agenda().next(), kNoCycle);
}

}  // namespace
}  // namespace ib::tb
