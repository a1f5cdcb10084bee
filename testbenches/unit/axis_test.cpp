// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ib::tb {
namespace {

using testing::ElementsAre;

/// Each combination as "a=1 b=2".
std::vector<std::string> texts(const std::vector<Axis>& axes,
                               const std::vector<Assignment>& base = {}) {
  std::vector<std::string> all;
  for (const auto& settings : combinations(axes, base)) {
    std::string text;
    for (const Assignment& a : settings) text += (text.empty() ? "" : " ") + a.path + "=" + a.text;
    all.push_back(text);
  }
  return all;
}

const Axis kA{{"a"}, {{"1"}, {"2"}}, {}, "x:1"};

TEST(Combinations, OfNoAxisAreOneWithoutSettings) { EXPECT_THAT(texts({}), ElementsAre("")); }

TEST(Combinations, AreTheCrossProductWithTheLastAxisFastest) {
  EXPECT_THAT(texts({kA, {{"b"}, {{"x"}, {"y"}}, {}, "x:2"}}),
              ElementsAre("a=1 b=x", "a=1 b=y", "a=2 b=x", "a=2 b=y"));
}

TEST(Combinations, MoveZippedParametersTogether) {
  EXPECT_THAT(texts({{{"a", "b"}, {{"1", "x"}, {"2", "y"}}, {}, "x:1"}}),
              ElementsAre("a=1 b=x", "a=2 b=y"));
}

TEST(Combinations, LeaveAnAxisOutWhereItsConditionFails) {
  EXPECT_THAT(texts({kA, {{"b"}, {{"x"}, {"y"}}, {{"a", {"2"}}}, "x:2"}}),
              ElementsAre("a=1", "a=2 b=x", "a=2 b=y"));
}

TEST(Combinations, LetAConditionNameSeveralValues) {
  EXPECT_THAT(texts({kA, {{"b"}, {{"x"}}, {{"a", {"1", "2"}}}, "x:2"}}),
              ElementsAre("a=1 b=x", "a=2 b=x"));
}

TEST(Combinations, LetAConditionLookAtTheBase) {
  EXPECT_THAT(texts({{{"b"}, {{"x"}}, {{"c", {"3"}}}, "x:2"}}, {{"c", "3", "x"}}),
              ElementsAre("b=x"));
}

TEST(Combinations, PreferTheAxisToTheBaseInACondition) {
  EXPECT_THAT(texts({kA, {{"b"}, {{"x"}}, {{"a", {"1"}}}, "x:2"}}, {{"a", "1", "x"}}),
              ElementsAre("a=1 b=x", "a=2"));
}

TEST(SteppedRange, ReachesItsEndInSpiteOfRounding) {
  EXPECT_THAT(stepped_range(0.1, 0.5, 0.1), ElementsAre("0.1", "0.2", "0.3", "0.4", "0.5"));
}

TEST(SteppedRange, StopsBeforeAnEndThatNoStepMeets) {
  EXPECT_THAT(stepped_range(4, 9, 2), ElementsAre("4", "6", "8"));
}

TEST(SteppedRange, GoesDown) { EXPECT_THAT(stepped_range(3, 1, -1), ElementsAre("3", "2", "1")); }

TEST(CountedRange, IsEquallySpaced) {
  EXPECT_THAT(counted_range(0, 1, 5, false), ElementsAre("0", "0.25", "0.5", "0.75", "1"));
}

TEST(CountedRange, HasEqualRatiosOnALogarithmicScale) {
  EXPECT_THAT(counted_range(1, 1000, 4, true), ElementsAre("1", "10", "100", "1000"));
}

}  // namespace
}  // namespace ib::tb
