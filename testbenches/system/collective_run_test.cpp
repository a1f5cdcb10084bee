// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "testbenches/system/collective_bench.h"

namespace ib::tb {
namespace {

class CollectiveRun : public testing::Test, protected CollectiveBench {};

class CollectiveSizes : public testing::TestWithParam<std::uint64_t>, protected CollectiveBench {};

// Issue of the fabrics: within 5 % of alpha-beta on an idle fabric, 1 KiB .. 256 MiB. These are the
// sizes that take seconds; collective_soak_test has the others.
TEST_P(CollectiveSizes, OfEightHostsTakeTheClosedForm) {
  const Links links = probe({"--nodes", "8"});
  expect_ring({"--nodes", "8"}, 8, GetParam(), links.near, links.near);
  expect_halving_doubling({"--nodes", "8"}, 8, 8, GetParam(), links);
}

INSTANTIATE_TEST_SUITE_P(, CollectiveSizes,
                         testing::Values(1024, 16'384, 262'144, 4'194'304, 67'108'864),
                         testing::PrintToStringParamName());

TEST_F(CollectiveRun, OfSixtyFourHostsTakesTheClosedForm) {
  const Links links = probe({"--nodes", "64"});
  for (const std::uint64_t bytes : {1024ull, 65'536ull, 1'048'576ull}) {
    expect_ring({"--nodes", "64"}, 64, bytes, links.near, links.near);
    expect_halving_doubling({"--nodes", "64"}, 64, 64, bytes, links);
  }
}

// 16 leaves of 16 hosts: one in 16 of the ring's links goes over a spine.
TEST_F(CollectiveRun, Of256HostsOnAFatTreeTakesTheClosedForm) {
  const std::vector<std::string> tree{"--topology", "fattree2:32,leaves=16"};
  const Links links = probe(tree);
  EXPECT_GT(links.far, links.near + 100);
  expect_ring(tree, 256, 1024, links.near, links.far, 1.0 / 16);
  expect_halving_doubling(tree, 256, 16, 1024, links);
  expect_halving_doubling(tree, 256, 16, 262'144, links);
}

TEST_F(CollectiveRun, OfEveryKindAgreesWithItsModel) {
  // All but the all-reduce by two trees, where two children share their parent's cable.
  const std::vector<std::pair<std::string, std::string>> kinds{
      {"all_reduce", "ring"},         {"all_reduce", "recursive_doubling"},
      {"reduce_scatter", "ring"},     {"reduce_scatter", "halving_doubling"},
      {"all_gather", "ring"},         {"all_gather", "recursive_doubling"},
      {"broadcast", "binomial_tree"}, {"broadcast", "double_tree"},
      {"broadcast", "ring"},          {"all_to_all", "pairwise"}};
  for (const auto& [operation, algorithm] : kinds) {
    const auto row = collective({"--nodes", "16", "--operation", operation, "--algorithm",
                                 algorithm, "--set", "collective.bytes=1MiB"});
    EXPECT_NEAR(row["ratio"].get<double>(), 1, 0.05) << operation << " " << algorithm;
  }
}

// Where ranks beyond a power of two hand in their vectors, and at a parent of two, messages meet on
// the receiver's cable: at worst each step takes two vectors.
TEST_F(CollectiveRun, TakesAnyNumberOfRanks) {
  const std::vector<std::string> ranks{"--nodes", "16", "--set", "collective.ranks=11"};
  for (const char* algorithm : {"ring", "recursive_doubling", "halving_doubling", "double_tree"}) {
    auto words = ranks;
    words.insert(words.end(), {"--algorithm", algorithm});
    const auto row = collective(words);
    EXPECT_EQ(row["ranks"], 11);
    EXPECT_GE(row["ratio"].get<double>(), 0.98) << algorithm;
    EXPECT_LE(row["ratio"].get<double>(), std::string(algorithm) == "ring" ? 1.05 : 2) << algorithm;
  }
}

TEST_F(CollectiveRun, RunsOverTheHostsOfADump) {
  const std::string dump = std::string(IB_SOURCE_DIR) + "/testbenches/data/cluster.ibnetdiscover";
  for (const char* algorithm : {"ring", "halving_doubling", "double_tree"}) {
    const auto row = collective({"--topology", dump, "--algorithm", algorithm});
    EXPECT_GE(row["ranks"].get<unsigned>(), 2u);
    EXPECT_GT(row["time_us"].get<double>(), 0);
  }
}

TEST_F(CollectiveRun, IsWhatAllreduceDoesOnATopology) {
  const std::string dump = std::string(IB_SOURCE_DIR) + "/testbenches/data/cluster.ibnetdiscover";
  const auto row = row_of({"run", "allreduce", "--topology", dump}, "collective");
  EXPECT_EQ(row, collective({"--topology", dump}));
  const Outcome sharp = program_.run({"run", "allreduce", "--sharp", "--topology", dump});
  EXPECT_EQ(sharp.code, 2);
}

TEST_F(CollectiveRun, IsTheSameWhateverTheQuantum) {
  const std::vector<std::string> words{"--topology", "fattree2:8", "--algorithm", "double_tree"};
  const auto row = collective(words);
  auto fine = words;
  fine.insert(fine.end(), {"--quantum", "1cycle"});
  EXPECT_EQ(collective(fine), row);
  auto threads = words;
  threads.insert(threads.end(), {"--threads", "2"});
  EXPECT_EQ(collective(threads), row);
}

TEST_F(CollectiveRun, RefusesInOneLine) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"--operation", "all_to_all", "--algorithm", "ring"},
           {"--operation", "all_gather", "--algorithm", "recursive_doubling", "--nodes", "6"},
           {"--nodes", "4", "--set", "collective.ranks=9"},
           {"--set", "collective.ranks=1"}}) {
    std::vector<std::string> all{"run", "collective"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = program_.run(all);
    EXPECT_EQ(outcome.code, 2) << words[1];
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
  }
}

}  // namespace
}  // namespace ib::tb
