// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/congestion_agent.h"

#include <gtest/gtest.h>

#include "testbenches/unit/mad_requests.h"

namespace ib {
namespace {

using namespace tb;  // NOLINT: test helpers

struct Bench {
  explicit Bench(const NodeIdentity& identity) : agent(chip, identity) {}

  MadPacket ask(MadMethod method, std::uint16_t attribute, std::uint32_t modifier,
                const std::string& hex = "", std::uint64_t key = 0, std::uint64_t now = 0) {
    MadPacket packet = request(0x21, method, attribute, modifier, hex);
    store_be64(&packet.mad[24], key);
    answered = agent.handle(packet, now);
    return packet;
  }
  FakeNode chip;
  CongestionAgent agent;
  bool answered = false;
};

// ib-facts 7: CACongestionSetting, 8 bytes a service level after 4 bytes.
TEST(CongestionAgent, SetsTheThrottleOfACa) {
  Bench bench{plain_ca()};
  const std::string wanted =
      "00010003"
      "0096010200000000"
      "1234567805";
  EXPECT_EQ(status_of(bench.ask(MadMethod::kSet, 0x16, 0, wanted)), MadStatus::kOk);
  EXPECT_EQ(bench.chip.ca_cc.port_control, 1);
  EXPECT_EQ(bench.chip.ca_cc.control_map, 3);
  EXPECT_EQ(bench.chip.ca_cc.sl[0].ccti_timer, 150);
  EXPECT_EQ(bench.chip.ca_cc.sl[0].ccti_increase, 1);
  EXPECT_EQ(bench.chip.ca_cc.sl[1].trigger_threshold, 0x78);
  EXPECT_EQ(bench.chip.ca_cc.sl[1].ccti_min, 5);
  EXPECT_EQ(data_hex(bench.ask(MadMethod::kGet, 0x16, 0), 12), "000100030096010200000000");
}

// ib-facts 7: CCTI_Limit, then entries of shift 2 bits, multiplier 14 bits.
TEST(CongestionAgent, SetsTheCongestionControlTable) {
  Bench bench{plain_ca()};
  (void)bench.ask(MadMethod::kSet, 0x17, 1, "007f4001");
  EXPECT_EQ(bench.chip.cct[1].ccti_limit, 127);
  EXPECT_EQ(bench.chip.cct[1].entries[0].shift, 1);
  EXPECT_EQ(bench.chip.cct[1].entries[0].multiplier, 1);
  EXPECT_EQ(status_of(bench.ask(MadMethod::kSet, 0x17, 2, "007f")), MadStatus::kBadValue);
  EXPECT_EQ(data_hex(bench.ask(MadMethod::kGet, 0x11, 0), 3), "000002");  // two blocks
}

// ib-facts 7: Threshold at bit 544, PacketSize 552, MarkingRate 592.
TEST(CongestionAgent, SetsTheMarkingOfASwitch) {
  Bench bench{golden_switch()};
  (void)bench.ask(MadMethod::kSet, 0x14, 0,
                  "0000001f" + std::string(128, '0') + "f00800000000000a");
  EXPECT_EQ(bench.chip.switch_cc.control_map, 0x1Fu);
  EXPECT_EQ(bench.chip.switch_cc.threshold, 15);
  EXPECT_EQ(bench.chip.switch_cc.packet_size, 8);
}

TEST(CongestionAgent, SetsTheMarkingOfPorts) {
  Bench bench{golden_switch()};
  (void)bench.ask(MadMethod::kSet, 0x15, 0,
                  "00000000"
                  "8f080005");
  EXPECT_TRUE(bench.chip.port_cc[1].valid);
  EXPECT_EQ(bench.chip.port_cc[1].threshold, 15);
  EXPECT_EQ(bench.chip.port_cc[1].marking_rate, 5);
  EXPECT_EQ(status_of(bench.ask(MadMethod::kGet, 0x15, 2)), MadStatus::kBadValue);
}

TEST(CongestionAgent, KnowsOnlyTheAttributesOfItsKind) {
  Bench ca{plain_ca()};
  Bench sw{golden_switch()};
  EXPECT_EQ(status_of(ca.ask(MadMethod::kGet, 0x14, 0)), MadStatus::kBadMethodAttribute);
  EXPECT_EQ(status_of(sw.ask(MadMethod::kGet, 0x16, 0)), MadStatus::kBadMethodAttribute);
  EXPECT_EQ(status_of(sw.ask(MadMethod::kSet, 0x18, 0)), MadStatus::kBadMethodAttribute);
  EXPECT_EQ(status_of(sw.ask(MadMethod::kGet, 0x13, 0)), MadStatus::kOk);
  EXPECT_EQ(data_hex(sw.ask(MadMethod::kGet, 0x18, 0, "", 0, 5 * 1024), 4), "00000005");
  EXPECT_EQ(data_hex(sw.ask(MadMethod::kGet, 0x01, 0), 2), "0102");
}

TEST(CongestionAgent, GuardsItselfByItsKey) {
  Bench bench{plain_ca()};
  (void)bench.ask(MadMethod::kSet, 0x12, 0, "00000000000000ff8000");
  EXPECT_TRUE(bench.answered);
  (void)bench.ask(MadMethod::kSet, 0x16, 0, "0001", 1);
  EXPECT_FALSE(bench.answered);
  (void)bench.ask(MadMethod::kGet, 0x16, 0, "", 1);
  EXPECT_FALSE(bench.answered);
  EXPECT_EQ(bench.agent.key_violations(), 2);
  (void)bench.ask(MadMethod::kSet, 0x16, 0, "0001", 0xFF);
  EXPECT_TRUE(bench.answered);
}

}  // namespace
}  // namespace ib
