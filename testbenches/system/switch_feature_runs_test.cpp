// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

class SwitchFeatureRuns : public testing::Test {
 protected:
  /// Rows of the run's table, as `--json` prints them.
  nlohmann::json rows(const std::string& table, std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const Outcome outcome = program_.run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    if (outcome.code != 0) return nlohmann::json::array();
    return nlohmann::json::parse(outcome.out)["tables"][table];
  }
  static double number(const nlohmann::json& cell) {
    return cell.is_string() ? std::stod(cell.get<std::string>()) : cell.get<double>();
  }

  Program program_;
};

// The numbers of the acceptance list, as a user gets them (ib-facts 9.5).
TEST_F(SwitchFeatureRuns, CongestionTreeFreesTheVictim) {
  const auto table =
      rows("congestion_tree", {"run", "congestion_tree", "--duration", "300", "--warmup", "150"});
  ASSERT_EQ(table.size(), 2u);
  EXPECT_NEAR(number(table[0]["victim"]) / number(table[0]["expected"]), 1, 0.03);
  EXPECT_GE(number(table[1]["victim"]), 1.6 * number(table[0]["victim"]));
  EXPECT_GE(number(table[1]["sink"]), 0.9);
}

TEST_F(SwitchFeatureRuns, AdaptiveRoutingBeatsStaticTables) {
  const auto table =
      rows("adaptive_routing", {"run", "adaptive_routing", "--load", "1", "--duration", "30"});
  ASSERT_EQ(table.size(), 3u);
  EXPECT_GE(number(table[1]["gain"]), 1.8);
  EXPECT_EQ(number(table[1]["out_of_order"]), 0);
  EXPECT_GE(number(table[2]["gain"]), 1.8);
  EXPECT_GT(number(table[2]["out_of_order"]), 0);
}

TEST_F(SwitchFeatureRuns, AllreduceInTheSwitchesSavesBytes) {
  const auto table = rows("allreduce", {"run", "allreduce", "--sharp"});
  ASSERT_EQ(table.size(), 2u);
  for (const auto& row : table) {
    EXPECT_EQ(number(row["bytes"]), number(row["predicted"]));
    EXPECT_EQ(row["bit_equal"], "yes");
  }
  EXPECT_LT(number(table[1]["bytes"]), number(table[0]["bytes"]));
}

// A 4x NDR port split in two carries 2 x 200 Gb/s.
TEST_F(SwitchFeatureRuns, BreakoutHalvesTheLinks) {
  const auto table = rows("traffic", {"run", "uniform", "--nodes", "8", "--load", "0.9", "--set",
                                      "switch.breakout=2", "--duration", "50"});
  ASSERT_EQ(table.size(), 1u);
  EXPECT_NEAR(number(table[0]["accepted_gbps"]), 0.9 * 8 * 200, 0.02 * 8 * 200);
}

TEST_F(SwitchFeatureRuns, RefuseWhatCannotBe) {
  for (const char* const wrong :
       {"switch.breakout=3", "switch.speedup=0.5", "switch.partition.p_keys=0x8001,",
        "switch.partition.p_keys=70000", "switch.congestion.threshold=16"}) {
    const Outcome outcome = program_.run({"run", "uniform", "--set", wrong});
    EXPECT_EQ(outcome.code, 2) << wrong;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
  }
  const Outcome outcome = program_.run({"run", "allreduce", "--nodes", "67"});
  EXPECT_EQ(outcome.code, 2);
}

}  // namespace
}  // namespace ib::tb
