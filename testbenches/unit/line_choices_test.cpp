// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/line_choices.h"

#include <gtest/gtest.h>

#include "models/fabric/config_error.h"

namespace ib::fabric {
namespace {

/// A switch with a cable to each of two hosts.
Topology star() {
  Topology topology;
  const auto add = [&topology](NodeKind kind, const char* name, std::uint64_t guid,
                               std::uint32_t ports) {
    Node node;
    node.kind = kind;
    node.name = name;
    node.guid = Guid{guid};
    node.ports.resize(ports + 1);
    for (std::uint32_t port = 0; port <= ports; ++port) {
      node.ports[port].guid = Guid{kind == NodeKind::kSwitch ? guid : guid + port};
    }
    return topology.add(node);
  };
  const NodeId leaf = add(NodeKind::kSwitch, "leaf", 0x10, 4);
  const NodeId one = add(NodeKind::kCa, "one", 0x20, 1);
  const NodeId two = add(NodeKind::kCa, "two", 0x30, 1);
  const LinkRate rate{Generation::kNdr, Width::k4x};
  topology.connect({leaf, 1}, {one, 1}, {rate, std::nullopt, std::nullopt});
  topology.connect({leaf, 2}, {two, 1}, {rate, std::nullopt, std::nullopt});
  return topology;
}

struct Lines {
  phy::PhyConfig phy;
  phy::CableConfig cable;
};

/// What the n-th cable of the star gets.
Lines lines_of(const std::string& text, std::size_t cable) {
  const Topology topology = star();
  LineChoices choices{text};
  Lines lines;
  choices.apply(topology, topology.cables()[cable], lines.phy, lines.cable);
  return lines;
}

std::string fault(const std::string& text) {
  try {
    const Topology topology = star();
    LineChoices choices{text};
    for (const Cable& cable : topology.cables()) {
      Lines lines;
      choices.apply(topology, cable, lines.phy, lines.cable);
    }
    choices.refuse_unused();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(LineChoices, GiveACableOfANodeWhatItsWordsSay) {
  const Lines lines = lines_of("one=bit_true+rs_544_514_x2_plr+ndr_sr4", 0);
  EXPECT_EQ(lines.phy.mode, phy::PhyMode::kBitTrue);
  EXPECT_EQ(lines.phy.fec, FecMode::kRs544x2Plr);
  EXPECT_EQ(lines.cable.type, "ndr_sr4");
}

TEST(LineChoices, LeaveOtherCablesAlone) {
  const Lines lines = lines_of("one=bit_true", 1);
  EXPECT_EQ(lines.phy.mode, phy::PhyMode::kIdeal);
}

TEST(LineChoices, MeanOnePortOrAllOfANode) {
  EXPECT_EQ(lines_of("leaf[2]=statistical", 0).phy.mode, phy::PhyMode::kIdeal);
  EXPECT_EQ(lines_of("leaf[2]=statistical", 1).phy.mode, phy::PhyMode::kStatistical);
  EXPECT_EQ(lines_of("leaf=statistical", 0).phy.mode, phy::PhyMode::kStatistical);
}

TEST(LineChoices, LetTheLaterChoiceWin) {
  EXPECT_EQ(lines_of("leaf=statistical;one=bit_true", 0).phy.mode, phy::PhyMode::kBitTrue);
}

TEST(LineChoices, RefuseWhatNamesNothing) {
  EXPECT_EQ(fault("one=bit_true;two=statistical"), "");
  EXPECT_NE(fault("three=bit_true").find("three"), std::string::npos);
  EXPECT_NE(fault("leaf[3]=bit_true").find("leaf[3]"), std::string::npos);
  EXPECT_NE(fault("one=copper").find("copper"), std::string::npos);
  EXPECT_NE(fault("one").find("NODE[PORT]"), std::string::npos);
}

}  // namespace
}  // namespace ib::fabric
