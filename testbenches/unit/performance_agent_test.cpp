// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/performance_agent.h"

#include <gtest/gtest.h>

#include "testbenches/unit/mad_requests.h"

namespace ib {
namespace {

using namespace tb;  // NOLINT: test helpers

struct Bench {
  FakeNode chip;
  PerformanceAgent agent{chip, golden_switch()};

  MadPacket ask(MadMethod method, std::uint16_t attribute, const std::string& hex,
                std::uint64_t now = 0) {
    MadPacket packet = request(4, method, attribute, 0, hex);
    agent.handle(packet, now);
    return packet;
  }
};

// ib-facts 5.5: AllPortSelect, ExtendedWidth and XmitWait; bits 8, 9 and 12.
TEST(PerformanceAgent, TellsWhatItCanDo) {
  Bench bench;
  EXPECT_EQ(data_hex(bench.ask(MadMethod::kGet, 1, ""), 8), "0101130000000012");
}

// The golden PortCounters request, of port 1.
TEST(PerformanceAgent, AnswersTheGoldenRequest) {
  Bench bench;
  bench.chip.counted[1].xmit_data = 0x01020304;
  bench.chip.counted[1].link_downed = 300;
  MadPacket packet = golden_mad("pma_get_portcounters");
  bench.agent.handle(packet, 0);
  EXPECT_EQ(status_of(packet), MadStatus::kOk);
  EXPECT_EQ(packet.header().transaction_id, 0x77u);
  EXPECT_EQ(data_hex(packet, 8), "00010000000000ff");  // LinkDowned sticks at 255
  EXPECT_EQ(data_hex(packet, 4, 24), "01020304");
}

TEST(PerformanceAgent, ClearsTheSelectedCounters) {
  Bench bench;
  bench.chip.counted[2].xmit_data = 5;
  bench.chip.counted[2].rcv_data = 6;
  (void)bench.ask(MadMethod::kSet, 0x12, "00021000");  // CounterSelect bit 12: XmitData
  EXPECT_EQ(bench.chip.counted[2].xmit_data, 0u);
  EXPECT_EQ(bench.chip.counted[2].rcv_data, 6u);
}

TEST(PerformanceAgent, AddsAllPorts) {
  Bench bench;
  bench.chip.counted[1].xmit_packets = 3;
  bench.chip.counted[36].xmit_packets = 4;
  EXPECT_EQ(data_hex(bench.ask(MadMethod::kGet, 0x12, "00ff"), 4, 32), "00000007");
  (void)bench.ask(MadMethod::kSet, 0x12, "00ffffff");
  EXPECT_EQ(bench.chip.counted[36].xmit_packets, 0u);
}

TEST(PerformanceAgent, RefusesPortsThatAreNotThere) {
  Bench bench;
  EXPECT_EQ(status_of(bench.ask(MadMethod::kGet, 0x12, "0025")), MadStatus::kBadValue);
  EXPECT_EQ(status_of(bench.ask(MadMethod::kGet, 0x12, "0000")), MadStatus::kBadValue);
  EXPECT_EQ(status_of(bench.ask(MadMethod::kGet, 0x99, "0001")), MadStatus::kBadMethodAttribute);
  EXPECT_EQ(status_of(bench.ask(MadMethod::kTrapRepress, 0x12, "0001")), MadStatus::kBadMethod);
}

// ib-facts 5.5: the details, 16 bits each from bit 32 on, and the 64-bit counters.
TEST(PerformanceAgent, ShowsDetailsAndExtendedCounters) {
  Bench bench;
  PmaCounters& port = bench.chip.counted[3];
  port.dlid_mapping_errors = 4;
  port.looping_errors = 0x12345;
  port.neighbor_mtu_discards = 2;
  port.sw_hoq_lifetime_discards = 9;
  port.xmit_flow_packets = 0x0A0B0C0D;
  port.unicast_xmit_packets = 0x0102030405060708;
  EXPECT_EQ(data_hex(bench.ask(MadMethod::kGet, 0x15, "0003"), 16),
            "0003000000000000000000040000ffff");
  EXPECT_EQ(data_hex(bench.ask(MadMethod::kGet, 0x16, "0003"), 12), "000300000000000200000009");
  EXPECT_EQ(data_hex(bench.ask(MadMethod::kGet, 0x18, "0003"), 8), "000300000a0b0c0d");
  EXPECT_EQ(data_hex(bench.ask(MadMethod::kGet, 0x1D, "0003"), 8, 40), "0102030405060708");
}

/// PortSamplesControl: port 3, start after 10 ticks, for 100 ticks, XmitData and RcvPkts, tag 7.
std::string sampling() {
  return "00030000" + std::string(48, '0') + "0000000a" + "00000064" + "0007" + "00010004";
}

// IBTA Vol 1, 16.1.3.2: a tick is 4 ns, so it counts from 40 ns to 440 ns.
TEST(PerformanceAgent, SamplesOneInterval) {
  Bench bench;
  EXPECT_EQ(status_of(bench.ask(MadMethod::kSet, 0x10, sampling())), MadStatus::kOk);
  EXPECT_EQ(bench.agent.deadline(), std::uint64_t{40});
  EXPECT_EQ(status_of(bench.ask(MadMethod::kSet, 0x10, sampling())), MadStatus::kBusy);
  bench.chip.counted[3].xmit_data = 100;
  bench.agent.expire(40);
  bench.chip.counted[3].xmit_data = 350;
  bench.chip.counted[3].rcv_packets = 2;
  EXPECT_EQ(data_hex(bench.ask(MadMethod::kGet, 0x11, "", 439), 4), "00070002");  // running
  bench.agent.expire(440);
  bench.chip.counted[3].xmit_data = 9999;
  EXPECT_EQ(data_hex(bench.ask(MadMethod::kGet, 0x11, "", 500), 12), "00070000000000fa00000002");
}

}  // namespace
}  // namespace ib
