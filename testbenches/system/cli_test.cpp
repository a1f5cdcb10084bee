// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

class CliTest : public testing::Test {
 protected:
  Outcome run(const std::vector<std::string>& arguments) { return program_.run(arguments); }

  /// What every user error must be: one line on stderr, nothing on stdout, exit code 2.
  std::string error_line(const std::vector<std::string>& arguments) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    EXPECT_THAT(outcome.error, StartsWith("ibsilicon: "));
    return outcome.error;
  }

  Program program_;
};

TEST_F(CliTest, ExplainsItselfAtTheTop) {
  const Outcome outcome = run({"--help"});

  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Examples:"));
}

class CliCommandTest : public CliTest, public testing::WithParamInterface<const char*> {};

TEST_P(CliCommandTest, ExplainsItselfWithExamples) {
  const Outcome outcome = run({GetParam(), "--help"});

  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr(std::string{"Examples:\n  "}));
  EXPECT_THAT(outcome.out, HasSubstr(std::string{"ibsilicon "} + GetParam()));
}

INSTANTIATE_TEST_SUITE_P(, CliCommandTest,
                         testing::Values("run", "sweep", "check", "list", "describe", "bench",
                                         "completion"),
                         [](const auto& command) { return std::string{command.param}; });

TEST_F(CliTest, TellsItsVersion) {
  const Outcome outcome = run({"--version"});

  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, StartsWith("ibsilicon "));
}

TEST_F(CliTest, ListsParametersAsJson) {
  const Outcome outcome = run({"list", "parameters", "--json"});

  const auto rows = nlohmann::json::parse(outcome.out);
  EXPECT_GT(rows.size(), 50u);
  for (const char* key : {"path", "default", "allowed", "unit", "meaning", "source"}) {
    EXPECT_TRUE(rows[0].contains(key)) << key;
  }
}

TEST_F(CliTest, DescribesAPresetWithSourceAndConfidence) {
  const Outcome outcome = run({"describe", "quantum2"});

  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("CONFIDENCE"));
  EXPECT_THAT(outcome.out, HasSubstr("switch.ports"));
  EXPECT_THAT(outcome.out, HasSubstr("forwarding table"));
  EXPECT_THAT(outcome.out, HasSubstr("idle switch"));
}

TEST_F(CliTest, CompletesItsCommandsInEachShell) {
  EXPECT_THAT(run({"completion", "bash"}).out, HasSubstr("describe"));
  EXPECT_THAT(run({"completion", "zsh"}).out, HasSubstr("describe"));
  EXPECT_THAT(run({"completion", "fish"}).out, HasSubstr("describe"));
}

TEST_F(CliTest, UsesNoColourWithoutATerminal) {
  EXPECT_THAT(run({"lst"}).error, testing::Not(HasSubstr("\x1b")));
}

TEST_F(CliTest, RefusesAnUnknownCommand) {
  EXPECT_THAT(error_line({"lst"}), HasSubstr("did you mean 'list'?"));
}

TEST_F(CliTest, RefusesAnUnknownOption) {
  EXPECT_THAT(error_line({"run", "write_bw", "--topolgy", "x"}),
              HasSubstr("did you mean '--topology'?"));
}

TEST_F(CliTest, RefusesAnUnknownTestbench) {
  EXPECT_THAT(error_line({"run", "write_bv"}), HasSubstr("did you mean 'write_bw'?"));
}

TEST_F(CliTest, RefusesAnUnknownKey) {
  EXPECT_THAT(error_line({"run", "write_bw", "--set", "switch.prots=8"}),
              HasSubstr("did you mean 'switch.ports'?"));
}

TEST_F(CliTest, RefusesAnUnknownKeyInAFile) {
  std::ofstream{program_.folder() / "x.toml"} << "testbench = \"write_bw\"\nswitch.prots = 8\n";

  EXPECT_THAT(error_line({"run", "x.toml"}), HasSubstr("x.toml:2: unknown parameter"));
}

TEST_F(CliTest, RefusesAWrongUnit) {
  EXPECT_THAT(error_line({"run", "write_bw", "--set", "cable.length_m=5ns"}),
              HasSubstr("wrong unit 'ns'"));
}

TEST_F(CliTest, RefusesAValueOutOfRange) {
  EXPECT_THAT(error_line({"run", "write_bw", "--set", "switch.ports=145"}),
              HasSubstr("allowed: 2 to 144"));
}

TEST_F(CliTest, RefusesABillionIterations) {
  EXPECT_THAT(error_line({"run", "write_bw", "--iters", "1000000000"}),
              HasSubstr("allowed: 1 to 10000000"));
}

TEST_F(CliTest, RefusesAMissingFile) {
  EXPECT_THAT(error_line({"run", "none.toml"}), HasSubstr("no such file"));
}

TEST_F(CliTest, RefusesAFolderAsConfiguration) {
  EXPECT_THAT(error_line({"run", "./"}), HasSubstr("is a folder"));
}

TEST_F(CliTest, RefusesAFolderAsCapture) { EXPECT_EQ(run({"check", "."}).code, 2); }

TEST_F(CliTest, RefusesAFileThatIsNoCapture) {
  std::ofstream{program_.folder() / "x.pcap"} << "no packets here";

  EXPECT_EQ(run({"check", "x.pcap"}).code, 2);
}

TEST_F(CliTest, KeepsALineBreakInAValueOutOfTheMessage) {
  EXPECT_THAT(error_line({"run", "write_bw", "--set", "switch.ports=4\n5"}), HasSubstr("\\x0a"));
}

}  // namespace
}  // namespace ib::tb
