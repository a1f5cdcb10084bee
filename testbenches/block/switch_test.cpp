// SPDX-License-Identifier: Apache-2.0
#include "models/switch/switch.h"

#include <gtest/gtest.h>

#include <vector>

#include "testbenches/block/link_bench.h"

namespace ib::tb {
namespace {

using link::LinkConfig;
using sw::SwitchConfig;
using Fate = TestCable::Fate;

constexpr LinkRate kNdr{Generation::kNdr, Width::k4x};  // 20 ps a byte
constexpr LinkRate kEdr{Generation::kEdr, Width::k4x};  // 80 ps a byte
constexpr Ticks kNs = kTicksPerNs;
constexpr Ticks kLatency = 50 * kNs;

/// A switch with a probe on each port, LID n behind port n. All clocks 1 GHz, cables of 50 ns.
struct Star {
  explicit Star(const std::vector<LinkRate>& rates, const SwitchConfig& config = {},
                const LinkConfig& link = {})
      : chip(bench.add_switch(config, link, rates)) {
    for (unsigned port = 1; port <= rates.size(); ++port) {
      probes.push_back(&bench.add_probe(link, rates[port - 1]));
      cables.push_back(&bench.connect(probes.back()->port(), chip.port(port), kLatency));
    }
  }

  [[nodiscard]] std::vector<PortEvent> departures(std::uint16_t port) const {
    return bench.log().of(chip, EventKind::kSend, port);
  }
  [[nodiscard]] std::vector<PortEvent> drops(std::uint16_t port) const {
    return bench.log().of(chip, EventKind::kDrop, port);
  }
  [[nodiscard]] const link::PortCounters& counters(unsigned port) const {
    return chip.port(port).counters();
  }
  /// All buffers are free and all credits are back.
  void expect_quiet() {
    EXPECT_EQ(chip.held_packets(), 0u);
    for (LinkProbe* probe : probes) {
      const CreditReceiver& room = chip.port(probe->index()).rx_credits(Vl{0});
      EXPECT_EQ(room.free_blocks(), room.capacity());
      EXPECT_EQ(probe->port().tx_credits(Vl{0}).available(), 2048u);
    }
  }

  LinkBench bench;
  sw::Switch& chip;
  std::vector<LinkProbe*> probes;  ///< By port, from port 1.
  std::vector<TestCable*> cables;
};

struct ZeroLoad {
  const char* name;
  LinkRate in;
  LinkRate out;
  std::uint32_t wire_bytes;
  std::uint32_t crossbar_word_bytes;
  Cycle departure;
};

class SwitchZeroLoad : public testing::TestWithParam<ZeroLoad> {};

// One packet at an idle switch, first bit in at 1050 ns. By hand, for NDR to NDR and 1022 bytes:
//   1052        the first 64-byte word is in: 1050 + 64 x 0.02 = 1051.28 ns, next edge
//   1064        parsed (4) and looked up (8); granted in the same cycle
//   1065        its first word enters the crossbar
//   1075        through the crossbar (4) and the egress FIFO (6): the first bit may leave.
// It must not leave so early that the transmitter waits for the last word. That one is in at
// 1050 + 1022 x 0.02 = 1070.44 -> 1071, looked up like all words 1083, crosses in 1084, is at the
// transmitter in 1094; 15 words before it take 19.2 ns: any start from 1074.8 on will do.
TEST_P(SwitchZeroLoad, LetsTheFirstBitLeaveInTheCycleOfTheStageSum) {
  const ZeroLoad& p = GetParam();
  SwitchConfig config;
  config.crossbar_word_bytes = p.crossbar_word_bytes;
  Star star{{p.in, p.out}, config};
  star.probes[0]->send_at(1000, test_packet(Lid{2}, p.wire_bytes));
  star.bench.run_until(3000 * kNs);

  ASSERT_EQ(star.departures(2).size(), 1u);
  EXPECT_EQ(star.departures(2)[0].time, p.departure * kNs);
  star.expect_quiet();
}

INSTANTIATE_TEST_SUITE_P(
    , SwitchZeroLoad,
    testing::Values(
        ZeroLoad{"Ndr1022", kNdr, kNdr, 1022, 64, 1075},
        // 34 bytes are in at 1050.68 -> 1051; one word, nothing to wait for.
        ZeroLoad{"Ndr34", kNdr, kNdr, 34, 64, 1074},
        // Last word in at 1051.32 -> 1052 as the first; it crosses one cycle after it: 1066, at the
        // transmitter 1076; one word before it takes 1.28 ns: any start from 1074.72 on.
        ZeroLoad{"Ndr66", kNdr, kNdr, 66, 64, 1075},
        // Last word in at 1055.08 -> 1056, usable 1068, crosses 1069, at the transmitter 1079;
        // three words before it take 3.84 ns: a start at 1075 would under-run by 0.16 ns.
        ZeroLoad{"Ndr254", kNdr, kNdr, 254, 64, 1076},
        // Slow in: first word in at 1055.12 -> 1056 + 12 + 1 + 10 = 1079, but the last one is in at
        // 1131.76 -> 1132, usable 1144, crosses 1145, at the transmitter 1155; less 19.2 ns: 1136.
        ZeroLoad{"EdrToNdr1022", kEdr, kNdr, 1022, 64, 1136},
        // Slow out: words come faster than they go, the first alone decides.
        ZeroLoad{"NdrToEdr1022", kNdr, kEdr, 1022, 64, 1075},
        // 32 words of 32 bytes cross from 1065 to 1096, the last is at the transmitter in 1106;
        // less 19.2 ns: 1087.
        ZeroLoad{"HalfWord", kNdr, kNdr, 1022, 32, 1087},
        ZeroLoad{"Edr1022", kEdr, kEdr, 1022, 64, 1079}),
    [](const auto& param) { return param.param.name; });

// IBTA Vol 1, switches: cut-through. The head leaves long before a long tail is in; its time does
// not depend on the length but for the rounding of the under-run rule.
TEST(Switch, CutsThroughWhateverTheLength) {
  Star star{{kNdr, kNdr}};
  Cycle when = 1000;
  for (std::uint32_t bytes = 66; bytes <= 4122; bytes += 52, when += 1000) {
    star.probes[0]->send_at(when, test_packet(Lid{2}, bytes));
  }
  star.bench.run_until(when * kNs);

  const std::vector<PortEvent> left = star.departures(2);
  ASSERT_EQ(left.size(), 79u);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Ticks way = left[i].time - static_cast<Ticks>(i + 1) * 1000 * kNs;
    EXPECT_GE(way, 75 * kNs);
    EXPECT_LE(way, 76 * kNs);  // stored and forwarded, 4122 bytes would take 158 ns
  }
}

// No word may come to the transmitter later than its bits are due. Word by word, where the switch
// uses a closed form of first and last word: rounding inside a packet may cost less than a cycle.
TEST(Switch, NeverLetsATransmitterUnderRun) {
  Star star{{kEdr, kNdr}};
  Cycle when = 1000;
  std::vector<std::uint32_t> lengths;
  for (std::uint32_t bytes = 34; bytes <= 4122; bytes += 84) lengths.push_back(bytes);
  for (const std::uint32_t bytes : lengths) {
    star.probes[0]->send_at(when, test_packet(Lid{2}, bytes));
    when += 1000;
  }
  star.bench.run_until(when * kNs);

  const std::vector<PortEvent> left = star.departures(2);
  ASSERT_EQ(left.size(), lengths.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Ticks first_bit = static_cast<Ticks>(i + 1) * 1000 * kNs + kLatency;
    Cycle crosses = 0;
    for (std::uint32_t word = 0; word * 64 < lengths[i]; ++word) {
      const std::uint32_t bytes_in = std::min(64 * (word + 1), lengths[i]);
      const Cycle in = (first_bit + bytes_in * 80 * kTicksPerPs + kNs - 1) / kNs;
      crosses = std::max(crosses + 1, in + 4 + 8 + 1);
      const Ticks ready = (crosses + 4 + 6) * kNs;
      const Ticks due = left[i].time + Ticks{word} * 64 * 20 * kTicksPerPs;
      ASSERT_GT(due, ready - kNs) << lengths[i] << " bytes, word " << word;
      if (word == 0 || bytes_in == lengths[i]) {
        ASSERT_GE(due, ready);
      }
    }
  }
}

TEST(Switch, SendsWaitingPacketsBackToBack) {
  Star star{{kNdr, kNdr, kNdr}};
  star.probes[0]->send_at(1000, test_packet(Lid{3}, 1022));
  star.probes[1]->send_at(1000, test_packet(Lid{3}, 510));
  star.bench.run_until(3000 * kNs);

  // The second starts when the first and its framing, and the flow control packet that is due since
  // FCTBS changed, are out.
  const std::vector<PortEvent> left = star.departures(3);
  ASSERT_EQ(left.size(), 2u);
  EXPECT_EQ(left[0].time, 1075 * kNs);
  EXPECT_EQ(left[1].time, 1075 * kNs + (1022 + 2 + 6 + 2) * 20 * kTicksPerPs);
}

class SwitchRow : public testing::TestWithParam<unsigned> {};

// Every hop adds the cable (50 ns) and the switch (25 cycles, as above), nothing else.
TEST_P(SwitchRow, GrowsByTheSameForEverySwitch) {
  LinkBench bench;
  LinkProbe& from = bench.add_probe(LinkConfig{}, kNdr);
  link::Port* last = &from.port();
  for (unsigned i = 0; i < GetParam(); ++i) {
    sw::Switch& chip = bench.add_switch(SwitchConfig{}, LinkConfig{}, {kNdr, kNdr});
    bench.connect(*last, chip.port(1), kLatency);
    last = &chip.port(2);
  }
  LinkProbe& to = bench.add_probe(LinkConfig{}, kNdr);
  bench.connect(*last, to.port(), kLatency);
  from.send_at(1000, test_packet(Lid{2}, 1022));
  bench.run_until(3000 * kNs);

  ASSERT_EQ(to.arrivals().size(), 1u);
  // First bit in at 1050 + N x 75; 64 bytes later, at the next edge, the word can be used.
  EXPECT_EQ(to.arrivals()[0].head, 1052 + GetParam() * 75);
  EXPECT_EQ(to.arrivals()[0].tail, 1071 + GetParam() * 75);
}

INSTANTIATE_TEST_SUITE_P(, SwitchRow, testing::Values(0, 1, 2, 3, 7));

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

// Slow in, fast out: the damaged packet is known to be bad before it may start. Its room in the
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
  star.probes[0]->send_at(1000, test_packet(Lid{2}, 126));
  star.probes[0]->send_at(1000, test_packet(Lid{2}, 126));
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
