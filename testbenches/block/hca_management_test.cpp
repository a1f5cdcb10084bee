// SPDX-License-Identifier: Apache-2.0
#include "models/hca/hca_management.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "models/fabric/builders.h"
#include "models/ib/base/bytes.h"
#include "models/ib/management/port_info.h"
#include "testbenches/smp/discovery.h"
#include "testbenches/smp/managed_fabric.h"

namespace ib::tb {
namespace {

/// Two managed hosts on a managed switch; host 0 runs a program with a door to its QP0 and QP1.
/// LIDs in node order: switch 1, host 0 LID 2, host 1 LID 3.
struct TwoHosts {
  explicit TwoHosts(const RunConfig& config = {})
      : fabric(config, {fabric::single_switch(2), {}}), caller(fabric.hca(0).mad_door()) {}

  void run(std::function<void()> program) {
    fabric.host(0).run([this, program = std::move(program)] {
      program();
      finished = true;
      sc_core::sc_stop();
    });
    sc_core::sc_start();
    EXPECT_TRUE(finished);
    EXPECT_TRUE(fabric.broken_invariants().empty());
  }
  [[nodiscard]] const ManagementCounters& counters(std::size_t host) {
    return fabric.hca(host).management()->unit().node().counters();
  }

  ManagedFabric fabric;
  MadCaller caller;
  bool finished = false;
};

const HopPath kHost1{1, 2};

MadPacket lid_routed(Lid dlid, MadMethod method, std::uint16_t attribute) {
  MadPacket packet;
  MadHeader header;
  header.mgmt_class = 1;
  header.method = static_cast<std::uint8_t>(method);
  header.attribute_id = attribute;
  header.encode(packet.mad.data());
  packet.dlid = dlid;
  return packet;
}

MadPacket port_info_set(const PortInfo& info, std::uint64_t key = 0) {
  MadPacket packet = lid_routed(Lid{3}, MadMethod::kSet, 0x15);
  store_be64(&packet.mad[smp::kMKey], key);
  write_attribute(info, &packet.mad[smp::kData]);
  return packet;
}

PortInfo port_info_of(const MadReply& reply) {
  auto info = read_attribute<PortInfo>(reply.data());
  info.port_state = 0;
  info.port_physical_state = 0;
  return info;
}

TEST(HcaManagement, AnswersByDirectedRouteAndByLid) {
  TwoHosts bench;
  bench.run([&] {
    const auto routed = bench.caller.get(kHost1, SmpAttributeId::kNodeInfo);
    ASSERT_TRUE(routed);
    EXPECT_EQ(read_attribute<NodeInfo>(routed->data()).node_type, NodeType::kCa);
    const auto direct = bench.caller.call(lid_routed(Lid{3}, MadMethod::kGet, 0x11));
    ASSERT_TRUE(direct);
    EXPECT_EQ(read_attribute<NodeInfo>(direct->data()).node_guid,
              read_attribute<NodeInfo>(routed->data()).node_guid);
    // By LID no agent of the switch stands in the way there and back: 2 x 200 ns less, and another
    // path through the chip.
    EXPECT_LT(direct->round_trip, routed->round_trip - ticks_from_ns(300));
  });
}

TEST(HcaManagement, RespondsLaterByTheResponseTimeItIsGiven) {
  RunConfig slow;
  slow.hca.management.response_ns = 5000;
  TwoHosts bench{slow};
  bench.run([&] {
    const auto own = bench.caller.get({}, SmpAttributeId::kNodeInfo);
    ASSERT_TRUE(own);
    EXPECT_NEAR(ns_from_ticks(own->round_trip), 5000, 1.0);  // a cycle of 1050 MHz
  });
}

// ib-facts 5.3: no answer to a wrong M_Key, and trap 256 to the manager.
TEST(HcaManagement, IgnoresAWrongMKeyAndTraps) {
  TwoHosts bench;
  bench.run([&] {
    const auto before = bench.caller.call(lid_routed(Lid{3}, MadMethod::kGet, 0x15));
    ASSERT_TRUE(before);
    PortInfo guarded = port_info_of(*before);
    guarded.m_key = 0x1234;
    guarded.m_key_protect_bits = 2;
    guarded.master_sm_lid = Lid{2};
    guarded.subnet_timeout = 20;
    ASSERT_TRUE(bench.caller.call(port_info_set(guarded)));

    hca::MadDoor& door = bench.fabric.hca(0).mad_door();
    (void)door.post(lid_routed(Lid{3}, MadMethod::kGet, 0x11));
    const auto trap = door.receive(sc_core::sc_time{20, sc_core::SC_US});
    ASSERT_TRUE(trap);
    EXPECT_EQ(trap->mad.method(), MadMethod::kTrap);
    EXPECT_EQ(load_be16(&trap->mad.mad[smp::kData + 4]), 256);
    EXPECT_EQ(trap->mad.slid, Lid{3});
    EXPECT_EQ(bench.counters(1).bad_key, 1u);

    guarded.m_key = 0;
    guarded.m_key_violations = 1;  // 0 would clear them
    EXPECT_TRUE(bench.caller.call(port_info_set(guarded, 0x1234)));
    const auto open = bench.caller.call(lid_routed(Lid{3}, MadMethod::kGet, 0x15));
    ASSERT_TRUE(open);
    EXPECT_EQ(port_info_of(*open).m_key_violations, 1);
  });
}

TEST(HcaManagement, CountsWhatItCannotAnswer) {
  TwoHosts bench;
  bench.run([&] {
    hca::MadDoor& door = bench.fabric.hca(0).mad_door();
    MadPacket wrong_class = lid_routed(Lid{3}, MadMethod::kGet, 0x11);
    wrong_class.mad[1] = 0x55;
    (void)door.post(wrong_class);
    MadPacket nobody_asked = lid_routed(Lid{3}, MadMethod::kGetResp, 0x11);
    (void)door.post(nobody_asked);
    MadPacket wrong_q_key = lid_routed(Lid{3}, MadMethod::kGet, 0x12);
    wrong_q_key.mad[1] = 4;
    wrong_q_key.dest_qp = kQp1;
    wrong_q_key.q_key = QKey{1};
    (void)door.post(wrong_q_key);
    EXPECT_FALSE(door.receive(sc_core::sc_time{50, sc_core::SC_US}));
    EXPECT_EQ(bench.counters(1).bad_class, 1u);
    EXPECT_EQ(bench.counters(1).unanswerable, 1u);
    EXPECT_EQ(bench.counters(1).bad_q_key, 1u);
    MadPacket wrong_version = lid_routed(Lid{3}, MadMethod::kGet, 0x11);
    wrong_version.mad[2] = 7;
    const auto answer = bench.caller.call(wrong_version);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status(), MadStatus::kBadVersion);
  });
}

// A new LID answers, the old one no longer.
TEST(HcaManagement, TakesTheLidItIsSet) {
  TwoHosts bench;
  bench.run([&] {
    const auto before = bench.caller.get(kHost1, SmpAttributeId::kPortInfo);
    ASSERT_TRUE(before);
    PortInfo info = port_info_of(*before);
    info.lid = Lid{9};
    ASSERT_TRUE(bench.caller.call(port_info_set(info)));
    EXPECT_EQ(bench.fabric.hca(1).lid(), Lid{9});
    EXPECT_FALSE(bench.caller.call(lid_routed(Lid{3}, MadMethod::kGet, 0x11)));
    EXPECT_EQ(bench.counters(1).bad_address, MadCaller::kTries);
  });
}

TEST(HcaManagement, DiscoversTheFabricItIsIn) {
  TwoHosts bench;
  bench.run([&] {
    Discovery discovery{bench.caller};
    discovery.run();
    EXPECT_TRUE(discovery.failures().empty());
    ASSERT_EQ(discovery.nodes().size(), 3u);
    EXPECT_TRUE(discovery.nodes()[1].is_switch());
    EXPECT_EQ(discovery.nodes()[2].path, kHost1);
  });
}

}  // namespace
}  // namespace ib::tb
