// SPDX-License-Identifier: Apache-2.0
#include "models/phy/cable.h"

#include <gtest/gtest.h>

#include <vector>

namespace ib::phy {
namespace {

using sc_core::SC_NS;
using sc_core::SC_PS;
using sc_core::sc_time;

/// A link end that keeps what comes in and when.
class End : public sc_core::sc_module, public LinkBackwardInterface {
 public:
  struct Arrival {
    sc_time time;
    LinkTransfer transfer;
    bool packet_corrupted;
  };

  explicit End(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    socket.bind(*this);
  }
  void transfer(LinkTransfer& transfer) override {
    const bool corrupted = transfer.stored != kNoSlot && transfer.stored->packet.corrupted;
    arrivals.push_back({to_sc_time(transfer.first_bit), transfer, corrupted});
  }
  void send(std::uint16_t wire_bytes, const sc_time& delay) {
    LinkTransfer transfer;
    StoredPacket stored;
    stored.packet.wire_bytes = wire_bytes;
    transfer.first_bit = from_sc_time(delay);
    transfer.stored = &stored;
    socket->transfer(transfer);
  }
  void send_flow_control(const sc_time& delay) {
    LinkTransfer transfer;
    transfer.kind = LinkTransfer::Kind::kFlowControl;
    transfer.first_bit = from_sc_time(delay);
    socket->transfer(transfer);
  }

  LinkSocket socket{"socket"};
  std::vector<Arrival> arrivals;
};

struct Link {
  explicit Link(const CableSetup& setup) : cable("cable", setup) {
    left.socket.bind(cable.a);
    right.socket.bind(cable.b);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  End left{"left"};
  End right{"right"};
  Cable cable;
};

CableSetup ndr(double pre_fec_ber) {
  CableSetup setup;
  setup.rate = {Generation::kNdr, Width::k4x};
  setup.phy.mode = PhyMode::kStatistical;
  setup.phy.fec = FecMode::kRs544;
  setup.phy.pre_fec_ber = pre_fec_ber;
  return setup;
}

TEST(Cable, HandsATransferToTheOtherEndLaterByItsLatency) {
  Link link{ndr(0)};
  link.left.send(100, sc_time{5, SC_NS});
  link.right.send(100, sc_time{6, SC_NS});

  ASSERT_EQ(link.right.arrivals.size(), 1u);
  EXPECT_EQ(link.right.arrivals[0].time, sc_time(5 + 84, SC_NS));
  ASSERT_EQ(link.left.arrivals.size(), 1u);
  EXPECT_EQ(link.left.arrivals[0].time, sc_time(6 + 84, SC_NS));
  EXPECT_FALSE(link.left.arrivals[0].packet_corrupted);
}

TEST(Cable, DeclaresTheLatencyItKeeps) {
  Link link{ndr(0)};
  EXPECT_EQ(link.left.socket->min_latency(), sc_time(84, SC_NS));
}

TEST(Cable, DamagesPacketsAndFlowControlOfAHopelessLine) {
  Link link{ndr(0.3)};
  link.left.send(100, sc_time{0, SC_NS});
  link.left.send_flow_control(sc_time{10, SC_NS});

  EXPECT_TRUE(link.right.arrivals[0].packet_corrupted);
  EXPECT_TRUE(link.right.arrivals[1].transfer.corrupted);
  EXPECT_EQ(link.cable.a_to_b().counters(ticks_from_ns(1000)).corrupted_packets, 2u);
  EXPECT_EQ(link.cable.b_to_a().counters(ticks_from_ns(1000)).corrupted_packets, 0u);
}

// At BER 1e-3 a codeword fails in 6535; a packet of 640 bytes and delimiters meets one or two.
TEST(Cable, DamagesAsManyPacketsAsCodewordsFailUnderThem) {
  Link link{ndr(1e-3)};
  constexpr int kPackets = 200'000;
  for (int i = 0; i < kPackets; ++i) link.left.send(638, sc_time{12'800.0 * i, SC_PS});

  int damaged = 0;
  for (const End::Arrival& arrival : link.right.arrivals) {
    damaged += arrival.packet_corrupted ? 1 : 0;
  }
  const PhyCounters counters = link.cable.a_to_b().counters(ticks_from_ns(12.8 * kPackets));
  EXPECT_EQ(counters.codewords, 200'000u);
  EXPECT_EQ(static_cast<std::uint64_t>(damaged), counters.failed_codewords);
  EXPECT_GT(damaged, 10);
}

}  // namespace
}  // namespace ib::phy
