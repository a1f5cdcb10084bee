// SPDX-License-Identifier: Apache-2.0
#include "models/link/port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "testbenches/block/link_bench.h"

namespace ib::tb {
namespace {

using Fate = TestCable::Fate;
using link::LinkConfig;

constexpr LinkRate kNdr{Generation::kNdr, Width::k4x};  // 20 ps a byte
constexpr Ticks kNs = kTicksPerNs;
constexpr Ticks kByte = 20 * kTicksPerPs;
constexpr Ticks kLatency = 50 * kNs;
const Lid kAnyone{1};

/// Room for one packet of 16 blocks, and no second one.
LinkConfig tight() {
  LinkConfig link;
  link.mtu_bytes = 1024;
  link.rx_buffer_blocks = 18;
  return link;
}

/// Two probes, 50 ns apart, clocks of 1 ns.
struct Pair {
  explicit Pair(const LinkConfig& link)
      : a(bench.add_probe(link, kNdr)),
        b(bench.add_probe(link, kNdr)),
        cable(bench.connect(a.port(), b.port(), kLatency)) {}

  [[nodiscard]] std::vector<PortEvent> sent(const LinkProbe& by) const {
    return bench.log().of(by, EventKind::kSend);
  }
  [[nodiscard]] std::vector<PortEvent> flow_control(const LinkProbe& by) const {
    return bench.log().of(by, EventKind::kSendFlowControl);
  }
  [[nodiscard]] static std::uint32_t credits(LinkProbe& by, Vl vl = Vl{0}) {
    return by.port().tx_credits(vl).available();
  }

  LinkBench bench;
  LinkProbe& a;
  LinkProbe& b;
  TestCable& cable;
};

bool is_data(const LinkTransfer& transfer) { return transfer.kind == LinkTransfer::Kind::kPacket; }

/// Meets the n-th data packet of a direction, counted from 1, with a fate.
TestCable::Tamper nth_packet(int n, Fate fate) {
  return [n, fate, seen = 0](const LinkTransfer& transfer) mutable {
    return is_data(transfer) && ++seen == n ? fate : Fate::kPass;
  };
}

// IBTA Vol 1, link flow control: the first flow control packet of a VL is Op 1, FCTBS 0 and the
// whole buffer as limit. Bytes: fc_init_vl0 of the vectors, 128 blocks.
TEST(Port, OpensAVlWithAnInitPacketThatTellsItsBuffer) {
  LinkConfig link;
  link.rx_buffer_blocks = 128;
  Pair pair{link};
  pair.bench.run_until(100 * kNs);

  ASSERT_EQ(pair.flow_control(pair.a).size(), 1u);
  const PortEvent event = pair.flow_control(pair.a)[0];
  EXPECT_EQ(event.time, 0);
  EXPECT_THAT(event.flow_control, testing::ElementsAre(0x10, 0x00, 0x00, 0x80, 0x50, 0xd5));
  EXPECT_EQ(Pair::credits(pair.b), 128u);
}

TEST(Port, SendsNothingBeforeItHasCredits) {
  Pair pair{LinkConfig{}};
  pair.a.send_at(0, test_packet(kAnyone, 66));
  pair.bench.run_until(200 * kNs);

  // The peer's first flow control packet leaves at 0 and is in at 50 ns + 6 bytes: cycle 51.
  ASSERT_EQ(pair.sent(pair.a).size(), 1u);
  EXPECT_EQ(pair.sent(pair.a)[0].time, 51 * kNs);
}

TEST(Port, FlowControlPacketsTakeWireTimeBetweenPackets) {
  Pair pair{LinkConfig{}};
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.bench.run_until(1200 * kNs);

  // 1022 bytes and 2 of framing: 20.48 ns. The packet changed FCTBS, so a flow control packet of
  // 6 + 2 bytes goes next; the second packet follows at once.
  const std::vector<PortEvent> sent = pair.sent(pair.a);
  ASSERT_EQ(sent.size(), 2u);
  EXPECT_EQ(sent[0].time, 1000 * kNs);
  EXPECT_EQ(sent[1].time, 1000 * kNs + (1024 + 8) * kByte);
  const std::vector<PortEvent> updates = pair.flow_control(pair.a);
  ASSERT_EQ(updates.size(), 2u);
  EXPECT_EQ(updates[1].time, 1000 * kNs + 1024 * kByte);
  // Op 0, FCTBS 16 blocks, FCCL: nothing came, the buffer of 2048 blocks is free.
  EXPECT_EQ(updates[1].flow_control[1], 0x10);
  EXPECT_EQ(updates[1].flow_control[2], 0x08);
}

TEST(Port, WithholdsAPacketUntilCreditsForAllOfItAreIn) {
  Pair pair{tight()};
  pair.b.hold_buffers();
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.b.release_all_at(5000);
  pair.bench.run_until(6000 * kNs);

  // Freed at 5000; the flow control packet leaves in that cycle and is in 50 ns + 6 bytes later.
  ASSERT_EQ(pair.sent(pair.a).size(), 2u);
  EXPECT_EQ(pair.sent(pair.a)[1].time, 5051 * kNs);
  // From cycle 1020, in which the line becomes free, to 5051 there was a packet and no credit.
  EXPECT_NEAR(static_cast<double>(pair.a.port().counters().xmit_wait), 5051 - 1020, 1);
}

// However often the port wakes meanwhile: what a run writes out does not hang on its wake-ups.
TEST(Port, CountsAWaitForCreditsWhenItEnds) {
  Pair pair{tight()};
  pair.b.hold_buffers();
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.a.send_at(3000, test_packet(kAnyone, 1022));
  pair.bench.run_until(6000 * kNs);

  EXPECT_EQ(pair.sent(pair.a).size(), 1u);
  EXPECT_EQ(pair.a.port().counters().xmit_wait, 0u);
}

TEST(Port, CountsPacketsAndWordsWithoutVcrc) {
  Pair pair{LinkConfig{}};
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.a.send_at(1100, test_packet(kAnyone, 34));
  pair.bench.run_until(2000 * kNs);

  const link::PortCounters& tx = pair.a.port().counters();
  const link::PortCounters& rx = pair.b.port().counters();
  EXPECT_EQ(tx.xmit_pkts, 2u);
  EXPECT_EQ(tx.xmit_data, 1020u / 4 + 32u / 4);
  EXPECT_EQ(rx.rcv_pkts, 2u);
  EXPECT_EQ(rx.rcv_data, tx.xmit_data);
  EXPECT_EQ(rx.rcv_flow_control, tx.xmit_flow_control);
}

struct VcrcRule {
  bool counted;
  std::uint32_t blocks;
};

class BlocksOfAPacket : public testing::TestWithParam<VcrcRule> {};

// 64 bytes before the VCRC: one block without it, two with it.
TEST_P(BlocksOfAPacket, FollowTheRuleForTheVcrc) {
  LinkConfig link;
  link.count_vcrc_in_blocks = GetParam().counted;
  Pair pair{link};
  pair.a.send_at(1000, test_packet(kAnyone, 66));
  pair.bench.run_until(2000 * kNs);

  EXPECT_EQ(pair.a.port().tx_credits(Vl{0}).fctbs(), GetParam().blocks);
  EXPECT_EQ(pair.b.port().rx_credits(Vl{0}).abr(), GetParam().blocks);
}

INSTANTIATE_TEST_SUITE_P(, BlocksOfAPacket, testing::Values(VcrcRule{true, 2}, VcrcRule{false, 1}));

// Credits sent = held + in flight + free: what the sender may still send never exceeds the room
// that is left when everything on its way has come in, and equals it when all is quiet.
TEST(Port, CreditsAreConservedUnderRandomTraffic) {
  LinkConfig link;
  link.mtu_bytes = 1024;
  link.data_vls = 3;
  link.rx_buffer_blocks = 40;
  link.fc_interval_ns = 100;
  Pair pair{link};
  std::mt19937 random{7};
  for (int i = 0; i < 2000; ++i) {
    const Vl vl{static_cast<std::uint8_t>(random() % 3)};
    const auto bytes = static_cast<std::uint32_t>(34 + 4 * (random() % 240));
    pair.a.send_at(static_cast<Cycle>(100 + random() % 60'000),
                   test_packet(kAnyone, bytes, Sl{vl.value()}, vl));
  }
  for (Ticks end = 40 * kNs; end < 200'000 * kNs; end += 37 * kNs) {
    pair.bench.run_until(end);
    for (std::uint8_t vl = 0; vl < 3; ++vl) {
      const CreditSender& sender = pair.a.port().tx_credits(Vl{vl});
      const CreditReceiver& receiver = pair.b.port().rx_credits(Vl{vl});
      const std::uint32_t in_flight = (sender.fctbs() - receiver.abr()) & kCreditMask;
      ASSERT_LE(sender.available() + in_flight, receiver.free_blocks()) << "VL " << +vl;
    }
  }

  EXPECT_EQ(pair.b.arrivals().size(), 2000u);
  EXPECT_EQ(pair.b.held_packets(), 0u);
  for (std::uint8_t vl = 0; vl < 3; ++vl) EXPECT_EQ(Pair::credits(pair.a, Vl{vl}), 40u);
}

// IBTA Vol 1, link flow control: ABR is set to the FCTBS of each flow control packet.
TEST(Port, CreditsOfALostPacketComeBack) {
  Pair pair{tight()};
  pair.cable.tamper_a_to_b(nth_packet(1, Fate::kLose));
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.a.send_at(1010, test_packet(kAnyone, 1022));
  pair.bench.run_until(3000 * kNs);

  EXPECT_EQ(pair.b.arrivals().size(), 1u);
  EXPECT_EQ(pair.b.port().rx_credits(Vl{0}).abr(), 32u);
  EXPECT_EQ(Pair::credits(pair.a), 18u);
}

// A packet with a bad VCRC does not count in ABR; the sender's FCTBS, which does, heals it.
TEST(Port, CreditsOfADamagedPacketComeBack) {
  Pair pair{tight()};
  pair.cable.tamper_a_to_b(nth_packet(1, Fate::kDamage));
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.a.send_at(1010, test_packet(kAnyone, 1022));
  pair.bench.run_until(3000 * kNs);

  ASSERT_EQ(pair.b.arrivals().size(), 2u);
  EXPECT_TRUE(pair.b.arrivals()[0].bad);
  EXPECT_FALSE(pair.b.arrivals()[1].bad);
  EXPECT_EQ(pair.b.port().counters().rcv_errors, 1u);
  EXPECT_EQ(pair.b.port().counters().rcv_pkts, 1u);
  EXPECT_EQ(pair.b.port().rx_credits(Vl{0}).abr(), 32u);
  EXPECT_EQ(Pair::credits(pair.a), 18u);
}

// Until then the receiver holds them back: ABR counts packets that came in good.
TEST(Port, CreditsOfADamagedPacketDoNotComeBackByThemselves) {
  Pair pair{tight()};
  int seen = 0;
  pair.cable.tamper_a_to_b([&seen](const LinkTransfer& transfer) {
    if (is_data(transfer)) return Fate::kDamage;
    return ++seen == 1 ? Fate::kPass : Fate::kLose;
  });
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.bench.run_until(3000 * kNs);

  EXPECT_EQ(pair.b.port().rx_credits(Vl{0}).free_blocks(), 18u);
  EXPECT_EQ(Pair::credits(pair.a), 2u);
}

// The heartbeat repeats what a damaged flow control packet said: 65,536 symbols of 80 ps.
TEST(Port, ALostFlowControlPacketIsMadeGoodByTheHeartbeat) {
  Pair pair{tight()};
  int seen = 0;
  pair.cable.tamper_b_to_a([&seen](const LinkTransfer& transfer) {
    return !is_data(transfer) && ++seen == 2 ? Fate::kDamage : Fate::kPass;
  });
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.bench.run_until(7000 * kNs);

  EXPECT_EQ(pair.a.port().counters().rcv_flow_control_errors, 1u);
  ASSERT_EQ(pair.sent(pair.a).size(), 2u);
  // 5242.88 ns: the heartbeat of cycle 5243, 50 ns and 6 bytes later.
  EXPECT_EQ(pair.sent(pair.a)[1].time, (5243 + 51) * kNs);
}

/// Keeps what it hears.
struct Incidents final : link::PortListener {
  void incident(std::uint16_t, link::PortIncident what) override { heard.push_back(what); }
  std::vector<link::PortIncident> heard;
};

// IBTA Vol 1, 16.1.3.5: ExcessiveBufferOverrunErrors counts runs of OverrunErrors update periods
// (here of 65,536 symbols, 5.2 us) with an overrun in each. A sender that counts in larger blocks
// than its peer believes it has room.
TEST(Port, CountsAnExcessiveOverrunWhenOverrunsLastTheirThreshold) {
  LinkBench bench;
  LinkConfig wrong = tight();
  wrong.block_bytes = 1024;
  LinkProbe& a = bench.add_probe(wrong, kNdr);
  LinkProbe& b = bench.add_probe(tight(), kNdr);
  bench.connect(a.port(), b.port(), kLatency);
  Incidents incidents;
  b.port().report_to(incidents);
  b.port().set_error_thresholds(15, 2);
  b.hold_buffers();
  for (const Cycle when : {1000, 1100, 1200}) a.send_at(when, test_packet(kAnyone, 1022));
  bench.run_until(5000 * kNs);
  EXPECT_EQ(b.port().counters().buffer_overruns, 2u);
  EXPECT_EQ(b.port().counters().excessive_buffer_overrun_errors, 0u);

  a.send_at(6000, test_packet(kAnyone, 1022));
  bench.run_until(7000 * kNs);
  EXPECT_EQ(b.port().counters().buffer_overruns, 3u);
  EXPECT_EQ(b.port().counters().excessive_buffer_overrun_errors, 1u);
  EXPECT_EQ(incidents.heard,
            std::vector<link::PortIncident>{link::PortIncident::kExcessiveOverrun});
}

// IBTA Vol 1, VL15: never flow controlled; what finds no buffer is dropped and counted.
TEST(Port, Vl15NeedsNoCreditsAndIsDroppedOnOverflow) {
  LinkConfig link;
  link.vl15_buffer_packets = 2;
  Pair pair{link};
  pair.b.hold_buffers();
  for (int i = 0; i < 5; ++i) pair.a.send_at(1, test_packet(kAnyone, 290, Sl{0}, kVl15));
  pair.bench.run_until(4000 * kNs);

  EXPECT_EQ(pair.sent(pair.a).front().time, 1 * kNs);  // no credit has come by then
  EXPECT_EQ(pair.sent(pair.a).size(), 5u);
  EXPECT_EQ(pair.b.arrivals().size(), 2u);
  EXPECT_EQ(pair.b.port().counters().vl15_dropped, 3u);
  const std::vector<PortEvent> drops = pair.bench.log().of(pair.b, EventKind::kDrop);
  ASSERT_EQ(drops.size(), 3u);
  EXPECT_EQ(drops[0].reason, DropReason::kVl15Overflow);
  for (const PortEvent& event : pair.flow_control(pair.b)) EXPECT_EQ(event.flow_control[2] >> 4, 0);
}

TEST(Port, Vl15GoesBeforeDataThatWaits) {
  Pair pair{LinkConfig{}};
  for (int i = 0; i < 2; ++i) pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.a.send_at(1001, test_packet(kAnyone, 290, Sl{0}, kVl15));
  pair.bench.run_until(2000 * kNs);

  ASSERT_EQ(pair.sent(pair.a).size(), 3u);
  EXPECT_EQ(pair.sent(pair.a)[1].packet.vl, kVl15);
}

// IBTA Vol 1, PortRcvRemotePhysicalErrors: packets that end with EBP.
TEST(Port, APacketEndedWithEbpIsTheErrorOfAnEarlierLink) {
  Pair pair{LinkConfig{}};
  pair.a.send_at(1000, test_packet(kAnyone, 1022), /*bad=*/true);
  pair.bench.run_until(2000 * kNs);

  ASSERT_EQ(pair.sent(pair.a).size(), 1u);
  EXPECT_TRUE(pair.sent(pair.a)[0].bad_end);
  EXPECT_EQ(pair.b.port().counters().rcv_remote_physical_errors, 1u);
  EXPECT_EQ(pair.b.port().counters().rcv_errors, 0u);
  EXPECT_EQ(pair.b.port().counters().rcv_pkts, 0u);
}

TEST(Port, HasNoCreditsForAVlThatItsPeerDoesNotOperate) {
  LinkConfig wide;
  wide.data_vls = 4;
  LinkBench bench;
  LinkProbe& a = bench.add_probe(wide, kNdr);
  LinkProbe& b = bench.add_probe(LinkConfig{}, kNdr);
  bench.connect(a.port(), b.port(), kLatency);
  a.send_at(1000, test_packet(kAnyone, 66, Sl{3}, Vl{3}));
  bench.run_until(2000 * kNs);

  EXPECT_TRUE(bench.log().of(a, EventKind::kSend).empty());
  EXPECT_EQ(b.port().counters().rcv_flow_control_errors, 3u);  // those of VL 1, 2 and 3
}

TEST(Port, WithoutACableSendsNothing) {
  LinkBench bench;
  LinkProbe& alone = bench.add_probe(LinkConfig{}, kNdr);
  alone.send_at(10, test_packet(kAnyone, 66));
  bench.run_until(10'000 * kNs);

  EXPECT_TRUE(bench.log().all().empty());
  EXPECT_EQ(alone.port().counters().xmit_pkts, 0u);
}

TEST(Port, AnIdleLinkHasNothingInItsAgendaButTheHeartbeat) {
  Pair pair{LinkConfig{}};
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.bench.run_until(3000 * kNs);
  EXPECT_EQ(pair.a.agenda().next(), 5243);
  EXPECT_EQ(pair.b.agenda().next(), 5243);
}

TEST(Port, AnIdleLinkWithoutHeartbeatHasAnEmptyAgenda) {
  LinkConfig link;
  link.fc_heartbeat_symbols = 0;
  Pair pair{link};
  pair.a.send_at(1000, test_packet(kAnyone, 1022));
  pair.bench.run_until(3000 * kNs);
  EXPECT_EQ(pair.b.arrivals().size(), 1u);
  EXPECT_EQ(pair.a.agenda().next(), kNoCycle);
  EXPECT_EQ(pair.b.agenda().next(), kNoCycle);
}

}  // namespace
}  // namespace ib::tb
