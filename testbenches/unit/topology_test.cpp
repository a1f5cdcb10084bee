// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/topology.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "models/fabric/lids.h"
#include "models/fabric/node_lookup.h"

namespace ib::fabric {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string fault_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "nothing thrown";
}

Node node(NodeKind kind, const std::string& name, std::uint64_t guid, std::uint32_t ports) {
  Node made;
  made.kind = kind;
  made.name = name;
  made.guid = Guid{guid};
  made.ports.resize(ports + 1);
  return made;
}

class TopologyTest : public testing::Test {
 protected:
  Topology topology_;
  const NodeId sw_ = topology_.add(node(NodeKind::kSwitch, "leaf", 0x10, 4));
  const NodeId a_ = topology_.add(node(NodeKind::kCa, "node01 mlx5_0", 0x20, 2));
  const NodeId b_ = topology_.add(node(NodeKind::kCa, "node010 mlx5_0", 0x30, 1));
};

TEST_F(TopologyTest, ACableJoinsTwoPorts) {
  topology_.connect({sw_, 3}, {a_, 2}, {{Generation::kHdr, Width::k2x}, phy::CableKind::kAoc, 5.0});

  EXPECT_EQ(topology_.peer({sw_, 3}), (PortRef{a_, 2}));
  EXPECT_EQ(topology_.peer({a_, 2}), (PortRef{sw_, 3}));
  EXPECT_EQ(topology_.peer({a_, 1}), std::nullopt);
  EXPECT_EQ(topology_.cable_at({a_, 2})->info.length_m, 5.0);
}

TEST_F(TopologyTest, RefusesAGuidGivenTwice) {
  EXPECT_THAT(
      fault_of([&] { topology_.add(node(NodeKind::kCa, "clone", 0x20, 1)); }),
      AllOf(HasSubstr("0x0000000000000020"), HasSubstr("node01 mlx5_0"), HasSubstr("clone")));
  EXPECT_EQ(topology_.nodes().size(), 3u);
}

TEST_F(TopologyTest, RefusesTwoCablesInOnePort) {
  topology_.connect({sw_, 1}, {a_, 1}, {});
  EXPECT_THAT(fault_of([&] {
                topology_.connect({b_, 1}, {sw_, 1}, {});
              }),
              AllOf(HasSubstr("leaf[1]"), HasSubstr("two cables"), HasSubstr("node01 mlx5_0[1]")));
  EXPECT_EQ(topology_.cables().size(), 1u);
}

TEST_F(TopologyTest, RefusesAPortThatTheNodeDoesNotHave) {
  EXPECT_THAT(fault_of([&] {
                topology_.connect({sw_, 5}, {a_, 1}, {});
              }),
              AllOf(HasSubstr("leaf"), HasSubstr("'5'"), HasSubstr("1 to 4")));
  EXPECT_THAT(fault_of([&] { topology_.connect({sw_, 0}, {a_, 1}, {}); }), HasSubstr("1 to 4"));
}

TEST_F(TopologyTest, RefusesACableFromAPortToItself) {
  EXPECT_THAT(fault_of([&] { topology_.connect({sw_, 2}, {sw_, 2}, {}); }), HasSubstr("itself"));
}

TEST_F(TopologyTest, RefusesANodeWithoutPortsOrWithTooMany) {
  EXPECT_THAT(fault_of([&] { topology_.add(node(NodeKind::kCa, "x", 1, 0)); }),
              HasSubstr("1 to 254"));
  EXPECT_THAT(fault_of([&] { topology_.add(node(NodeKind::kSwitch, "x", 1, 255)); }),
              HasSubstr("'255'"));
}

TEST_F(TopologyTest, RefusesLidsThatOverlap) {
  topology_.assign_lid({a_, 1}, Lid{8}, 2);
  EXPECT_EQ(topology_.port_by_lid(Lid{11}), (PortRef{a_, 1}));
  EXPECT_THAT(fault_of([&] {
                topology_.assign_lid({b_, 1}, Lid{11});
              }),
              AllOf(HasSubstr("'11'"), HasSubstr("node01 mlx5_0[1]"), HasSubstr("node010")));
}

TEST_F(TopologyTest, RefusesLidsThatAreNotUnicastOrNotAligned) {
  EXPECT_THAT(fault_of([&] { topology_.assign_lid({a_, 1}, Lid{0xC000}); }), HasSubstr("49151"));
  EXPECT_THAT(fault_of([&] { topology_.assign_lid({a_, 1}, Lid{5}, 1); }), HasSubstr("LMC"));
  EXPECT_THAT(fault_of([&] { topology_.assign_lid({a_, 1}, Lid{256}, 8); }), HasSubstr("0 to 7"));
}

TEST_F(TopologyTest, AssignsTheLidsThatAreMissing) {
  topology_.assign_lid({a_, 1}, Lid{2});

  assign_lids(topology_, /*ca_lmc=*/1);

  EXPECT_EQ(topology_.port({sw_, 0}).lid, Lid{1});
  EXPECT_EQ(topology_.port({a_, 1}).lid, Lid{2});
  EXPECT_EQ(topology_.port({a_, 2}).lid, Lid{4});
  EXPECT_EQ(topology_.port({b_, 1}).lid, Lid{6});
  EXPECT_EQ(topology_.port_by_lid(Lid{7}), (PortRef{b_, 1}));
}

TEST_F(TopologyTest, FindsANodeByGuidLidAndName) {
  topology_.connect({sw_, 1}, {a_, 2}, {});
  topology_.assign_lid({a_, 2}, Lid{77});

  EXPECT_EQ(find_port(topology_, "0x20"), (PortRef{a_, 2}));
  EXPECT_EQ(find_port(topology_, "77"), (PortRef{a_, 2}));
  EXPECT_EQ(find_port(topology_, "node010 mlx5_0"), (PortRef{b_, 1}));
  EXPECT_EQ(find_port(topology_, "lea"), (PortRef{sw_, 0}));
}

TEST_F(TopologyTest, FirstWordsOfANameGoBeforeItsBeginning) {
  EXPECT_EQ(find_port(topology_, "node01"), (PortRef{a_, 1}));
}

TEST_F(TopologyTest, ListsTheCandidatesOfAnAmbiguousName) {
  EXPECT_THAT(fault_of([&] { (void)find_port(topology_, "mlx5"); }),
              AllOf(HasSubstr("several"), HasSubstr("node01 mlx5_0"), HasSubstr("node010 mlx5_0"),
                    HasSubstr("0x0000000000000030")));
}

TEST_F(TopologyTest, SaysWhenNothingFits) {
  EXPECT_THAT(fault_of([&] { (void)find_port(topology_, "node99"); }), HasSubstr("'node99'"));
  EXPECT_THAT(fault_of([&] { (void)find_port(topology_, "leaf", NodeKind::kCa); }),
              HasSubstr("no such host"));
  EXPECT_THAT(fault_of([&] { (void)find_port(topology_, "0xzz"); }), HasSubstr("hexadecimal"));
  EXPECT_THAT(fault_of([&] { (void)find_port(topology_, ""); }), HasSubstr("node"));
}

TEST(Builders, MakeThePlansTheyPromise) {
  EXPECT_EQ(back_to_back().cables().size(), 1u);
  EXPECT_EQ(single_switch(3, {}, 8).node(0).port_count(), 8u);
  EXPECT_EQ(switch_line(5).cables().size(), 9u);

  const Topology two = fat_tree_2(64, 32);
  EXPECT_EQ(two.count(NodeKind::kCa), 1024u);
  EXPECT_EQ(two.count(NodeKind::kSwitch), 32u + 16u);
  EXPECT_EQ(two.cables().size(), 1024u + 1024u);

  const Topology three = fat_tree_3(4);
  EXPECT_EQ(three.count(NodeKind::kCa), 16u);
  EXPECT_EQ(three.count(NodeKind::kSwitch), 20u);
  EXPECT_EQ(three.cables().size(), 48u);
}

TEST(Builders, RefuseSizesThatCannotBe) {
  EXPECT_THAT(fault_of([] { (void)single_switch(9, {}, 8); }), HasSubstr("1 to 8"));
  EXPECT_THAT(fault_of([] { (void)fat_tree_2(7); }), HasSubstr("even"));
  EXPECT_THAT(fault_of([] { (void)fat_tree_2(8, 9); }), HasSubstr("1 to 8"));
  EXPECT_THAT(fault_of([] { (void)fat_tree_3(64); }), HasSubstr("2 to 56"));
}

TEST(ConfigErrorMessage, IsOneLineWhateverTheValueHolds) {
  const ConfigError error({"a.toml", 7, "switch.ports", "1\n2\x1b" + std::string(200, 'x'),
                           "not a number", "4 to 144"});
  EXPECT_THAT(error.what(), AllOf(HasSubstr("a.toml:7: switch.ports: not a number: '1\\x0a2\\x1b"),
                                  HasSubstr("...' (allowed: 4 to 144)")));
  EXPECT_EQ(std::string(error.at("b", 0).what()).find("b: switch.ports"), 0u);
}

}  // namespace
}  // namespace ib::fabric
