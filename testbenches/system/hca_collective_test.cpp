// SPDX-License-Identifier: Apache-2.0
// Collectives over queue pairs of HCAs, and of HCAs and light nodes together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "testbenches/system/collective_bench.h"

namespace ib::tb {
namespace {

using testing::HasSubstr;

class HcaCollective : public testing::Test, protected CollectiveBench {
 protected:
  nlohmann::json collective(const std::string& hcas, const std::string& operation,
                            const std::string& algorithm, std::uint64_t bytes,
                            const std::string& nodes = "8") {
    return row_of(
        {"run", "collective", "--nodes", nodes, "--hca-nodes", hcas, "--operation", operation,
         "--algorithm", algorithm, "--set", "collective.bytes=" + std::to_string(bytes)},
        "collective");
  }
  /// One way of a message of a size between two HCAs through a switch, half of the round trip.
  double one_way_us(std::uint64_t bytes) {
    return row_of({"run", "send_lat", "--size", std::to_string(bytes), "--iters", "20"},
                  "latency")["t_typical_us"];
  }
};

struct Case {
  const char* operation;
  const char* algorithm;
  std::uint64_t bytes;
};

class HcaCollectiveData : public HcaCollective, public testing::WithParamInterface<Case> {};

// MPI 4.0, chapter 6: what lies in the memories of all ranks afterwards. 7 ranks and odd lengths.
TEST_P(HcaCollectiveData, IsRightInAllMemories) {
  const Case& c = GetParam();
  const std::string nodes = std::string(c.algorithm) == "halving_doubling" ? "8" : "7";
  EXPECT_EQ(collective("all", c.operation, c.algorithm, c.bytes, nodes)["data"], "right");
}

INSTANTIATE_TEST_SUITE_P(, HcaCollectiveData,
                         testing::Values(Case{"all_reduce", "ring", 10'001},
                                         Case{"all_reduce", "double_tree", 10'001},
                                         Case{"all_reduce", "recursive_doubling", 3'001},
                                         Case{"all_reduce", "halving_doubling", 30'011},
                                         Case{"all_gather", "ring", 10'001},
                                         Case{"reduce_scatter", "ring", 10'001},
                                         Case{"broadcast", "binomial_tree", 5'003}),
                         [](const auto& each) {
                           return std::string(each.param.operation) + "_" + each.param.algorithm;
                         });

// A ring of p hosts takes 2 (p - 1) steps of a message of n / p bytes on an idle fabric.
TEST_F(HcaCollective, TakesTheStepsOfARingOfMessages) {
  for (const std::uint64_t chunk : {1024ull, 65'536ull}) {
    const double step = one_way_us(chunk);
    const double time = collective("all", "all_reduce", "ring", 8 * chunk)["time_us"];
    EXPECT_NEAR(time / (2 * 7 * step), 1, 0.10) << chunk;
    RecordProperty("ring_" + std::to_string(chunk), std::to_string(time / (14 * step)));
  }
}

TEST_F(HcaCollective, RunsOnHcasAndLightNodesTogether) {
  const double light = collective("", "all_reduce", "ring", 80'000)["time_us"];
  const double mixed = collective("0-2,5", "all_reduce", "ring", 80'000)["time_us"];
  const double full = collective("all", "all_reduce", "ring", 80'000)["time_us"];

  EXPECT_GT(mixed, light);
  EXPECT_LT(mixed, full);
}

TEST_F(HcaCollective, IsRefusedWhereItCannotBe) {
  const Outcome outcome = program_.run({"run", "traffic", "--nodes", "4", "--hca-nodes", "all"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("is for collective and trace alone"));
  EXPECT_EQ(program_.run({"run", "collective", "--hca-nodes", "3-x"}).code, 2);
}

}  // namespace
}  // namespace ib::tb
