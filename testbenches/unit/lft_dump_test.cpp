// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/lft_dump.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "models/fabric/ibnetdiscover.h"
#include "models/fabric/min_hop.h"

namespace ib::fabric {
namespace {

using testing::HasSubstr;

const std::string kData = IB_SOURCE_DIR "/testbenches/data/";

void expect_same_tables(const Topology& topology, const Routing& a, const Routing& b) {
  for (NodeId id = 0; id < topology.nodes().size(); ++id) EXPECT_EQ(a.table(id), b.table(id));
}

/// Two switches in a row with a host each: LIDs 1 and 3 are the switches'.
const Topology& line() {
  static const Topology topology = switch_line(2);
  return topology;
}

// Lines of the sample: "0x0001 063", "0x0003 004" and "0x0008 000" of leaf04.
TEST(LftDump, GivesTheTablesThatOpenSmWrote) {
  const Topology topology = import_ibnetdiscover(kData + "cluster.ibnetdiscover").topology;
  const NodeId leaf = *topology.node_by_guid(Guid{0xfc6a'1c03'00a4'0140});

  const Routing routing = import_lft_dump(kData + "cluster.lfts", topology);

  EXPECT_EQ(routing.output(leaf, Lid{1}), 63);
  EXPECT_EQ(routing.output(leaf, Lid{3}), 4);
  EXPECT_EQ(routing.output(leaf, Lid{8}), 0);
  EXPECT_EQ(routing.output(leaf, Lid{0x1d}), 61);
}

TEST(LftDump, IsReadBackAsItWasWritten) {
  const Topology topology = fat_tree_2(4);
  const Routing routing = MinHop().route(topology);

  expect_same_tables(topology, parse_lft_dump(to_lft_dump(topology, routing), "x", topology),
                     routing);
}

TEST(LftDump, LooksLikeOpenSms) {
  const Topology topology = import_ibnetdiscover(kData + "cluster.ibnetdiscover").topology;

  const std::string text = to_lft_dump(topology, import_lft_dump(kData + "cluster.lfts", topology));

  EXPECT_THAT(text, HasSubstr("0x0003 004 : (Channel Adapter portguid 0xb83fd20300c51307: 'node16 "
                              "mlx5_0')\n"));
  EXPECT_THAT(text, HasSubstr("0x0008 000 : (Switch portguid 0xfc6a1c0300a40140: "
                              "'MF0;leaf04:MQM9700/U1')\n"));
  EXPECT_THAT(text, HasSubstr("29 valid lids dumped \n"));
}

std::string refusal(const std::string& text) {
  try {
    static_cast<void>(parse_lft_dump(text, "x.lfts", line()));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(LftDump, RefusesWhatDoesNotFitTheTopology) {
  const std::string none = to_lft_dump(line(), Routing(line()));
  const std::string head = none.substr(0, none.find('\n') + 1);
  ASSERT_THAT(head, HasSubstr(" guid 0x"));

  EXPECT_THAT(refusal(""), HasSubstr("no forwarding table"));
  EXPECT_THAT(refusal("0x0001 001 : ()\n"), HasSubstr("x.lfts:1: entry before"));
  EXPECT_THAT(refusal("Unicast lids [0x0-0x4] of switch Lid 9 guid 0x77 (x):\n"),
              HasSubstr("x.lfts:1: no such switch in the topology: '0x77'"));
  EXPECT_THAT(refusal("Unicast lids [0x0-0x4] of switch\n"), HasSubstr("without a GUID"));
  EXPECT_THAT(refusal(head + "0x0063 001 : ()\n"), HasSubstr("x.lfts:2: no such LID"));
  EXPECT_THAT(refusal(head + "0x0001 077 : ()\n"), HasSubstr("x.lfts:2: no such port"));
  EXPECT_THAT(refusal(head + "0x0001 x : ()\n"), HasSubstr("x.lfts:2: no such port"));
  EXPECT_EQ(refusal(head + "0x0001 255 : ()\n"), "accepted");
}

}  // namespace
}  // namespace ib::fabric
