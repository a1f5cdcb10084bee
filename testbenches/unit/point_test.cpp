// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/point.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Assignment kName{"testbench.name", "uniform", "x:1"};

std::string hash_of(const std::vector<Assignment>& assignments) {
  return point_hash(load(assignments), "1.0");
}

TEST(PointHash, ForgetsTheOrderOfAssignments) {
  EXPECT_EQ(hash_of({kName, {"switch.ports", "8", "a"}, {"cable.length_m", "3", "b"}}),
            hash_of({{"cable.length_m", "3", "c"}, {"switch.ports", "8", "d"}, kName}));
}

TEST(PointHash, ForgetsWhatChangesNoResult) {
  EXPECT_EQ(hash_of({kName, {"sim.threads", "2", "x"}}), hash_of({kName}));
}

TEST(PointHash, TellsParametersSeedsAndVersionsApart) {
  const std::string plain = hash_of({kName});

  EXPECT_NE(hash_of({kName, {"switch.ports", "9", "x"}}), plain);
  EXPECT_NE(hash_of({kName, {"sim.seed", "2", "x"}}), plain);
  EXPECT_NE(point_hash(load({kName}), "1.1"), plain);
}

TEST(PointsOf, KeepsTheSeedsOfACombinationTogether) {
  const SweepPlan plan{
      "x.toml", {kName}, {{{"switch.ports"}, {{"8"}, {"9"}}, {}, "x:2"}}, {1, 2}, {}};

  std::vector<std::string> texts;
  for (const SweepPoint& point : points_of(plan, "1.0")) texts.push_back(point_text(point));

  EXPECT_THAT(texts, ElementsAre("switch.ports=8 seed=1", "switch.ports=8 seed=2",
                                 "switch.ports=9 seed=1", "switch.ports=9 seed=2"));
}

TEST(PointsOf, RefusesTwoPointsThatAreTheSameRun) {
  const SweepPlan plan{"x.toml", {kName}, {{{"switch.ports"}, {{"8"}, {"8"}}, {}, "x:2"}}, {1}, {}};

  try {
    (void)points_of(plan, "1.0");
    FAIL();
  } catch (const fabric::ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("two points are the same run"));
  }
}

TEST(RunWords, AreThoseOfTheRunCommand) {
  const SweepPlan plan{"x.toml", {kName}, {{{"switch.ports"}, {{"8"}}, {}, "x:2"}}, {7}, {}};

  EXPECT_THAT(run_words(plan, points_of(plan, "1.0").front()),
              ElementsAre("run", "uniform", "--seed", "7", "--set", "switch.ports=8"));
}

}  // namespace
}  // namespace ib::tb
