// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "models/ib/base/bytes.h"
#include "models/ib/packet/packet_codec.h"
#include "testbenches/block/managed_star.h"

namespace ib::tb {
namespace {

TEST(SwitchIncident, TakesAPortDownAndTellsTheManager) {
  ManagedStar bench;
  bench.send(1, 100, set_port(0, [](PortInfo& info) {
               info.lid = kSwitchLid;
               info.master_sm_lid = Lid{1};
               info.subnet_timeout = 20;
             }));
  bench.send(1, 2000, set_port(3, [](PortInfo& info) {
               info.port_state = 1;
               info.port_physical_state = 3;
             }));
  bench.star.probes[1]->send_at(9000, test_packet(Lid{3}, 66));
  bench.run();

  EXPECT_EQ(bench.star.chip.port(3).state().state(), PortState::kDown);
  EXPECT_EQ(bench.star.departures(3).size(), 0u);
  EXPECT_EQ(bench.star.counters(3).inactive_discards, 1u);
  EXPECT_EQ(bench.star.counters(3).link_downed, 1u);
  const auto mads = bench.received(1);
  ASSERT_EQ(mads.size(), 3u);
  EXPECT_EQ(mads[1].mad[smp::kData + 32] & 0xF, 1);  // PortState Down
  EXPECT_EQ(mads[1].mad[smp::kData + 33] >> 4, 3);   // Disabled
  EXPECT_EQ(mads[2].method(), MadMethod::kTrap);
  EXPECT_EQ(load_be16(&mads[2].mad[smp::kData + 4]), 128);
  EXPECT_EQ(bench.star.chip.held_packets(), 0u);
}

// ib-facts 3.4: the link is lost at both ends, and is back at both once neither is disabled.
TEST(SwitchIncident, TakesThePeerOfAPortDownAndUpWithIt) {
  ManagedStar bench;
  const auto physical = [](std::uint8_t to) {
    return set_port(3, [to](PortInfo& info) {
      info.port_state = 1;
      info.port_physical_state = to;
    });
  };
  link::Port& here = bench.star.chip.port(3);
  link::Port& there = bench.star.probes[2]->port();
  bench.send(1, 1000, physical(3));  // Disabled
  bench.run(5000);
  EXPECT_EQ(there.state().state(), PortState::kDown);
  EXPECT_EQ(there.counters().link_downed, 1u);
  EXPECT_EQ(there.tx_credits(Vl{0}).available(), 0u);

  bench.send(1, 6000, physical(2));  // Polling
  bench.run(10'000);
  EXPECT_EQ(here.state().state(), PortState::kInitialize);
  EXPECT_EQ(there.state().state(), PortState::kInitialize);
  EXPECT_EQ(there.counters().link_downed, 1u);
  bench.star.expect_quiet();
}

TEST(SwitchIncident, RetrainsALinkThatIsSetDown) {
  ManagedStar bench;
  bench.send(1, 1000, set_port(3, [](PortInfo& info) { info.port_state = 1; }));
  bench.run(5000);
  link::Port& there = bench.star.probes[2]->port();
  EXPECT_EQ(bench.star.chip.port(3).state().state(), PortState::kInitialize);
  EXPECT_EQ(there.state().state(), PortState::kInitialize);
  EXPECT_EQ(bench.star.counters(3).link_downed, 1u);
  EXPECT_EQ(there.counters().link_downed, 1u);
  bench.star.expect_quiet();
}

/// The manager at port 1 knows of traps; thresholds of port 2 as `change` says.
void manage_from_port_1(ManagedStar& bench, const std::function<void(PortInfo&)>& change) {
  bench.send(1, 100, set_port(0, [](PortInfo& info) {
               info.lid = kSwitchLid;
               info.master_sm_lid = Lid{1};
               info.subnet_timeout = 20;
             }));
  bench.send(1, 2000, set_port(2, change));
}

/// Number and port of each trap 129-131 that came to port 1.
std::vector<std::pair<unsigned, unsigned>> port_traps(const ManagedStar& bench) {
  std::vector<std::pair<unsigned, unsigned>> traps;
  for (const MadPacket& mad : bench.received(1)) {
    if (mad.method() != MadMethod::kTrap) continue;
    traps.emplace_back(load_be16(&mad.mad[smp::kData + 4]), mad.mad[smp::kData + 14]);
  }
  return traps;
}

void damage_data_of(TestCable& cable) {
  cable.tamper_a_to_b([](const LinkTransfer& transfer) {
    const bool data = transfer.kind == LinkTransfer::Kind::kPacket;
    return data ? TestCable::Fate::kDamage : TestCable::Fate::kPass;
  });
}

// IBTA Vol 1, 14.2.5.6: LocalPhyErrors is a threshold: the third bad packet in a row passes 2.
TEST(SwitchIncident, SendsTrap129WhenPhysicalErrorsPassTheirThreshold) {
  ManagedStar bench;
  manage_from_port_1(bench, [](PortInfo& info) { info.local_phy_errors = 2; });
  damage_data_of(*bench.star.cables[1]);
  for (const Cycle when : {5000, 5100, 5200}) {
    bench.star.probes[1]->send_at(when, test_packet(Lid{3}, 66));
  }
  bench.run();
  EXPECT_EQ(port_traps(bench), (std::vector<std::pair<unsigned, unsigned>>{{129, 2}}));
  EXPECT_EQ(bench.star.counters(2).local_link_integrity_errors, 1u);
}

TEST(SwitchIncident, SendsNoTrapBelowTheThreshold) {
  ManagedStar bench;
  manage_from_port_1(bench, [](PortInfo& info) { info.local_phy_errors = 2; });
  damage_data_of(*bench.star.cables[1]);
  for (const Cycle when : {5000, 5100}) {
    bench.star.probes[1]->send_at(when, test_packet(Lid{3}, 66));
  }
  bench.run();
  EXPECT_TRUE(port_traps(bench).empty());
  EXPECT_EQ(bench.star.counters(2).rcv_errors, 2u);
  EXPECT_EQ(bench.star.counters(2).local_link_integrity_errors, 0u);
}

// ib-facts 3.3: about 400,000 symbol times without a flow control packet.
TEST(SwitchIncident, SendsTrap131WhenFlowControlPacketsStayAway) {
  ManagedStar bench;
  manage_from_port_1(bench, [](PortInfo&) {});
  bench.star.cables[1]->tamper_a_to_b([](const LinkTransfer& transfer) {
    const bool flow_control = transfer.kind == LinkTransfer::Kind::kFlowControl;
    return flow_control ? TestCable::Fate::kLose : TestCable::Fate::kPass;
  });
  bench.run(30'000);
  EXPECT_TRUE(port_traps(bench).empty());
  bench.run(45'000);
  EXPECT_EQ(port_traps(bench), (std::vector<std::pair<unsigned, unsigned>>{{131, 2}}));
  EXPECT_EQ(bench.star.counters(2).flow_control_update_errors, 1u);
}

MadPacket set_p_keys(std::uint8_t port, const std::vector<std::uint16_t>& keys) {
  MadPacket packet =
      smp_to(kSwitchLid, MadMethod::kSet, SmpAttributeId::kPKeyTable, std::uint32_t{port} << 16);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    store_be16(&packet.mad[smp::kData + 2 * i], keys[i]);
  }
  return packet;
}

// The table and the enforcement of a port act on what passes it; a refusal is trap 259.
TEST(SwitchIncident, EnforcesThePartitionsItWasSet) {
  ManagedStar bench;
  const Packet packet = test_packet(Lid{3}, 66);
  const std::uint16_t key = load_be16(bth_bytes(packet) + 2);
  const auto other = static_cast<std::uint16_t>(key ^ 0x0100);
  manage_from_port_1(bench, [](PortInfo& info) { info.partition_enforcement_inbound = true; });
  bench.send(1, 4000, set_p_keys(2, {other}));
  bench.star.probes[1]->send_at(8000, packet);
  bench.send(1, 9000, set_p_keys(2, {other, key}));
  bench.star.probes[1]->send_at(15'000, packet);
  bench.run();
  EXPECT_EQ(bench.star.counters(2).rcv_constraint_errors, 1u);
  EXPECT_EQ(bench.star.departures(3).size(), 1u);
  std::vector<unsigned> traps;
  for (const MadPacket& mad : bench.received(1)) {
    if (mad.method() == MadMethod::kTrap) traps.push_back(load_be16(&mad.mad[smp::kData + 4]));
  }
  EXPECT_EQ(traps, std::vector<unsigned>{259});
}

}  // namespace
}  // namespace ib::tb
