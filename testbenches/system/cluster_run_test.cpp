// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <vector>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

using testing::HasSubstr;

const std::string kCluster = IB_SOURCE_DIR "/testbenches/data/cluster.ibnetdiscover";

std::vector<std::string> lines_of(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe{::popen(command.c_str(), "r"),
                                                             ::pclose};
  std::string text;
  for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) {
    text += static_cast<char>(c);
  }
  std::vector<std::string> lines;
  std::istringstream stream{text};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Opcode and PSN of each packet that left a port, in the order of packets.csv.
std::vector<std::string> sent_packets(const std::filesystem::path& csv) {
  std::vector<std::string> packets;
  std::ifstream stream{csv};
  for (std::string line; std::getline(stream, line);) {
    std::vector<std::string> fields;
    std::istringstream row{line};
    for (std::string field; std::getline(row, field, ',');) fields.push_back(field);
    if (fields.at(2) == "send") packets.push_back(fields.at(9) + "\t" + fields.at(11));
  }
  return packets;
}

/// A user loads the cable plan of a cluster and names two hosts.
class ClusterRunTest : public testing::Test {
 protected:
  Outcome run(const std::string& from, const std::string& to,
              const std::string& topology = kCluster) {
    return program_.run({"run", "write_lat", "--iters", "20", "--topology", topology, "--from",
                         from, "--to", to, "--pcap", "x.erf", "--packets", "p.csv"});
  }

  void expect_user_error(const Outcome& outcome, const std::string& part) {
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.error, HasSubstr(part));
    EXPECT_FALSE(std::filesystem::exists(program_.folder() / "x.erf"));
  }

  Program program_;
};

TEST_F(ClusterRunTest, GivesACaptureThatSatisfiesTheChecker) {
  ASSERT_EQ(run("node16", "node01").code, 0);

  EXPECT_EQ(program_.run({"check", "x.erf"}).code, 0);
}

TEST_F(ClusterRunTest, GivesACaptureThatWiresharkReadsAlike) {
  if (std::system("command -v tshark > /dev/null") != 0) GTEST_SKIP() << "tshark is not installed";
  ASSERT_EQ(run("node16", "node01").code, 0);
  const std::string capture = (program_.folder() / "x.erf").string();

  const auto dissected =
      lines_of("tshark -r " + capture +
               " -Y infiniband.bth -T fields -e infiniband.bth.opcode -e infiniband.bth.psn"
               " 2> /dev/null");
  const auto malformed = lines_of("tshark -r " + capture + " -Y _ws.malformed 2> /dev/null");

  EXPECT_EQ(malformed.size(), 0u);
  EXPECT_EQ(dissected, sent_packets(program_.folder() / "p.csv"));
}

TEST_F(ClusterRunTest, RefusesAnUnknownNode) {
  expect_user_error(run("node99", "node01"), "node99");
}

TEST_F(ClusterRunTest, RefusesAMissingTopology) {
  expect_user_error(run("node16", "node01", "none.ibnetdiscover"), "none.ibnetdiscover");
}

TEST_F(ClusterRunTest, RefusesAFolderAsTopology) {
  expect_user_error(run("node16", "node01", "."), ".");
}

TEST_F(ClusterRunTest, RefusesABinaryAsTopology) {
  std::ofstream{program_.folder() / "binary"} << std::string{
      "\x7f"
      "ELF\0\x01\x02",
      7};

  expect_user_error(run("node16", "node01", "binary"), "binary");
}

TEST_F(ClusterRunTest, RefusesATopologyCutShort) {
  const std::string whole = content(kCluster);
  std::ofstream{program_.folder() / "cut"} << whole.substr(0, whole.size() / 2);

  EXPECT_EQ(run("node16", "node01", "cut").code, 2);
}

}  // namespace
}  // namespace ib::tb
