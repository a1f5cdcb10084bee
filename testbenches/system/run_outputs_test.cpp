// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <array>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::array kFiles{"results.json", "flows.csv", "ports.csv", "packets.csv", "x.erf"};

class RunOutputsTest : public testing::Test {
 protected:
  /// A short run of 16 nodes with every output in folder `out`.
  Outcome run(const std::string& out, std::vector<std::string> more) {
    std::vector<std::string> arguments{
        "run", "uniform", "--nodes", "16",        "--duration",         "5",      "--warmup",
        "1",   "--out",   out,       "--packets", out + "/packets.csv", "--pcap", out + "/x.erf"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return program_.run(arguments);
  }

  std::string file(const std::string& name) const { return content(program_.folder() / name); }

  void expect_equal_folders(const std::string& a, const std::string& b) const {
    for (const std::string name : kFiles) {
      EXPECT_FALSE(file(a + "/" + name).empty()) << name;
      EXPECT_TRUE(file(a + "/" + name) == file(b + "/" + name)) << name << " differs";
    }
  }

  Program program_;
};

TEST_F(RunOutputsTest, AreTheSameBytesForAQuantumOfOneCycle) {
  ASSERT_EQ(run("a", {}).code, 0);
  ASSERT_EQ(run("b", {"--quantum", "1cycle"}).code, 0);

  expect_equal_folders("a", "b");
}

TEST_F(RunOutputsTest, AreTheSameBytesForAQuantumInBetween) {
  ASSERT_EQ(run("a", {}).code, 0);
  ASSERT_EQ(run("b", {"--quantum", "7.3ns"}).code, 0);

  expect_equal_folders("a", "b");
}

TEST_F(RunOutputsTest, AreTheSameBytesForTwoThreads) {
  ASSERT_EQ(run("a", {}).code, 0);
  ASSERT_EQ(run("b", {"--threads", "2"}).code, 0);

  expect_equal_folders("a", "b");
}

TEST_F(RunOutputsTest, DifferForAnotherSeed) {
  ASSERT_EQ(run("a", {}).code, 0);
  ASSERT_EQ(run("b", {"--seed", "2"}).code, 0);

  EXPECT_NE(file("a/packets.csv"), file("b/packets.csv"));
}

TEST_F(RunOutputsTest, SatisfyTheChecker) {
  ASSERT_EQ(run("a", {}).code, 0);

  EXPECT_EQ(program_.run({"check", "a/x.erf"}).code, 0);
}

TEST_F(RunOutputsTest, GoToStdoutAsJson) {
  const Outcome outcome = run("a", {"--json"});

  EXPECT_EQ(outcome.out, file("a/results.json"));
}

TEST_F(RunOutputsTest, LeaveNoTemporaryFile) {
  ASSERT_EQ(run("a", {}).code, 0);

  for (const auto& entry : fs::directory_iterator{program_.folder() / "a"}) {
    EXPECT_THAT(entry.path().string(), testing::Not(HasSubstr(".partial")));
  }
}

TEST_F(RunOutputsTest, ComeFromAFileAsFromOptions) {
  std::ofstream{program_.folder() / "x.toml"}
      << "[testbench]\nname = \"uniform\"\nnodes = 8\nduration_us = 2.0\nload = 0.3\n";

  const Outcome file = program_.run({"run", "x.toml", "--json"});
  const Outcome options = program_.run(
      {"run", "uniform", "--nodes", "8", "--duration", "2us", "--load", "0.3", "--json"});

  EXPECT_EQ(file.code, 0);
  EXPECT_EQ(file.out, options.out);
}

TEST_F(RunOutputsTest, AreRefusedBelowAFile) {
  std::ofstream{program_.folder() / "file"} << "";

  const Outcome outcome = run("file/out", {});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("cannot make the output folder"));
}

TEST_F(RunOutputsTest, SayThatTheyAreNotCompleteAfterCtrlC) {
  program_.start({"run", "uniform", "--duration", "1000000", "--out", "a"});
  // Signals are caught before the first file is made.
  while (!fs::exists(program_.folder() / "a" / ".results.json.partial")) {
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
  }

  program_.signal(SIGINT);
  const Outcome outcome = program_.wait();

  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(nlohmann::json::parse(file("a/results.json"))["complete"], false);
}

}  // namespace
}  // namespace ib::tb
