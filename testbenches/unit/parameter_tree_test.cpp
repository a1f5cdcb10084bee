// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/parameter_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "models/fabric/config_error.h"
#include "testbenches/config/run_config.h"

enum class Colour { kRed, kGreen };

template <>
struct ib::EnumNames<Colour> {
  static constexpr std::array<std::string_view, 2> values{"red", "green"};
};

namespace ib::tb {
namespace {

struct Inner {
  double delay_ns = 2.5;
  Colour colour = Colour::kRed;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, Inner>> visit_parameters(Config& c,
                                                                                      Visitor& v) {
  v("delay_ns", c.delay_ns, Meta{"ns", 0, 1000, "a delay", "test"});
  v("colour", c.colour, Meta{"", 0, 1, "a choice", "test"});
}

struct Outer {
  std::uint32_t ports = 8;
  std::uint64_t seed = 1;
  bool fast = false;
  std::string name = "x";
  Inner inner;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, Outer>> visit_parameters(Config& c,
                                                                                      Visitor& v) {
  v("ports", c.ports, Meta{"", 4, 144, "ports", "test"});
  v("seed", c.seed, Meta{"", 0, 1.9e19, "seed", "test"});
  v("fast", c.fast, Meta{"", 0, 1, "speed", "test"});
  v("name", c.name, Meta{"", 0, 0, "name", "test"});
  v.nested("inner", c.inner);
}

class ParameterTreeTest : public testing::Test {
 protected:
  std::string fault(std::string_view path, std::string_view text) {
    try {
      tree_.set(path, text, "--set");
    } catch (const fabric::ConfigError& error) {
      return error.what();
    }
    return "no fault";
  }

  Outer config_;
  ParameterTree tree_{config_};
};

TEST_F(ParameterTreeTest, ListsEveryFieldByItsPath) {
  std::vector<std::string> paths;
  for (const Parameter& parameter : tree_.parameters()) paths.push_back(parameter.path);

  EXPECT_THAT(paths, testing::ElementsAre("ports", "seed", "fast", "name", "inner.delay_ns",
                                          "inner.colour"));
}

TEST_F(ParameterTreeTest, SetsAFieldOfEachType) {
  tree_.set("ports", "64", "test");
  tree_.set("seed", "18446744073709551615", "test");
  tree_.set("fast", "true", "test");
  tree_.set("name", "leaf 1", "test");
  tree_.set("inner.delay_ns", "0.25", "test");
  tree_.set("inner.colour", "green", "test");

  EXPECT_EQ(config_.ports, 64u);
  EXPECT_EQ(config_.seed, 18446744073709551615u);
  EXPECT_TRUE(config_.fast);
  EXPECT_EQ(config_.name, "leaf 1");
  EXPECT_EQ(config_.inner.delay_ns, 0.25);
  EXPECT_EQ(config_.inner.colour, Colour::kGreen);
}

TEST_F(ParameterTreeTest, ConvertsAUnitOfTheSameKind) {
  tree_.set("inner.delay_ns", "0.5us", "test");

  EXPECT_EQ(config_.inner.delay_ns, 500);
}

TEST_F(ParameterTreeTest, KeepsTheDefaultsItFound) {
  tree_.set("ports", "64", "test");

  EXPECT_EQ(tree_.parameters().front().default_text, "8");
  EXPECT_EQ(tree_.text("ports"), "64");
}

TEST_F(ParameterTreeTest, RefusesAUnitOfAnotherKind) {
  EXPECT_EQ(fault("inner.delay_ns", "5m"),
            "--set: inner.delay_ns = 5m: wrong unit 'm', allowed: 0 to 1000 ns");
}

TEST_F(ParameterTreeTest, RefusesAValueOutOfRange) {
  EXPECT_EQ(fault("ports", "145"), "--set: ports = 145: out of range, allowed: 4 to 144");
}

TEST_F(ParameterTreeTest, RefusesANegativeNumber) {
  EXPECT_EQ(fault("ports", "-1"), "--set: ports = -1: out of range, allowed: 4 to 144");
}

TEST_F(ParameterTreeTest, RefusesNotANumber) {
  EXPECT_EQ(fault("inner.delay_ns", "nan"),
            "--set: inner.delay_ns = nan: not a number, allowed: 0 to 1000 ns");
}

TEST_F(ParameterTreeTest, RefusesAFractionForAWholeNumber) {
  EXPECT_EQ(fault("ports", "8.5"), "--set: ports = 8.5: not a whole number, allowed: 4 to 144");
}

TEST_F(ParameterTreeTest, RefusesAnUnknownChoice) {
  EXPECT_EQ(fault("inner.colour", "blue"),
            "--set: inner.colour = blue: no such choice, allowed: red | green");
}

TEST_F(ParameterTreeTest, SuggestsTheNearestPath) {
  EXPECT_EQ(fault("inner.delay_us", "1"),
            "--set: unknown parameter 'inner.delay_us', did you mean 'inner.delay_ns'?");
}

TEST_F(ParameterTreeTest, SaysThatAGroupIsNoParameter) {
  EXPECT_EQ(fault("inner", "1"),
            "--set: 'inner' is a group of parameters, give one of them a value");
}

TEST_F(ParameterTreeTest, LeavesTheFieldAloneWhenItRefuses) {
  EXPECT_NE(fault("ports", "1000"), "no fault");

  EXPECT_EQ(config_.ports, 8u);
}

TEST(RunConfigTest, HasDefaultsInsideTheirRanges) {
  RunConfig config;
  ParameterTree tree{config};

  for (const Parameter& parameter : tree.parameters()) {
    EXPECT_NO_THROW(tree.set(parameter.path, parameter.default_text, "default"));
  }
}

TEST(RunConfigTest, DescribesEveryParameter) {
  RunConfig config;
  const ParameterTree tree{config};

  for (const Parameter& parameter : tree.parameters()) {
    EXPECT_FALSE(parameter.meta.meaning.empty()) << parameter.path;
  }
}

TEST(RunConfigTest, RefusesABillionIterations) {
  RunConfig config;
  ParameterTree tree{config};

  EXPECT_THROW(tree.set("testbench.iterations", "1000000000", "--set"), fabric::ConfigError);
}

}  // namespace
}  // namespace ib::tb
