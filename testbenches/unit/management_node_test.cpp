// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/management_node.h"

#include <gtest/gtest.h>

#include "testbenches/unit/mad_requests.h"

namespace ib {
namespace {

using Way = OutgoingMad::Way;
using namespace tb;  // NOLINT: test helpers

ManagementConfig eight_partitions() {
  ManagementConfig config;
  config.partition_cap = 8;
  return config;
}

struct Bench {
  explicit Bench(const NodeIdentity& identity) : node(chip, identity, eight_partitions()) {}
  FakeNode chip;
  ManagementNode node;
};

MadPacket directed(std::uint8_t hop_pointer, std::uint8_t hop_count, bool returning = false) {
  MadPacket packet = request(0x81, MadMethod::kGet, 0x0011, 0);
  packet.dest_qp = kQp0;
  packet.src_qp = kQp0;
  packet.q_key = QKey{0};
  packet.dlid = kPermissiveLid;
  packet.slid = kPermissiveLid;
  packet.mad[smp::kHopPointer] = hop_pointer;
  packet.mad[smp::kHopCount] = hop_count;
  if (returning) packet.mad[smp::kStatus] = 0x80;
  store_be16(&packet.mad[smp::kDrSlid], 0xFFFF);
  store_be16(&packet.mad[smp::kDrDlid], 0xFFFF);
  for (unsigned hop = 1; hop < 64; ++hop) packet.mad[smp::kInitialPath + hop] = 7;
  return packet;
}

// IBTA Vol 1, 14.2.2: the golden request becomes the golden response, byte for byte.
TEST(ManagementNode, AnswersTheGoldenRequest) {
  Bench bench{golden_switch()};

  const auto out = bench.node.receive(golden_mad("smp_dr_get_nodeinfo_hop1"), 3, 0);

  ASSERT_TRUE(out);
  EXPECT_EQ(out->way, Way::kPort);
  EXPECT_EQ(out->port, 3);
  EXPECT_FALSE(out->passed_on);
  EXPECT_EQ(out->packet.mad, golden_mad("smp_dr_getresp_hop1").mad);
  EXPECT_EQ(out->packet.dlid, kPermissiveLid);
  EXPECT_EQ(bench.node.counters().answered, 1u);
}

TEST(ManagementNode, PassesADirectedRouteOn) {
  Bench bench{golden_switch()};
  const auto out = bench.node.receive(directed(1, 2), 5, 0);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->way, Way::kPort);
  EXPECT_EQ(out->port, 7);
  EXPECT_TRUE(out->passed_on);
  EXPECT_EQ(out->packet.mad[smp::kHopPointer], 2);
  EXPECT_EQ(out->packet.mad[smp::kReturnPath + 1], 5);
}

// ib-facts 5.2: HopCount is at most 63; a CA passes nothing on; a path may not lead past the ports.
TEST(ManagementNode, DropsRoutesThatCannotBeFollowed) {
  Bench sw{golden_switch()};
  EXPECT_FALSE(sw.node.receive(directed(1, 255), 1, 0));
  EXPECT_FALSE(sw.node.receive(directed(0, 2), 1, 0));
  MadPacket past_the_ports = directed(1, 2);
  past_the_ports.mad[smp::kInitialPath + 2] = 37;
  EXPECT_FALSE(sw.node.receive(past_the_ports, 1, 0));
  EXPECT_EQ(sw.node.counters().bad_route, 3u);

  Bench ca{plain_ca()};
  EXPECT_FALSE(ca.node.receive(directed(1, 2), 1, 0));
  EXPECT_EQ(ca.node.counters().bad_route, 1u);
}

// A route whose first part goes by LID starts at the switch of that LID (IBTA Vol 1, 14.2.2).
TEST(ManagementNode, StartsTheDirectedPartOfAMixedRoute) {
  Bench bench{golden_switch()};
  MadPacket packet = directed(0, 1);
  packet.slid = Lid{1};
  packet.dlid = Lid{4};
  store_be16(&packet.mad[smp::kDrSlid], 1);
  const auto out = bench.node.receive(packet, 5, 0);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->way, Way::kPort);
  EXPECT_EQ(out->port, 7);
  EXPECT_EQ(out->packet.mad[smp::kHopPointer], 1);

  // And back: HopPointer 1, towards DrSLID by LID.
  MadPacket back = directed(1, 1, /*returning=*/true);
  store_be16(&back.mad[smp::kDrSlid], 1);
  const auto home = bench.node.receive(back, 7, 0);
  ASSERT_TRUE(home);
  EXPECT_EQ(home->way, Way::kLid);
  EXPECT_EQ(home->packet.dlid, Lid{1});
  EXPECT_EQ(home->packet.slid, Lid{4});
  EXPECT_EQ(home->packet.mad[smp::kHopPointer], 0);
}

// The last part goes by LID: the answer returns by LID to the switch where the directed part ended.
TEST(ManagementNode, EndsTheDirectedPartOfAMixedRoute) {
  Bench sw{golden_switch()};
  MadPacket packet = directed(1, 1);
  store_be16(&packet.mad[smp::kDrDlid], 1);
  const auto on = sw.node.receive(packet, 5, 0);
  ASSERT_TRUE(on);
  EXPECT_EQ(on->way, Way::kLid);
  EXPECT_EQ(on->packet.dlid, Lid{1});
  EXPECT_EQ(on->packet.slid, Lid{4});

  Bench ca{plain_ca()};
  const auto answer = ca.node.receive(on->packet, 1, 0);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->way, Way::kLid);
  EXPECT_EQ(answer->packet.dlid, Lid{4});

  const auto back = sw.node.receive(answer->packet, 9, 0);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->way, Way::kPort);
  EXPECT_EQ(back->port, 5);
}

TEST(ManagementNode, DropsForeignAndImpossibleAddresses) {
  Bench bench{golden_switch()};
  for (const unsigned dlid : {0u, 5u, 0xC000u, 0xFFFFu}) {
    MadPacket packet = request(1, MadMethod::kGet, 0x0011, 0);
    packet.dlid = Lid{static_cast<std::uint16_t>(dlid)};
    EXPECT_FALSE(bench.node.receive(packet, 1, 0)) << dlid;
  }
  EXPECT_EQ(bench.node.counters().bad_address, 4u);
}

// ib-facts 5.1: each queue pair serves its own classes.
TEST(ManagementNode, KeepsClassesToTheirQueuePairs) {
  Bench bench{golden_switch()};
  MadPacket pma_on_qp0 = request(4, MadMethod::kGet, 0x0012, 0, "0001");
  pma_on_qp0.dest_qp = kQp0;
  EXPECT_FALSE(bench.node.receive(pma_on_qp0, 1, 0));
  MadPacket smp_on_qp1 = request(1, MadMethod::kGet, 0x0011, 0);
  smp_on_qp1.dest_qp = kQp1;
  smp_on_qp1.q_key = kQp1QKey;
  EXPECT_FALSE(bench.node.receive(smp_on_qp1, 1, 0));
  EXPECT_EQ(bench.node.counters().bad_class, 2u);

  const auto unknown = bench.node.receive(request(0x09, MadMethod::kGet, 1, 0), 1, 0);
  ASSERT_TRUE(unknown);
  EXPECT_EQ(status_of(unknown->packet), MadStatus::kBadMethodAttribute);
}

TEST(ManagementNode, AnswersWrongVersionsByStatus) {
  Bench bench{golden_switch()};
  for (const unsigned mgmt_class : {1u, 4u, 0x21u}) {
    for (const unsigned byte : {0u, 2u}) {
      MadPacket packet = request(static_cast<std::uint8_t>(mgmt_class), MadMethod::kGet, 0x11, 0);
      packet.mad[byte] = 9;
      const auto out = bench.node.receive(packet, 1, 0);
      ASSERT_TRUE(out);
      EXPECT_EQ(status_of(out->packet), MadStatus::kBadVersion) << mgmt_class;
      EXPECT_EQ(out->packet.method(), MadMethod::kGetResp);
    }
  }
}

// ib-facts 6: trap 258 and 257 for what comes to QP1 with a wrong key.
TEST(ManagementNode, DropsGeneralMadsWithWrongKeys) {
  Bench bench{golden_switch()};
  MadPacket q_key = request(4, MadMethod::kGet, 0x0012, 0, "0001");
  q_key.q_key = QKey{0x11111111};
  EXPECT_FALSE(bench.node.receive(q_key, 1, 0));
  MadPacket p_key = request(4, MadMethod::kGet, 0x0012, 0, "0001");
  p_key.p_key = PKey{0x8001};
  EXPECT_FALSE(bench.node.receive(p_key, 1, 0));
  EXPECT_EQ(bench.node.counters().bad_q_key, 1u);
  EXPECT_EQ(bench.node.counters().bad_p_key, 1u);
  EXPECT_EQ(bench.node.subnet().port_info().q_key_violations, 1);
  EXPECT_EQ(bench.node.subnet().port_info().p_key_violations, 1);
}

TEST(ManagementNode, GivesResponsesAndTrapsToTheClient) {
  Bench bench{plain_ca()};
  MadPacket response = request(4, MadMethod::kGetResp, 0x0012, 0);
  response.dlid = Lid{1};
  EXPECT_FALSE(bench.node.receive(response, 1, 0));
  EXPECT_EQ(bench.node.counters().unanswerable, 1u);
  bench.node.attach_client();
  const auto out = bench.node.receive(response, 1, 0);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->way, Way::kClient);
}

TEST(ManagementNode, StartsTheClientsRoutes) {
  Bench bench{plain_ca()};
  bench.node.attach_client();
  MadPacket far = directed(0, 1);
  far.mad[smp::kInitialPath + 1] = 1;
  const auto out = bench.node.send(far, 0);
  ASSERT_TRUE(out);
  EXPECT_EQ(out->way, Way::kPort);
  EXPECT_EQ(out->port, 1);
  EXPECT_EQ(out->packet.mad[smp::kHopPointer], 1);

  const auto own = bench.node.send(directed(0, 0), 0);
  ASSERT_TRUE(own);
  EXPECT_EQ(own->way, Way::kClient);
  EXPECT_EQ(own->packet.method(), MadMethod::kGetResp);
  EXPECT_EQ(own->packet.mad[smp::kData + 2], 1);  // NodeType CA
}

}  // namespace
}  // namespace ib
