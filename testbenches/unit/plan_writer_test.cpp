// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/plan_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/fabric/builders.h"
#include "models/fabric/ibnetdiscover.h"
#include "models/fabric/named_plan.h"
#include "models/fabric/text_file.h"

namespace ib::fabric {
namespace {

using testing::HasSubstr;

const std::string kData = IB_SOURCE_DIR "/testbenches/data/";

/// Nodes by GUID with all they are, and cables by the GUIDs of their ends.
void expect_same(const Topology& a, const Topology& b) {
  ASSERT_EQ(a.nodes().size(), b.nodes().size());
  ASSERT_EQ(a.cables().size(), b.cables().size());
  for (NodeId id = 0; id < a.nodes().size(); ++id) {
    const Node& node = a.node(id);
    const auto found = b.node_by_guid(node.guid);
    ASSERT_TRUE(found) << node.name;
    const Node& twin = b.node(*found);
    EXPECT_EQ(twin.kind, node.kind);
    EXPECT_EQ(twin.name, node.name);
    EXPECT_EQ(twin.system_image_guid, node.system_image_guid);
    EXPECT_EQ(twin.vendor_id, node.vendor_id);
    EXPECT_EQ(twin.device_id, node.device_id);
    EXPECT_EQ(twin.enhanced_port_0, node.enhanced_port_0);
    ASSERT_EQ(twin.port_count(), node.port_count());
    for (std::uint32_t port = 0; port <= node.port_count(); ++port) {
      EXPECT_EQ(twin.ports[port].lid, node.ports[port].lid);
      EXPECT_EQ(twin.ports[port].lmc, node.ports[port].lmc);
      const auto peer = a.peer({id, port});
      const auto twin_peer = b.peer({*found, port});
      ASSERT_EQ(peer.has_value(), twin_peer.has_value()) << a.label({id, port});
      if (!peer) continue;
      EXPECT_EQ(b.node(twin_peer->node).guid, a.node(peer->node).guid);
      EXPECT_EQ(twin_peer->port, peer->port);
      EXPECT_EQ(twin.ports[port].guid, node.ports[port].guid);
      const LinkRate rate = a.cable_at({id, port})->info.rate;
      const LinkRate twin_rate = b.cable_at({*found, port})->info.rate;
      EXPECT_EQ(twin_rate.generation, rate.generation);
      EXPECT_EQ(twin_rate.width, rate.width);
    }
  }
}

class PlanWriter : public testing::TestWithParam<const char*> {};

TEST_P(PlanWriter, WritesWhatTheImporterReadsBack) {
  const Topology topology = load_plan(GetParam()).topology;

  expect_same(topology, parse_ibnetdiscover(to_ibnetdiscover(topology), "x").topology);
}

INSTANTIATE_TEST_SUITE_P(Plans, PlanWriter,
                         testing::Values("single:3", "torus:4x4,hosts=2", "fattree2:8",
                                         "dragonfly:4x2",
                                         IB_SOURCE_DIR "/testbenches/data/cluster.ibnetdiscover"));

TEST(PlanWriter, WritesHostsWithoutASwitch) {
  expect_same(back_to_back(), parse_ibnetdiscover(to_ibnetdiscover(back_to_back()), "x").topology);
}

// Lines of the sample, as the real tool printed them.
TEST(PlanWriter, WritesTheLinesOfTheTool) {
  const std::string text =
      to_ibnetdiscover(import_ibnetdiscover(kData + "cluster.ibnetdiscover").topology);
  const std::string sample = read_text_file(kData + "cluster.ibnetdiscover");

  for (const char* line :
       {"\nSwitch\t65 \"S-fc6a1c0300a40140\"\t\t# \"MF0;leaf04:MQM9700/U1\" enhanced port 0 lid 8 "
        "lmc 0\n",
        "\n[3]\t\"H-b83fd20300c512d0\"[1](b83fd20300c512d1) \t\t# \"node15 mlx5_0\" lid 27 2xNDR\n",
        "\n[61]\t\"S-fc6a1c0300a40180\"[7]\t\t# \"MF0;spine01:MQM9700/U1\" lid 15 4xNDR\n",
        "\n[1](b83fd20300c51307) \t\"S-fc6a1c0300a40140\"[4]\t\t# lid 3 lmc 0 "
        "\"MF0;leaf04:MQM9700/U1\" lid 8 2xNDR\n"}) {
    EXPECT_THAT(sample, HasSubstr(line));
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(PlanWriter, DrawsNodesAndCables) {
  const std::string text = to_dot(single_switch(2));

  EXPECT_THAT(text, testing::StartsWith("graph fabric {\n"));
  EXPECT_THAT(text, HasSubstr("  n0 [label=\"sw0\", shape=box];\n"));
  EXPECT_THAT(text, HasSubstr("  n1 [label=\"host0\"];\n"));
  EXPECT_THAT(text, HasSubstr("  n1 -- n0 [taillabel=\"1\", headlabel=\"1\""));
}

}  // namespace
}  // namespace ib::fabric
