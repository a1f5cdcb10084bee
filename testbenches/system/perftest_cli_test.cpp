// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Runs a testbench with all outputs into a folder below the program's.
fs::path run_into(Program& program, const std::string& folder, std::vector<std::string> arguments) {
  const fs::path out = program.folder() / folder;
  arguments.insert(arguments.begin(), "run");
  for (const auto& [option, file] :
       {std::pair{"--out", ""}, {"--pcap", "capture.erf"}, {"--packets", "packets.csv"}}) {
    arguments.emplace_back(option);
    arguments.push_back((out / file).string());
  }
  const Outcome outcome = program.run(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.error;
  return out;
}

void expect_same_bytes(const std::vector<std::string>& workload) {
  Program program;
  const fs::path reference = run_into(program, "max", workload);
  const std::vector<std::vector<std::string>> variants = {
      {"--quantum", "1cycle"}, {"--quantum", "7.3ns"}, {"--threads", "2"}};
  for (const std::vector<std::string>& variant : variants) {
    std::vector<std::string> arguments = workload;
    arguments.insert(arguments.end(), variant.begin(), variant.end());
    const fs::path out = run_into(program, variant[1], arguments);
    for (const char* file :
         {"results.json", "flows.csv", "ports.csv", "packets.csv", "capture.erf"}) {
      EXPECT_TRUE(content(reference / file) == content(out / file)) << variant[1] << " " << file;
    }
  }
}

class SameBytesTest : public testing::TestWithParam<const char*> {};

// design 3: the result is byte-identical for any quantum and any number of threads.
TEST_P(SameBytesTest, WhateverQuantumAndThreads) {
  expect_same_bytes({GetParam(), "--switches", "2", "-n", "15", "--qps", "3", "--bidir"});
}

INSTANTIATE_TEST_SUITE_P(, SameBytesTest,
                         testing::Values("write_bw", "send_bw", "read_bw", "write_lat", "send_lat",
                                         "read_lat", "atomic_bw", "atomic_lat"),
                         [](const auto& test) { return std::string(test.param); });

TEST(LossySameBytesTest, WhateverQuantumAndThreads) {
  expect_same_bytes({"write_bw", "-n", "100", "--set", "phy.mode=statistical", "--set",
                     "phy.pre_fec_ber=1e-3", "--set", "phy.fec=rs_544_514"});
}

TEST(DatagramSameBytesTest, WhateverQuantumAndThreads) {
  expect_same_bytes({"send_bw", "--connection", "UD", "-s", "1000", "-n", "50", "--qps", "3"});
}

TEST(CacheMissSameBytesTest, WhateverQuantumAndThreads) {
  expect_same_bytes({"write_bw", "-s", "100", "-n", "20", "-t", "4", "--qps", "32", "--set",
                     "hca.qp_cache_entries=8"});
}

TEST(PerftestCliTest, RefusesAServiceWithoutTheOperation) {
  Program program;
  const Outcome outcome = program.run({"run", "read_bw", "--connection", "UC"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("testbench.connection = UC"));
}

TEST(PerftestCliTest, MeasuresBetweenTwoNodesOfACablePlan) {
  Program program;
  const std::string topology =
      std::string(IB_SOURCE_DIR) + "/testbenches/data/cluster.ibnetdiscover";

  const fs::path out = run_into(
      program, "out",
      {"write_lat", "-n", "20", "--topology", topology, "--from", "node15", "--to", "node16"});

  const auto results = nlohmann::json::parse(content(out / "results.json"));
  EXPECT_EQ(results["complete"], true);
  EXPECT_EQ(results["tables"]["latency"][0]["iterations"], 20);
  const Outcome check = program.run({"check", (out / "capture.erf").string()});
  EXPECT_EQ(check.code, 0) << check.out;
}

TEST(PerftestCliTest, ExplainsTheLatencyWhenVerbose) {
  Program program;
  const Outcome outcome = program.run({"run", "write_lat", "-n", "5", "-v"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("switch 1 port to port"));
}

TEST(PerftestCliTest, ReportsWhatItHasWhenInterrupted) {
  Program program;
  const fs::path out = program.folder() / "out";
  program.start({"run", "write_bw", "-n", "5000000", "--out", out.string()});
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  program.signal(SIGINT);

  const Outcome outcome = program.wait();

  EXPECT_EQ(outcome.code, 130) << outcome.error;
  const auto results = nlohmann::json::parse(content(out / "results.json"));
  EXPECT_EQ(results["complete"], false);
  EXPECT_GT(results["tables"]["bandwidth"][0]["iterations"], 0);
}

TEST(PerftestCliTest, RefusesMoreQueuePairsThanACompletionQueueServes) {
  Program program;
  const Outcome outcome = program.run({"run", "write_bw", "--qps", "1000"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("testbench.qps = 1000"));
}

}  // namespace
}  // namespace ib::tb
