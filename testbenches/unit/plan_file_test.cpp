// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/plan_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <utility>

#include "models/fabric/config_error.h"
#include "models/fabric/min_hop.h"
#include "models/fabric/named_plan.h"
#include "models/fabric/plan_writer.h"

namespace ib::fabric {
namespace {

using testing::HasSubstr;

class PlanFile : public testing::Test {
 protected:
  PlanFile()
      : file_(std::filesystem::temp_directory_path() /
              ("plan." + std::to_string(::getpid()) + ".toml")) {}
  ~PlanFile() override { std::filesystem::remove(file_); }

  Topology read(const std::string& text) const {
    std::ofstream{file_} << text;
    return import_plan_file(file_.string());
  }
  std::string refusal(const std::string& text) const {
    try {
      (void)read(text);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "accepted";
  }

  std::filesystem::path file_;
};

/// The ends of all cables by name: nodes are numbered anew.
std::set<std::pair<std::string, std::string>> ends_of(const Topology& topology) {
  std::set<std::pair<std::string, std::string>> ends;
  for (const Cable& cable : topology.cables()) {
    ends.insert({topology.label(cable.a), topology.label(cable.b)});
  }
  return ends;
}

// Four hosts a leaf in turn, every leaf to every spine by two cables.
TEST_F(PlanFile, CablesByPattern) {
  const Topology topology = read(
      "[[host]]\nname = \"h\"\ncount = 8\n"
      "[[switch]]\nname = \"leaf\"\ncount = 2\nports = 8\n"
      "[[switch]]\nname = \"spine\"\ncount = 2\nports = 4\n"
      "[[link]]\na = \"h*\"\nb = \"leaf*\"\nby = \"turn\"\n"
      "[[link]]\na = \"leaf*\"\nb = \"spine*\"\ncables = 2\nkind = \"aoc\"\nlength_m = 20\n");

  ASSERT_EQ(topology.cables().size(), 8u + 8u);
  EXPECT_EQ(topology.peer({3, 1}), (PortRef{8, 4}));
  EXPECT_EQ(topology.peer({4, 1}), (PortRef{9, 1}));
  EXPECT_EQ(topology.cables()[0].info.kind, std::nullopt);
  EXPECT_EQ(topology.cables()[8].info.kind, phy::CableKind::kAoc);
  EXPECT_EQ(topology.cables()[8].info.length_m, 20);
  EXPECT_EQ(MinHop().route(topology).unreachable_count(), 0u);
}

TEST_F(PlanFile, MixesGenerationsAndSplitPorts) {
  const Topology topology = read(
      "[cable]\nrate = \"2xNDR\"\n"
      "[[host]]\nname = \"h\"\ncount = 2\n"
      "[[switch]]\nname = \"s\"\nports = 4\nbreakout = 2\n"
      "[[switch]]\nname = \"old\"\nports = 4\n"
      "[[link]]\na = \"h*\"\nb = \"s\"\n"
      "[[link]]\na = \"s[8]\"\nb = \"old[1]\"\nrate = \"2xHDR\"\n");

  EXPECT_EQ(topology.node(2).port_count(), 8u);
  EXPECT_EQ(lanes(topology.cable_at({2, 1})->info.rate.width), 2u);
  EXPECT_EQ(topology.cable_at({2, 8})->info.rate.generation, Generation::kHdr);
  EXPECT_THAT(refusal("[[switch]]\nname = \"s\"\nports = 4\nbreakout = 4\n"
                      "[[host]]\nname = \"h\"\n[[link]]\na = \"h\"\nb = \"s\"\n"),
              HasSubstr("too many for the split ports of s"));
}

// Two planes of 12 switches, 32 hosts with a port in each.
TEST_F(PlanFile, JoinsPlanesAtTheirHosts) {
  const Topology topology = read("[[plane]]\nplan = \"fattree2:8\"\ncount = 2\n");

  EXPECT_EQ(topology.count(NodeKind::kSwitch), 24u);
  EXPECT_EQ(topology.count(NodeKind::kCa), 32u);
  EXPECT_EQ(topology.cables().size(), 128u);
  EXPECT_EQ(topology.node(0).port_count(), 2u);
  // Nothing leads from a plane to the other.
  EXPECT_GT(MinHop().route(topology).unreachable_count(), 0u);
}

TEST_F(PlanFile, ReadsBackWhatIsWritten) {
  const Topology plan = named_plan("torus:3x3").topology;
  const Topology again = read(to_plan_file(plan));

  EXPECT_EQ(ends_of(again), ends_of(plan));
}

TEST_F(PlanFile, NamesTheLineOfWhatIsWrong) {
  EXPECT_THAT(refusal("[[switch]]\nname = \"s\"\nport = 4\n"), HasSubstr(":3"));
  EXPECT_THAT(refusal("[[switch]]\nports = 4\n"), HasSubstr("is needed"));
  EXPECT_THAT(refusal("[[host]]\nname = \"h\"\n[[host]]\nname = \"h\"\n"),
              HasSubstr("stands twice"));
  EXPECT_THAT(refusal("[[link]]\na = \"x\"\nb = \"y\"\n"), HasSubstr("no such node"));
  EXPECT_THAT(refusal("[[host]]\nname = \"h\"\ncount = 3\n[[switch]]\nname = \"s\"\nports = 2\n"
                      "[[link]]\na = \"h*\"\nb = \"s\"\n"),
              HasSubstr("has no port left"));
  EXPECT_THAT(refusal("[cable]\nrate = \"9xNDR\"\n"), HasSubstr("no such rate"));
  EXPECT_THAT(refusal("x = \n"), HasSubstr(":1"));
}

}  // namespace
}  // namespace ib::fabric
