// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/ibsim_net.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "models/fabric/config_error.h"
#include "models/fabric/named_plan.h"

namespace ib::fabric {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// The form of net-examples/net.2sw2path4hca2port of ibsim.
constexpr const char* kTwoPaths =
    "# comment\n"
    "Switch\t8 "
    "\"Switch1\"\n[1]\t\"Hca1\"[1]\n[2]\t\"Hca1\"[2]\n[3]\t\"Switch2\"[3]\n[5]\t\"Switch2\"[5]\n\n"
    "Switch 8 \"Switch2\"\n[1]\t\"Hca2\"\n[3]\t\"Switch1\"[3]\n[5]\t\"Switch1\"[5]\n\n"
    "Hca\t2 \"Hca1\"\n[1]\t\"Switch1\"[1]\n[2]\t\"Switch1\"[2]\n\n"
    "Hca\t2 \"Hca2\"\n[1]\t\"Switch2\"[1]\n";

class IbsimNet : public testing::Test {
 protected:
  IbsimNet() : folder_(fs::temp_directory_path() / ("ibsim." + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~IbsimNet() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream{folder_ / name} << text;
    return (folder_ / name).string();
  }
  std::string refusal(const std::string& text) const {
    try {
      (void)import_ibsim_net(write("net", text));
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "accepted";
  }

  fs::path folder_;
};

TEST_F(IbsimNet, ReadsAnExampleOfIbsim) {
  const Topology topology = import_ibsim_net(write("net", kTwoPaths));

  EXPECT_EQ(topology.count(NodeKind::kSwitch), 2u);
  EXPECT_EQ(topology.count(NodeKind::kCa), 2u);
  ASSERT_EQ(topology.cables().size(), 5u);
  EXPECT_EQ(topology.node(0).name, "Switch1");
  EXPECT_EQ(topology.peer({0, 5}), (PortRef{1, 5}));
  // Without a number the other port is 1.
  EXPECT_EQ(topology.peer({1, 1}), (PortRef{3, 1}));
}

TEST_F(IbsimNet, KnowsItsFilesFromDumpsOfIbnetdiscover) {
  EXPECT_TRUE(is_ibsim_net(kTwoPaths));
  EXPECT_FALSE(is_ibsim_net("switchguid=0x1\nSwitch 8 \"S-0008f10400410015\" # \"x\"\n"));
  EXPECT_EQ(load_plan(write("net", kTwoPaths)).topology.cables().size(), 5u);
}

TEST_F(IbsimNet, ReadsBackWhatItWrites) {
  const Topology plan = named_plan("fattree2:8").topology;
  const Topology again = import_ibsim_net(write("net", to_ibsim_net(plan)));

  ASSERT_EQ(again.cables().size(), plan.cables().size());
  for (NodeId id = 0; id < plan.nodes().size(); ++id) {
    EXPECT_EQ(again.node(id).name, plan.node(id).name);
    for (std::uint32_t p = 1; p <= plan.node(id).port_count(); ++p) {
      EXPECT_EQ(again.peer({id, p}), plan.peer({id, p}));
    }
  }
}

TEST_F(IbsimNet, PutsIncludedModulesTogether) {
  write("leaf", "module \"a\"\nSwitch 4 \"s\"\n[1] \"h\"[1]\n\nHca 1 \"h\"\n[1] \"s\"[1]\n");
  const Topology topology = import_ibsim_net(write("net", "include \"leaf\"\n"));

  EXPECT_EQ(topology.node(0).name, "a#s");
  EXPECT_EQ(topology.cables().size(), 1u);
}

// sim_net.c of ibsim: "@[PORT] "alias"" names a port, "module@alias" stands for it elsewhere.
TEST_F(IbsimNet, ConnectsPortsOfModulesByTheirAliases) {
  write("leaf",
        "module = \"a\"\nSwitch 4 \"s\"\n@[2] \"up\"\n[1] \"h\"[1]\n\n"
        "Hca 1 \"h\"\n[1] \"s\"[1]\n");
  const Topology topology = import_ibsim_net(
      write("net", "include \"leaf\"\nmodule = \"top\"\nSwitch 4 \"t\"\n[3] \"a@up\"\n"));

  EXPECT_EQ(topology.cables().size(), 2u);
  EXPECT_EQ(topology.peer({0, 2}), (PortRef{2, 3}));
}

TEST_F(IbsimNet, RefusesAliasesThatDoNotFit) {
  const std::string sw = "Switch 4 \"s\"\n@[2] \"up\"\n";
  EXPECT_THAT(refusal(sw + "@[3] \"up\"\n"), HasSubstr("stands for another port already"));
  EXPECT_THAT(refusal(sw + "[1] \"@down\"\n"), HasSubstr("no such alias"));
  EXPECT_THAT(refusal(sw + "\nSwitch 4 \"t\"\n[1] \"@up\"\n[2] \"@up\"\n"),
              HasSubstr("has a cable already"));
  EXPECT_THAT(refusal("Switch 4 \"s\"\n@[9] \"up\"\n"), HasSubstr("no such port"));
  EXPECT_THAT(refusal("Switch 4 \"s\"\n@[1] \"a#b\"\n"), HasSubstr("without # and @"));
}

TEST_F(IbsimNet, RefusesAnIncludeThatIncludesItself) {
  write("a", "include \"net\"\n");
  EXPECT_THAT(refusal("include \"a\"\n"),
              testing::AllOf(HasSubstr("a:1"), HasSubstr("includes itself")));
}

TEST_F(IbsimNet, NamesFileAndLineOfWhatIsWrong) {
  EXPECT_THAT(refusal("Switch 0 \"s\"\n"), HasSubstr("net:1"));
  EXPECT_THAT(refusal("Switch 4 \"s\"\n[9] \"t\"[1]\n"), HasSubstr("net:2"));
  EXPECT_THAT(refusal("Switch 4 \"s\"\n[1] \"t\"[1]\n"), HasSubstr("no such node"));
  EXPECT_THAT(refusal("Switch 4 \"s\"\n\nSwitch 4 \"s\"\n"), HasSubstr("stands twice"));
  EXPECT_THAT(refusal("Switch 4 \"s\"\n[1] \"t\"[2]\n\nHca 2 \"t\"\n[1] \"s\"[1]\n"),
              HasSubstr("the other end of the cable says otherwise"));
}

}  // namespace
}  // namespace ib::fabric
