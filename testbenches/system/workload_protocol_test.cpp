// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

constexpr double kByteNs = 0.02;  // 4xNDR
constexpr double kPacket = 28;    // LRH 8, BTH 12, ICRC 4, VCRC 2, framing 2

/// Host 1 asks host 0, one thing at a time, on an idle switch.
class WorkloadProtocol : public testing::Test {
 protected:
  nlohmann::json run(const std::vector<std::string>& settings, const std::string& duration = "50") {
    std::vector<std::string> words{"run",
                                   "traffic",
                                   "--json",
                                   "--nodes",
                                   "2",
                                   "--pattern",
                                   "incast",
                                   "--duration",
                                   duration,
                                   "--set",
                                   "traffic.arrivals=closed"};
    for (const std::string& setting : settings) {
      words.emplace_back("--set");
      words.push_back(setting);
    }
    const Outcome outcome = program_.run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    if (outcome.code != 0) return {};
    return nlohmann::json::parse(outcome.out)["tables"]["traffic"][0];
  }
  double delay(const std::vector<std::string>& settings) { return run(settings)["delay_avg_ns"]; }

  /// One way of a message, from that of an empty one.
  double way(double bytes) {
    if (empty_ == 0) empty_ = delay({"traffic.sizes=0"});
    const double packets = std::max(1.0, std::ceil(bytes / 4096));
    return empty_ + (bytes + (packets - 1) * kPacket) * kByteNs;
  }

  Program program_;
  double empty_ = 0;
};

// Each message that is taken in is so at an edge, 1 ns apart.
constexpr double kEdges = 3;

TEST_F(WorkloadProtocol, NvmeReadIsCommandDataResponse) {
  const double found = delay({"traffic.protocol=nvmeof", "traffic.read_share=1"});
  EXPECT_NEAR(found, way(64) + way(4096) + (16 + kPacket) * kByteNs, kEdges);
}

TEST_F(WorkloadProtocol, NvmeWriteFetchesLongData) {
  const double found =
      delay({"traffic.protocol=nvmeof", "traffic.read_share=0", "traffic.sizes=65536"});
  EXPECT_NEAR(found, way(64) + way(16) + way(65536) + way(16), kEdges);
}

TEST_F(WorkloadProtocol, NvmeWriteTakesShortDataAlong) {
  const double found = delay({"traffic.protocol=nvmeof", "traffic.read_share=0"});
  EXPECT_NEAR(found, way(64 + 4096) + way(16), kEdges);
}

TEST_F(WorkloadProtocol, SrpFetchesAllDataAndRespondsAtLength) {
  const double found = delay({"traffic.protocol=srp", "traffic.read_share=0"});
  EXPECT_NEAR(found, way(64) + way(16) + way(4096) + way(36), kEdges);
}

TEST_F(WorkloadProtocol, StorageWaitsForItsMedium) {
  const double fast = delay({"traffic.protocol=nvmeof"});
  const double slow =
      run({"traffic.protocol=nvmeof", "traffic.service_ns=5000"}, "20000")["delay_avg_ns"];
  EXPECT_NEAR(slow - fast, 5000, 250);
}

// Five reads of 10 are as many as writes: the mean lies between.
TEST_F(WorkloadProtocol, StorageMixesReadsAndWrites) {
  const auto with = [this](const char* share) {
    return run({"traffic.protocol=srp", std::string("traffic.read_share=") + share},
               "2000")["delay_avg_ns"]
        .get<double>();
  };
  const double reads = with("1");
  const double writes = with("0");
  EXPECT_NEAR(with("0.5"), (reads + writes) / 2, 0.05 * std::abs(reads - writes) + 2);
}

// 1992 bytes of TCP payload fill a datagram of 2048 and its DETH.
TEST_F(WorkloadProtocol, IpoibCutsSegments) {
  const double one = delay({"traffic.protocol=ipoib", "traffic.sizes=1992"});
  EXPECT_NEAR(one, way(2048 + 8), kEdges);
  const double ten = delay({"traffic.protocol=ipoib", "traffic.sizes=19920"});
  EXPECT_NEAR(ten - one, 9 * (2048 + 8 + kPacket) * kByteNs, kEdges);
}

TEST_F(WorkloadProtocol, MpiSendsShortMessagesAtOnce) {
  EXPECT_NEAR(delay({"traffic.protocol=mpi", "traffic.sizes=1000"}), way(1032), kEdges);
}

TEST_F(WorkloadProtocol, MpiMeetsBeforeLongMessages) {
  EXPECT_NEAR(delay({"traffic.protocol=mpi", "traffic.sizes=65536"}), 2 * way(32) + way(65536),
              kEdges);
}

// An open loop of a mix is as lossless as any.
TEST_F(WorkloadProtocol, MixesAcceptWhatTheyAreOffered) {
  for (const char* protocol : {"nvmeof", "srp", "ipoib", "mpi"}) {
    const Outcome outcome =
        program_.run({"run", "traffic", "--json", "--nodes", "8", "--load", "0.3", "--duration",
                      "1000", "--sizes", "512:0.5,16384:0.4,131072:0.1", "--set",
                      std::string("traffic.protocol=") + protocol});
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    const auto row = nlohmann::json::parse(outcome.out)["tables"]["traffic"][0];
    EXPECT_NEAR(row["accepted_load"].get<double>(), row["offered_load"].get<double>(), 0.03)
        << protocol;
  }
}

TEST_F(WorkloadProtocol, TrainingStepsTakeTheirBuckets) {
  const std::vector<std::string> sizes{"--nodes", "8", "--json", "--set"};
  auto training = std::vector<std::string>{"run", "training"};
  training.insert(training.end(), sizes.begin(), sizes.end());
  training.insert(training.end(), {"training.overlap=false", "--set", "training.steps=3"});
  const Outcome outcome = program_.run(training);
  ASSERT_EQ(outcome.code, 0) << outcome.error;
  const auto rows = nlohmann::json::parse(outcome.out)["tables"]["training"];
  ASSERT_EQ(rows.size(), 3u);
  auto bucket = std::vector<std::string>{"run", "collective"};
  bucket.insert(bucket.end(), sizes.begin(), sizes.end());
  bucket.emplace_back("collective.bytes=2097152");
  const Outcome one = program_.run(bucket);
  ASSERT_EQ(one.code, 0) << one.error;
  const double all_reduce = nlohmann::json::parse(one.out)["tables"]["collective"][0]["time_us"];
  for (const auto& row : rows) {
    EXPECT_NEAR(row["compute_us"].get<double>(), 300, 0.1);
    EXPECT_NEAR(row["exposed_us"].get<double>(), 4 * all_reduce, 0.05 * 4 * all_reduce);
    EXPECT_NEAR(row["efficiency"].get<double>(), 300 / (300 + 4 * all_reduce), 0.02);
  }
}

TEST_F(WorkloadProtocol, TrainingRefusesRanksItCannotDivide) {
  const Outcome outcome =
      program_.run({"run", "training", "--nodes", "8", "--set", "training.tensor=3"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.error.find("does not divide the 8 ranks"), std::string::npos);
}

}  // namespace
}  // namespace ib::tb
