// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/ibnetdiscover.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "models/fabric/config_error.h"
#include "models/fabric/node_lookup.h"
#include "models/fabric/text_file.h"

namespace ib::fabric {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string data(const std::string& name) {
  return std::string(IB_SOURCE_DIR) + "/testbenches/data/" + name;
}

std::string fault_of(const std::string& text) {
  try {
    (void)parse_ibnetdiscover(text, "x");
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "nothing thrown";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string without(const std::string& text, const std::string& line_start) {
  const std::size_t at = text.find('\n' + line_start);
  EXPECT_NE(at, std::string::npos) << line_start;
  return std::string(text).erase(at, text.find('\n', at + 1) - at);
}

/// Two hosts on one switch; lines are counted from the first.
const std::string kSmall =
    "# comment\n"                                                                    // 1
    "vendid=0x2c9\n"                                                                 // 2
    "devid=0xd2f2\n"                                                                 // 3
    "sysimgguid=0xa0\n"                                                              // 4
    "switchguid=0xa0(a1)\n"                                                          // 5
    "Switch\t129 \"S-00000000000000a0\"\t\t# \"sw\" enhanced port 0 lid 5 lmc 0\n"   // 6
    "[1]\t\"H-00000000000000b0\"[1](b1) \t\t# \"n1 mlx5_0\" lid 8 4xNDR\n"           // 7
    "[129]\t\"H-00000000000000c0\"[2](c2) \t\t# \"n2 mlx5_0\" lid 16 2xNDR\n"        // 8
    "\n"                                                                             // 9
    "vendid=0x2c9\n"                                                                 // 10
    "caguid=0xb0\n"                                                                  // 11
    "Ca\t1 \"H-00000000000000b0\"\t\t# \"n1 mlx5_0\"\n"                              // 12
    "[1](b1) \t\"S-00000000000000a0\"[1]\t\t# lid 8 lmc 2 \"sw\" lid 5 4xNDR\n"      // 13
    "\n"                                                                             // 14
    "caguid=0xc0\n"                                                                  // 15
    "Ca\t2 \"H-00000000000000c0\"\t\t# \"n2 mlx5_0\"\n"                              // 16
    "[2](c2) \t\"S-00000000000000a0\"[129]\t\t# lid 16 lmc 0 \"sw\" lid 5 2xNDR\n";  // 17

TEST(Ibnetdiscover, ReadsTheClusterSample) {
  const auto [topology, notes] = import_ibnetdiscover(data("cluster.ibnetdiscover"));

  // Four leaves, two spines; sixteen nodes, one with two adapters; an aggregation node a switch.
  EXPECT_EQ(topology.count(NodeKind::kSwitch), 6u);
  EXPECT_EQ(topology.count(NodeKind::kCa), 17u + 6u);
  EXPECT_EQ(topology.cables().size(), 17u + 6u + 16u);
  EXPECT_THAT(notes, IsEmpty());

  const PortRef node13 = find_port(topology, "node13");
  EXPECT_EQ(topology.port(node13).lid, Lid{13});
  EXPECT_EQ(topology.label(*topology.peer(node13)), "MF0;leaf04:MQM9700/U1[1]");
  EXPECT_EQ(topology.cable_at(node13)->info.rate, (LinkRate{Generation::kHdr, Width::k4x}));
  const Node& leaf = topology.node(find_port(topology, "leaf04").node);
  EXPECT_TRUE(leaf.enhanced_port_0);
  EXPECT_EQ(leaf.device_id, 0xd2f2u);
  EXPECT_EQ(leaf.ports[0].lid, Lid{8});
}

TEST(Ibnetdiscover, CountsTheRatesOfTheClusterSample) {
  const auto topology = import_ibnetdiscover(data("cluster.ibnetdiscover")).topology;
  const auto cables_of = [&](LinkRate rate) {
    return std::count_if(topology.cables().begin(), topology.cables().end(),
                         [&](const Cable& cable) { return cable.info.rate == rate; });
  };
  EXPECT_EQ(cables_of({Generation::kNdr, Width::k4x}), 35);
  EXPECT_EQ(cables_of({Generation::kHdr, Width::k4x}), 2);
  EXPECT_EQ(cables_of({Generation::kNdr, Width::k2x}), 2);
}

TEST(Ibnetdiscover, ReadsTheChassisSample) {
  const auto [topology, notes] = import_ibnetdiscover(data("chassis.ibnetdiscover"));

  // Two spines and three lines of the chassis, one edge switch; 12 + 3 hosts; the router left out.
  EXPECT_EQ(topology.count(NodeKind::kSwitch), 6u);
  EXPECT_EQ(topology.count(NodeKind::kCa), 15u);
  EXPECT_EQ(topology.cables().size(), 12u + 54u + 2u + 4u);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 router(s) and 1 link(s)")));

  const PortRef oss2 = find_port(topology, "lustre-oss2 \"scratch\" HCA-1");
  EXPECT_EQ(topology.cable_at(oss2)->info.rate, (LinkRate{Generation::kFdr10, Width::k4x}));
  const PortRef login = find_port(topology, "login #1");
  EXPECT_EQ(topology.cable_at(login)->info.rate, (LinkRate{Generation::kSdr, Width::k1x}));
  const PortRef oss1 = find_port(topology, "17");
  EXPECT_EQ(topology.label(oss1), "lustre-oss1 HCA-1[2]");
}

TEST(Ibnetdiscover, CountsTheNodesOfAnAmbiguousName) {
  const auto topology = import_ibnetdiscover(data("cluster.ibnetdiscover")).topology;
  try {
    (void)find_port(topology, "node09", NodeKind::kCa);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("node09 mlx5_0"), HasSubstr("node09 mlx5_1")));
  }
  EXPECT_EQ(topology.node(find_port(topology, "node09 mlx5_1").node).name, "node09 mlx5_1");
}

TEST(Ibnetdiscover, ReadsPortsGuidsAndLids) {
  const auto [topology, notes] = parse_ibnetdiscover(kSmall, "x");

  EXPECT_EQ(topology.node(0).port_count(), 129u);
  EXPECT_EQ(topology.port_by_guid(Guid{0xb1}), (PortRef{1, 1}));
  EXPECT_EQ(topology.port({1, 1}).lmc, 2u);
  EXPECT_EQ(topology.port_by_lid(Lid{5}), (PortRef{0, 0}));
  EXPECT_EQ(topology.peer({0, 129}), (PortRef{2, 2}));
  EXPECT_THAT(notes, IsEmpty());
}

TEST(Ibnetdiscover, ReadsWindowsLineEndsAndAByteOrderMark) {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : kSmall) text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(parse_ibnetdiscover(text, "x").topology.cables().size(), 2u);
}

TEST(Ibnetdiscover, ReadsChassisLinesExternalPortsAndTheFullForm) {
  std::string text = replaced(kSmall, "(a1)", "(a1)\t# CS7520 Spine 1 Chip 0");
  text =
      replaced(text, "# comment", "\nChassis 1 (guid 0xa0)\n\n# Spine Nodes\nNon-Chassis Nodes\n");
  text = replaced(text, "sysimgguid=0xa0", "sysimgguid=0xa0\t\t# Chassis 1");
  text = replaced(text, "[1]\t", "[1][ext 7]\t");
  text = replaced(text, "\"[1]\t\t", "\"[1][ext 7]\t\t");
  text = replaced(text, "lid 8 4xNDR", "lid 8 4xNDR s=4 w=2 v=4");
  text = replaced(text, "Ca\t1", "ibwarn: [12] mad_rpc_open_port: something\nHca\t1");
  EXPECT_EQ(parse_ibnetdiscover(text, "x").topology.cables().size(), 2u);
}

TEST(Ibnetdiscover, KeepsOddNamesAsTheyAre) {
  const std::string name = "r\xC3\xA9seau \"#1\" [x](y) lid 7 ' \\";
  std::string text = replaced(kSmall, "n1 mlx5_0", name);
  text = replaced(text, "n1 mlx5_0", name);
  const auto topology = parse_ibnetdiscover(text, "x").topology;
  EXPECT_EQ(topology.node(1).name, name);
  EXPECT_EQ(topology.port({1, 1}).lid, Lid{8});
}

TEST(Ibnetdiscover, NamesANodeWithoutDescriptionByItsGuid) {
  const auto topology = parse_ibnetdiscover(replaced(kSmall, "# \"sw\"", "# \"\""), "x").topology;
  EXPECT_EQ(topology.node(0).name, "0x00000000000000a0");
}

TEST(Ibnetdiscover, CompletesALinkThatOneSideLeavesOut) {
  const auto [by_switch, notes] = parse_ibnetdiscover(without(kSmall, "[1](b1)"), "x");
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 link(s) stand in the record of one side only")));
  EXPECT_EQ(by_switch.peer({1, 1}), (PortRef{0, 1}));
  EXPECT_EQ(by_switch.port({1, 1}).lid, Lid{8});

  const auto by_host = parse_ibnetdiscover(without(kSmall, "[129]\t"), "x").topology;
  EXPECT_EQ(by_host.peer({0, 129}), (PortRef{2, 2}));
  EXPECT_EQ(by_host.cable_at({0, 129})->info.rate, (LinkRate{Generation::kNdr, Width::k2x}));
}

TEST(Ibnetdiscover, TakesARateThatOneSideDoesNotKnow) {
  const auto topology = parse_ibnetdiscover(replaced(kSmall, "4xNDR", "4x???"), "x").topology;
  EXPECT_EQ(topology.cable_at({0, 1})->info.rate, (LinkRate{Generation::kNdr, Width::k4x}));
}

TEST(Ibnetdiscover, NotesDifferingRatesAndTakesTheSlower) {
  const auto [topology, notes] = parse_ibnetdiscover(replaced(kSmall, "4xNDR", "1xNDR"), "x");
  EXPECT_EQ(topology.cable_at({0, 1})->info.rate, (LinkRate{Generation::kNdr, Width::k1x}));
  EXPECT_THAT(notes, ElementsAre(AllOf(HasSubstr("line 7"), HasSubstr("line 13"))));
}

TEST(Ibnetdiscover, LeavesOutALoopbackPlugWithANote) {
  const std::string text = replaced(
      kSmall, "[129]\t", "[3]\t\"S-00000000000000a0\"[3]\t\t# \"sw\" lid 5 4xNDR\n[129]\t");
  const auto [topology, notes] = parse_ibnetdiscover(text, "x");
  EXPECT_EQ(topology.cables().size(), 2u);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("loopback plug in sw[3]")));
}

TEST(Ibnetdiscover, LeavesPortsWithoutALidUnassigned) {
  std::string text = replaced(kSmall, "lid 5 lmc", "lid 0 lmc");
  text =
      replaced(replaced(text, "lid 8 4xNDR", "lid 65535 4xNDR"), "lid 8 lmc 2", "lid 65535 lmc 0");
  const auto topology = parse_ibnetdiscover(text, "x").topology;
  EXPECT_EQ(topology.port({0, 0}).lid, Lid{});
  EXPECT_EQ(topology.port({1, 1}).lid, Lid{});
}

TEST(Ibnetdiscover, RefusesSidesThatDisagreeOnTheirPeer) {
  EXPECT_THAT(fault_of(replaced(kSmall, "\"S-00000000000000a0\"[1]", "\"S-00000000000000a0\"[2]")),
              AllOf(StartsWith("x:13: n1 mlx5_0[1]: is cabled to sw[2] here but sw[1] on line 7")));
}

TEST(Ibnetdiscover, RefusesTwoCablesInOnePort) {
  EXPECT_THAT(fault_of(replaced(kSmall, "[129]\t", "[1]\t")),
              AllOf(StartsWith("x:8: sw[1]: is cabled to n2 mlx5_0[2]"), HasSubstr("line 7")));
}

TEST(Ibnetdiscover, RefusesSidesThatDisagreeOnALid) {
  EXPECT_THAT(fault_of(replaced(kSmall, "lid 8 4xNDR", "lid 12 4xNDR")),
              AllOf(StartsWith("x:13"), HasSubstr("has LID 8 here but 12 on line 7")));
  EXPECT_THAT(fault_of(replaced(kSmall, "lid 5 2xNDR", "lid 6 2xNDR")),
              AllOf(StartsWith("x:17"), HasSubstr("has LID 6 here but 5 on line 6")));
}

TEST(Ibnetdiscover, RefusesSidesThatDisagreeOnAGuid) {
  EXPECT_THAT(fault_of(replaced(kSmall, "(c2)", "(c3)")), HasSubstr("on line 8"));
  EXPECT_THAT(fault_of(replaced(kSmall, "caguid=0xb0", "caguid=0xb9")),
              AllOf(StartsWith("x:12"), HasSubstr("0x00000000000000b9")));
}

TEST(Ibnetdiscover, RefusesADuplicateGuid) {
  EXPECT_THAT(fault_of(kSmall + "Ca\t1 \"H-00000000000000b0\"\t\t# \"clone\"\n"),
              AllOf(StartsWith("x:18"), HasSubstr("two records"), HasSubstr("line 12")));
  EXPECT_THAT(fault_of(replaced(replaced(kSmall, "(c2)", "(b1)"), "(c2)", "(b1)")),
              AllOf(StartsWith("x:16"), HasSubstr("given to both")));
}

TEST(Ibnetdiscover, RefusesADuplicateLid) {
  std::string text = replaced(replaced(kSmall, "lid 16 2xNDR", "lid 11 2xNDR"), "lid 16", "lid 11");
  EXPECT_THAT(fault_of(text),
              AllOf(HasSubstr("LID"), HasSubstr("'11'"), HasSubstr("n1 mlx5_0[1]")));
}

TEST(Ibnetdiscover, RefusesAPortThatTheNodeDoesNotHave) {
  EXPECT_THAT(fault_of(replaced(kSmall, "Switch\t129", "Switch\t128")),
              AllOf(StartsWith("x:8"), HasSubstr("'129'"), HasSubstr("1 to 128")));
  EXPECT_THAT(fault_of(replaced(kSmall, "Switch\t129", "Switch\t255")), HasSubstr("1 to 254"));
  EXPECT_THAT(fault_of(replaced(kSmall, "Switch\t129", "Switch\t99999999999")),
              HasSubstr("out of range"));
}

TEST(Ibnetdiscover, RefusesAPeerOfAnotherType) {
  EXPECT_THAT(fault_of(replaced(kSmall, "\"H-00000000000000b0\"[1]", "\"S-00000000000000b0\"[1]")),
              AllOf(StartsWith("x:7"), HasSubstr("type")));
}

TEST(Ibnetdiscover, RefusesAnUnknownRate) {
  EXPECT_THAT(fault_of(replaced(kSmall, "4xNDR", "3xNDR")),
              AllOf(StartsWith("x:7"), HasSubstr("'3xNDR'"), HasSubstr("12x")));
  std::string text = replaced(replaced(kSmall, "4xNDR", "4x???"), "4xNDR", "4x???");
  EXPECT_THAT(fault_of(text), AllOf(StartsWith("x:7"), HasSubstr("correct the line")));
}

TEST(Ibnetdiscover, SaysWhichRecordADumpBreaksOffIn) {
  const std::size_t in_link = kSmall.find("2xNDR") - 4;
  EXPECT_THAT(
      fault_of(kSmall.substr(0, in_link)),
      AllOf(StartsWith("x:8: the dump is cut short in the record of Switch \"sw\" (line 6)")));
  EXPECT_THAT(fault_of(kSmall.substr(0, kSmall.find("caguid=0xc0") + 12)),
              AllOf(HasSubstr("cut short after the record of Ca \"n1 mlx5_0\" (line 12)")));
}

TEST(Ibnetdiscover, SaysWhichRecordsADumpCutBetweenThemMisses) {
  EXPECT_THAT(fault_of(kSmall.substr(0, kSmall.find("caguid=0xc0"))),
              AllOf(StartsWith("x:8: the dump is cut short"), HasSubstr("\"n2 mlx5_0\""),
                    HasSubstr("the last one is Ca \"n1 mlx5_0\"")));
}

TEST(Ibnetdiscover, RefusesADumpWithoutALink) {
  EXPECT_THAT(fault_of(kSmall.substr(0, kSmall.find("[1]"))),
              AllOf(StartsWith("x:6: the dump holds no link"), HasSubstr("Switch \"sw\"")));
}

TEST(Ibnetdiscover, RefusesOtherReportsOfTheTool) {
  EXPECT_THAT(fault_of("Switch\t : 0x0000000000200003 ports 65 devid 0x0 vendid 0x0 \"leaf3\"\n"),
              HasSubstr("ibnetdiscover -l"));
  EXPECT_THAT(fault_of("CA    22  1 0x000000000010001f 4x SDR - SW     6  7 0x02 ( 'a' - 'b' )\n"),
              HasSubstr("ibnetdiscover -p"));
  EXPECT_THAT(fault_of("< vendid=0x2c9\n"), HasSubstr("--diff"));
}

TEST(Ibnetdiscover, RefusesTextThatIsNoDump) {
  EXPECT_THAT(fault_of(""), HasSubstr("no Switch or Ca record"));
  EXPECT_THAT(fault_of("# only a comment\n"), HasSubstr("no Switch or Ca record"));
  EXPECT_THAT(fault_of("hello\n"), AllOf(StartsWith("x:1"), HasSubstr("'hello'")));
  EXPECT_THAT(fault_of("[1]\t\"S-a0\"[1]\t\t# lid 8 lmc 0 \"sw\" lid 5 4xNDR\n"),
              HasSubstr("before the Switch or Ca line"));
}

TEST(Ibnetdiscover, RefusesFilesThatAreNoText) {
  const auto fault = [](const std::string& path) -> std::string {
    try {
      (void)import_ibnetdiscover(path);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "nothing thrown";
  };
  EXPECT_THAT(fault(data("")), HasSubstr("is a folder"));
  EXPECT_THAT(fault(data("absent")), HasSubstr("cannot be read: No such file"));
  const std::string path = testing::TempDir() + "ibnetdiscover_test.bin";
  std::ofstream(path, std::ios::binary) << "vendid" << '\0' << "x";
  EXPECT_THAT(fault(path), HasSubstr("binary file, byte 6"));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace ib::fabric
