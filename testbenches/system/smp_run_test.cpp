// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

using testing::HasSubstr;

const std::string kCluster = IB_SOURCE_DIR "/testbenches/data/cluster.ibnetdiscover";

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe{::popen(command.c_str(), "r"),
                                                             ::pclose};
  std::string text;
  for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) {
    text += static_cast<char>(c);
  }
  return text;
}

/// A user discovers a fabric in band.
class SmpRunTest : public testing::Test {
 protected:
  Outcome run(std::vector<std::string> more) {
    std::vector<std::string> arguments{"run", "smp", "--pcap", "x.erf", "--packets", "p.csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return program_.run(arguments);
  }
  [[nodiscard]] std::string file(const char* name) const {
    return content(program_.folder() / name);
  }

  Program program_;
};

TEST_F(SmpRunTest, FindsTheFabricAsItIsPlanned) {
  const Outcome outcome = run({"--topology", kCluster});
  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("MF0;spine02:MQM9700/U1"));
  EXPECT_THAT(outcome.out, HasSubstr("0xb83fd20300c51240"));
  EXPECT_EQ(program_.run({"check", "x.erf"}).code, 0);
}

TEST_F(SmpRunTest, BringsUpPortsThatStartInInitialize) {
  const Outcome outcome = run({"--topology", kCluster, "--set", "link.start_active=false"});
  EXPECT_EQ(outcome.code, 0) << outcome.error;
}

TEST_F(SmpRunTest, WorksBackToBack) { EXPECT_EQ(run({"--switches", "0"}).code, 0); }

TEST_F(SmpRunTest, GivesTheSameBytesForAnyQuantumAndThreads) {
  const std::vector<std::string> base{"--topology", kCluster};
  const Outcome first = run(base);
  ASSERT_EQ(first.code, 0);
  const std::array<std::string, 2> files{file("x.erf"), file("p.csv")};
  const std::vector<std::vector<std::string>> ways{
      {"--quantum", "1cycle"}, {"--quantum", "77ns", "--threads", "3"}, {"--threads", "2"}};
  for (const std::vector<std::string>& way : ways) {
    std::vector<std::string> arguments = base;
    arguments.insert(arguments.end(), way.begin(), way.end());
    EXPECT_EQ(run(arguments).out, first.out) << way.back();
    EXPECT_EQ(file("x.erf"), files[0]) << way.back();
    EXPECT_EQ(file("p.csv"), files[1]) << way.back();
  }
}

TEST_F(SmpRunTest, GivesACaptureThatWiresharkDissects) {
  if (std::system("command -v tshark > /dev/null") != 0) GTEST_SKIP() << "tshark is not installed";
  ASSERT_EQ(run({}).code, 0);
  const std::string tshark = "tshark -r " + (program_.folder() / "x.erf").string();
  EXPECT_EQ(output_of(tshark + " -Y _ws.malformed 2> /dev/null"), "");
  const std::string mads = output_of(tshark + " -Y infiniband.mad 2> /dev/null");
  EXPECT_THAT(mads, HasSubstr("SubnGetResp(NodeInfo)"));
  EXPECT_THAT(mads, HasSubstr("SubnSet(LinearForwardingTable)"));
}

// An agent slower than the manager's patience: nothing is found as planned.
TEST_F(SmpRunTest, EndsWithOneWhenTheFabricIsNotAsPlanned) {
  const Outcome outcome = run({"--set", "switch.management.response_ns=9000000"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.error, HasSubstr("got no answer"));
  EXPECT_THAT(outcome.error, HasSubstr("was not found"));
}

}  // namespace
}  // namespace ib::tb
