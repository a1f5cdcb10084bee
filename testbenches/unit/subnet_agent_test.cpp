// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/subnet_agent.h"

#include <gtest/gtest.h>

#include "testbenches/unit/mad_requests.h"

namespace ib {
namespace {

using namespace tb;  // NOLINT: test helpers

constexpr std::uint64_t kSecond = 1'000'000'000;
const std::string kKeyHex = "1122334455667788";

/// An agent with its hardware; ports Active at 4x NDR unless told otherwise.
struct Bench {
  explicit Bench(const NodeIdentity& identity) : who(identity), agent(ready(), identity, {}) {}

  FakeNode& ready() {
    for (unsigned port = 0; port <= who.ports; ++port) {
      PortStatus& status = chip.status[static_cast<std::uint8_t>(port)];
      status.state = PortState::kActive;
      status.data_vls = 8;
      status.operational_vls = 8;
    }
    return chip;
  }
  MadPacket ask(MadMethod method, std::uint16_t attribute, std::uint32_t modifier,
                const std::string& hex = "", std::uint64_t key = 0, std::uint64_t now = 0) {
    MadPacket packet = request(1, method, attribute, modifier, hex);
    store_be64(&packet.mad[smp::kMKey], key);
    answered = agent.handle(packet, 3, now);
    return packet;
  }
  MadPacket get(std::uint16_t attribute, std::uint32_t modifier = 0) {
    return ask(MadMethod::kGet, attribute, modifier);
  }
  /// PortInfo as a manager would send it back: without the states, which it leaves alone.
  PortInfo info(std::uint32_t port = 0) {
    auto found = read_attribute<PortInfo>(&get(0x15, port).mad[smp::kData]);
    found.port_state = 0;
    found.port_physical_state = 0;
    return found;
  }
  MadStatus set(const PortInfo& wanted, std::uint32_t port = 0, std::uint64_t key = 0) {
    MadPacket packet = request(1, MadMethod::kSet, 0x15, port);
    write_attribute(wanted, &packet.mad[smp::kData]);
    store_be64(&packet.mad[smp::kMKey], key);
    answered = agent.handle(packet, 3, 0);
    return status_of(packet);
  }
  /// A master subnet manager at LID 9, so that traps have somewhere to go.
  void meet_manager() {
    PortInfo wanted = info();
    wanted.master_sm_lid = Lid{9};
    ASSERT_EQ(set(wanted), MadStatus::kOk);
  }

  NodeIdentity who;
  FakeNode chip;
  SubnetAgent agent;
  bool answered = false;
};

TEST(SubnetAgent, TellsItsDescription) {
  Bench bench{golden_switch()};
  const MadPacket answer = bench.get(0x10);
  EXPECT_EQ(status_of(answer), MadStatus::kOk);
  EXPECT_EQ(answer.method(), MadMethod::kGetResp);
  EXPECT_EQ(data_hex(answer, 8), "5357310000000000");  // "SW1"
  EXPECT_EQ(answer.dlid, Lid{1});
  EXPECT_EQ(answer.slid, Lid{4});
}

// ib-facts 5.4: LinearFDBCap 49152, no random table, 1024 multicast LIDs, top 0xBFFF.
TEST(SubnetAgent, TellsWhatItForwards) {
  Bench bench{golden_switch()};
  EXPECT_EQ(data_hex(bench.get(0x12), 11), "c00000000400bfff00ffff");
}

// ib-facts 5.4, every field of interest at its byte: PortInfo of an active 4x NDR port.
TEST(SubnetAgent, TellsThePortInfoOfALink) {
  Bench bench{golden_switch()};
  const MadPacket answer = bench.get(0x15, 5);
  EXPECT_EQ(data_hex(answer, 4, 28), "03030302");  // LocalPortNum, widths 1x|4x, active 4x
  // Speeds to QDR, Active; LinkUp, Polling; LMC; extended speed active; MTU 4096; 8 VLs.
  EXPECT_EQ(data_hex(answer, 6, 32), "745200075040");
  EXPECT_EQ(data_hex(answer, 2, 62), "8f0f");  // NDR active, FDR to NDR supported and enabled
}

TEST(SubnetAgent, RefusesWhatItDoesNotKnow) {
  Bench ca{plain_ca()};
  EXPECT_EQ(status_of(ca.get(0x12)), MadStatus::kBadMethodAttribute);  // SwitchInfo of a CA
  EXPECT_EQ(status_of(ca.get(0x19)), MadStatus::kBadMethodAttribute);
  EXPECT_EQ(status_of(ca.get(0x1A)), MadStatus::kBadMethodAttribute);
  EXPECT_EQ(status_of(ca.get(0x15, 2)), MadStatus::kBadValue);
  EXPECT_EQ(status_of(ca.ask(MadMethod::kSet, 0x11, 0)), MadStatus::kBadMethodAttribute);
  EXPECT_EQ(status_of(ca.ask(static_cast<MadMethod>(0x55), 0x11, 0)), MadStatus::kBadMethod);
  Bench sw{golden_switch()};
  EXPECT_EQ(status_of(sw.get(0x15, 37)), MadStatus::kBadValue);
  EXPECT_EQ(status_of(sw.get(0x19, 768)), MadStatus::kBadValue);
  EXPECT_EQ(status_of(sw.get(0x1B, 32)), MadStatus::kBadValue);
  EXPECT_EQ(status_of(sw.get(0x18, 5)), MadStatus::kBadValue);
}

// ib-facts 5.4: bit 31 says that the manager knows extended speeds.
TEST(SubnetAgent, AcceptsTheExtendedSpeedsBit) {
  Bench bench{golden_switch()};
  EXPECT_EQ(status_of(bench.get(0x15, 0x80000005)), MadStatus::kOk);
}

TEST(SubnetAgent, SetsALinearForwardingBlock) {
  Bench bench{golden_switch()};
  const MadPacket answer = bench.ask(MadMethod::kSet, 0x19, 2, "ff01020305");
  EXPECT_EQ(status_of(answer), MadStatus::kOk);
  EXPECT_EQ(bench.chip.lft[2].entries[4], 5);
  EXPECT_EQ(data_hex(bench.get(0x19, 2), 5), "ff01020305");
}

TEST(SubnetAgent, SetsAMulticastForwardingBlock) {
  Bench bench{golden_switch()};
  (void)bench.ask(MadMethod::kSet, 0x1B, 1u << 28 | 3, "8001");
  EXPECT_EQ((bench.chip.mft[{3, 1}].entries[0]), 0x8001);
  EXPECT_EQ(status_of(bench.ask(MadMethod::kSet, 0x1B, 3u << 28, "8001")), MadStatus::kBadValue);
}

TEST(SubnetAgent, SetsSlToVlOfAPairOfPorts) {
  Bench bench{golden_switch()};
  (void)bench.ask(MadMethod::kSet, 0x17, 0x0203, "0123456701234567");
  EXPECT_EQ((bench.chip.maps[{2, 3}][Sl{2}]), Vl{2});
  EXPECT_EQ(data_hex(bench.get(0x17, 0x0203), 9), "012345670123456700");
}

TEST(SubnetAgent, SetsHalvesOfTheArbitrationTables) {
  Bench bench{golden_switch()};
  (void)bench.ask(MadMethod::kSet, 0x18, 2u << 16 | 7, "0340");
  ASSERT_EQ(bench.chip.tables[7].low.size(), 64u);
  EXPECT_EQ(bench.chip.tables[7].low[32].vl, Vl{3});
  EXPECT_EQ(bench.chip.tables[7].low[32].weight, 0x40);
  EXPECT_EQ(status_of(bench.ask(MadMethod::kSet, 0x18, 1u << 16 | 7, "0f40")),
            MadStatus::kBadValue);  // VL15
}

TEST(SubnetAgent, KeepsTheGuidOfThePort) {
  Bench bench{plain_ca()};
  const std::string wanted = "aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb";
  EXPECT_EQ(data_hex(bench.ask(MadMethod::kSet, 0x14, 0, wanted), 16),
            "0002c90300001111bbbbbbbbbbbbbbbb");
}

TEST(SubnetAgent, StartsWithTheDefaultPartition) {
  Bench bench{plain_ca()};
  EXPECT_EQ(data_hex(bench.get(0x16), 4), "ffff0000");
  EXPECT_TRUE(bench.agent.admits(PKey{0x7FFF}));
  (void)bench.ask(MadMethod::kSet, 0x16, 0, "0001");
  EXPECT_FALSE(bench.agent.admits(PKey{0x7FFF}));
  EXPECT_TRUE(bench.agent.admits(PKey{0x8001}));
  EXPECT_FALSE(bench.agent.admits(PKey{0x0001}));  // two limited members
}

// ib-facts 5.4: zero in a Set changes nothing, all ones enable everything.
TEST(SubnetAgent, TakesZeroAsNoChange) {
  Bench bench{golden_switch()};
  PortInfo wanted = bench.info(5);
  wanted.link_width_enabled = 2;
  EXPECT_EQ(bench.set(wanted, 5), MadStatus::kOk);
  wanted.link_width_enabled = 0;
  wanted.operational_vls = 0;
  EXPECT_EQ(bench.set(wanted, 5), MadStatus::kOk);
  EXPECT_EQ(bench.info(5).link_width_enabled, 2);
  wanted.link_width_enabled = 255;
  EXPECT_EQ(bench.set(wanted, 5), MadStatus::kOk);
  EXPECT_EQ(bench.info(5).link_width_enabled, 3);
}

TEST(SubnetAgent, RefusesImpossibleValuesAndChangesNothing) {
  Bench bench{plain_ca()};
  const PortInfo good = bench.info();
  const auto refuses = [&](const char* what, void (*spoil)(PortInfo&)) {
    PortInfo wanted = good;
    wanted.gid_prefix = 0x1234;
    spoil(wanted);
    EXPECT_EQ(bench.set(wanted), MadStatus::kBadValue) << what;
    EXPECT_EQ(bench.info().gid_prefix, 0xFE80000000000000u) << what;
  };
  refuses("LID 0", [](PortInfo& p) { p.lid = Lid{0}; });
  refuses("multicast LID", [](PortInfo& p) { p.lid = Lid{0xC000}; });
  refuses("SM LID", [](PortInfo& p) { p.master_sm_lid = Lid{0xFFFF}; });
  refuses("width", [](PortInfo& p) { p.link_width_enabled = 8; });
  refuses("MTU 0", [](PortInfo& p) { p.neighbor_mtu = 0; });
  refuses("MTU 6", [](PortInfo& p) { p.neighbor_mtu = 6; });
  refuses("VLs", [](PortInfo& p) { p.operational_vls = 5; });
  refuses("Active to Armed", [](PortInfo& p) { p.port_state = 3; });
  refuses("physical state", [](PortInfo& p) { p.port_physical_state = 5; });
  refuses("both states", [](PortInfo& p) {
    p.port_state = 4;
    p.port_physical_state = 2;
  });
}

// ib-facts 3.4: a manager arms a port that is in Initialize, then activates it.
TEST(SubnetAgent, TakesAPortThroughItsStates) {
  Bench bench{golden_switch()};
  bench.chip.status[5].state = PortState::kInitialize;
  PortInfo wanted = bench.info(5);
  wanted.port_state = 4;
  EXPECT_EQ(bench.set(wanted, 5), MadStatus::kBadValue);
  wanted.port_state = 3;
  EXPECT_EQ(bench.set(wanted, 5), MadStatus::kOk);
  EXPECT_EQ(bench.chip.status[5].state, PortState::kArmed);
  wanted.port_state = 4;
  EXPECT_EQ(bench.set(wanted, 5), MadStatus::kOk);
  EXPECT_EQ(bench.chip.status[5].state, PortState::kActive);
  wanted.port_state = 1;
  wanted.port_physical_state = 3;
  EXPECT_EQ(bench.set(wanted, 5), MadStatus::kOk);
  EXPECT_TRUE(bench.chip.status[5].disabled);
}

TEST(SubnetAgent, SetsVlsMtuAndHighLimitOfThePort) {
  Bench bench{golden_switch()};
  PortInfo wanted = bench.info(5);
  wanted.operational_vls = 2;
  wanted.neighbor_mtu = 3;
  wanted.vl_high_limit = 7;
  EXPECT_EQ(bench.set(wanted, 5), MadStatus::kOk);
  EXPECT_EQ(bench.chip.status[5].operational_vls, 2u);
  EXPECT_EQ(bench.chip.neighbor_mtu[5], Mtu::k1024);
  EXPECT_EQ(bench.chip.tables[5].high_limit, 7);
}

TEST(SubnetAgent, EchoesClientReregister) {
  Bench bench{plain_ca()};
  PortInfo wanted = bench.info();
  wanted.client_reregister = true;
  MadPacket packet = request(1, MadMethod::kSet, 0x15, 0);
  write_attribute(wanted, &packet.mad[smp::kData]);
  ASSERT_TRUE(bench.agent.handle(packet, 1, 0));
  EXPECT_TRUE(read_attribute<PortInfo>(&packet.mad[smp::kData]).client_reregister);
  EXPECT_FALSE(bench.info().client_reregister);
}

// ib-facts 5.3: protection, violations, the lease.
TEST(SubnetAgent, GuardsItselfByMKeyUntilTheLeaseEnds) {
  Bench bench{golden_switch()};
  bench.meet_manager();
  PortInfo wanted = bench.info();
  wanted.m_key = 0x1122334455667788;
  wanted.m_key_protect_bits = 2;
  wanted.m_key_lease_period = 10;
  ASSERT_EQ(bench.set(wanted), MadStatus::kOk);

  (void)bench.ask(MadMethod::kGet, 0x11, 0, "", 1, kSecond);
  EXPECT_FALSE(bench.answered);
  ASSERT_TRUE(bench.agent.deadline());
  (void)bench.ask(MadMethod::kGet, 0x11, 0, "", 1, 10 * kSecond);
  EXPECT_FALSE(bench.answered);
  const MadPacket late = bench.ask(MadMethod::kGet, 0x15, 0, "", 1, 11 * kSecond);
  EXPECT_TRUE(bench.answered);  // protect bits have become 0
  EXPECT_EQ(data_hex(late, 8), kKeyHex);
  EXPECT_EQ(read_attribute<PortInfo>(&late.mad[smp::kData]).m_key_violations, 2);
}

TEST(SubnetAgent, HidesTheMKeyAtProtectionOne) {
  Bench bench{golden_switch()};
  PortInfo wanted = bench.info();
  wanted.m_key = 0x1122334455667788;
  wanted.m_key_protect_bits = 1;
  ASSERT_EQ(bench.set(wanted), MadStatus::kOk);
  EXPECT_EQ(data_hex(bench.get(0x15, 0), 8), "0000000000000000");
  EXPECT_EQ(data_hex(bench.ask(MadMethod::kGet, 0x15, 0, "", 0x1122334455667788), 8), kKeyHex);
}

// IBTA Vol 1, 14.2.5.1: trap 256 tells who asked what.
TEST(SubnetAgent, SendsTrap256ForABadMKey) {
  Bench bench{golden_switch()};
  bench.meet_manager();
  PortInfo wanted = bench.info();
  wanted.m_key = 0x1122334455667788;
  ASSERT_EQ(bench.set(wanted), MadStatus::kOk);
  (void)bench.ask(MadMethod::kSet, 0x19, 2, "", 5, 100);
  ASSERT_FALSE(bench.answered);

  const auto trap = bench.agent.take_trap(100);

  ASSERT_TRUE(trap);
  EXPECT_EQ(trap->method(), MadMethod::kTrap);
  EXPECT_EQ(trap->dlid, Lid{9});
  EXPECT_EQ(trap->slid, Lid{4});
  EXPECT_EQ(data_hex(*trap, 10), "82000002010000040000");  // generic security, switch, 256, LID 4
  EXPECT_EQ(data_hex(*trap, 22, 10), "00000001000002000019000000020000000000000005");
}

// ib-facts 5.4: trap 128 repeats until it is repressed, no faster than the subnet timeout.
TEST(SubnetAgent, RepeatsTrap128UntilRepressed) {
  Bench bench{golden_switch()};
  bench.meet_manager();
  bench.agent.port_state_changed();
  const std::uint64_t interval = std::uint64_t{4096} << 18;

  const auto first = bench.agent.take_trap(0);
  ASSERT_TRUE(first);
  EXPECT_EQ(data_hex(*first, 12), "810000020080000400000004");
  EXPECT_EQ(data_hex(bench.get(0x12), 1, 11), "a4");  // life time 20, PortStateChange
  EXPECT_FALSE(bench.agent.take_trap(interval - 1));
  const auto second = bench.agent.take_trap(interval);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->header().transaction_id, first->header().transaction_id);

  MadPacket repress = *second;
  repress.mad[3] = static_cast<std::uint8_t>(MadMethod::kTrapRepress);
  EXPECT_FALSE(bench.agent.handle(repress, 3, interval));
  EXPECT_FALSE(bench.agent.take_trap(10 * interval));
  EXPECT_FALSE(bench.agent.deadline());
}

TEST(SubnetAgent, ClearsPortStateChangeByWritingOne) {
  Bench bench{golden_switch()};
  bench.agent.port_state_changed();
  (void)bench.ask(MadMethod::kSet, 0x12, 0, "000000000000bfff00ffffa4");
  EXPECT_EQ(data_hex(bench.get(0x12), 1, 11), "a0");
}

TEST(SubnetAgent, SendsTheOtherTraps) {
  Bench bench{plain_ca()};
  bench.meet_manager();
  bench.agent.port_error(TrapNumber::kExcessiveBufferOverrun, 1);
  bench.agent.set_is_sm(true);
  bench.agent.bad_key(TrapNumber::kBadQKey, {Lid{2}, Lid{1}, Sl{3}, Qpn{0x48}, Qpn{1}, 0xB1B});
  bench.agent.bad_p_key_at_switch(6, {Lid{2}, Lid{1}, Sl{3}, Qpn{0x48}, Qpn{1}, 0x8001});
  std::vector<std::string> seen;
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint64_t now = i * kSecond * 2;
    auto trap = bench.agent.take_trap(now);
    ASSERT_TRUE(trap);
    seen.push_back(data_hex(*trap, 28));
    trap->mad[3] = static_cast<std::uint8_t>(MadMethod::kTrapRepress);
    (void)bench.agent.handle(*trap, 1, now);
  }
  EXPECT_EQ(seen[0],
            "81000001008200010000"
            "0000000101" +
                std::string(26, '0'));
  EXPECT_EQ(seen[1].substr(8, 8), "00900001");
  EXPECT_EQ(seen[2].substr(8),
            "010200010000"
            "000000020001"
            "00000b1b"
            "30000048"
            "00000001");
  EXPECT_EQ(seen[3].substr(8, 8), "01030001");
  EXPECT_EQ(bench.info().q_key_violations, 1);
  EXPECT_EQ(bench.info().capability_mask & 2, 2u);
}

TEST(SubnetAgent, SendsNoTrapWithoutAManager) {
  Bench bench{golden_switch()};
  bench.agent.port_state_changed();
  EXPECT_FALSE(bench.agent.take_trap(0));
}

TEST(SubnetAgent, LightsItsLed) {
  Bench bench{plain_ca()};
  (void)bench.ask(MadMethod::kSet, 0x31, 0, "80000000");
  EXPECT_EQ(data_hex(bench.get(0x31), 4), "80000000");
  EXPECT_EQ(data_hex(bench.get(0x30), 4), "00000000");
}

}  // namespace
}  // namespace ib
