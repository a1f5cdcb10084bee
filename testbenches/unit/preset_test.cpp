// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/presets/preset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "models/fabric/config_error.h"
#include "models/fabric/presets/port_latency.h"
#include "models/ib/link/generation.h"
#include "testbenches/config/parameter_tree.h"
#include "testbenches/config/run_config.h"
#include "testbenches/config/validate.h"

namespace ib::fabric {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(Presets, HoldTheProductsOfTheirTwoKinds) {
  std::set<std::string> hcas;
  std::set<std::string> switches;
  for (const Preset& each : presets()) {
    (each.kind == "hca" ? hcas : switches).insert(std::string(each.name));
  }
  EXPECT_THAT(
      hcas, testing::ElementsAre("connectx5", "connectx6", "connectx7", "connectx8", "connectx9"));
  EXPECT_THAT(switches, testing::ElementsAre("quantum", "quantum-x1600", "quantum-x800", "quantum2",
                                             "switch-ib2"));
}

TEST(Presets, SetOnlyParametersOfTheirKindThatExistAndFit) {
  for (const Preset& each : presets()) {
    tb::RunConfig config;
    tb::ParameterTree tree{config};
    for (const PresetValue& value : each.values) {
      EXPECT_EQ(value.path.substr(0, each.kind.size() + 1), std::string(each.kind) + ".");
      EXPECT_NO_THROW(tree.set(value.path, value.value, each.name)) << each.name;
    }
    tree.set("testbench.link_rate", each.link_rate, each.name);
    EXPECT_NO_THROW(tb::require_valid(config)) << each.name;
  }
}

TEST(Presets, GiveASourceAndAConfidenceForEveryValue) {
  for (const Preset& each : presets()) {
    std::set<std::string_view> paths;
    for (const PresetValue& value : each.values) {
      EXPECT_TRUE(paths.insert(value.path).second) << each.name << ' ' << value.path;
      EXPECT_FALSE(value.source.empty()) << each.name << ' ' << value.path;
      EXPECT_NE(std::string_view("HML").find(value.confidence), std::string_view::npos);
      const bool estimated = value.source.substr(0, 9) == "estimate:";
      EXPECT_TRUE(!estimated || value.confidence == 'L') << each.name << ' ' << value.path;
    }
    EXPECT_TRUE(link_rate_from_name(each.link_rate)) << each.name;
  }
}

// A connection holds until its tail, so a slower crossbar could not keep its output busy.
TEST(Presets, MoveWordsFasterThanTheirLinks) {
  for (const Preset& each : presets()) {
    if (each.kind != "switch") continue;
    tb::RunConfig config;
    tb::ParameterTree tree{config};
    for (const PresetValue& value : each.values) tree.set(value.path, value.value, each.name);
    const LinkRate rate = *link_rate_from_name(each.link_rate);
    const double link_gbps = data_rate_gbps(rate.generation, rate.width).value();
    const double crossbar_gbps = config.sw.core_clock_mhz * 8e-3 * config.sw.crossbar_word_bytes;
    EXPECT_GT(crossbar_gbps, 1.2 * link_gbps) << each.name;
  }
}

// ib-facts 9.1: within a tenth of the published latency, where there is one.
TEST(Presets, PassAPacketInAboutTheTimeThatIsPublished) {
  int published = 0;
  for (const Preset& each : presets()) {
    if (each.published_latency_ns <= 0) continue;
    ++published;
    tb::RunConfig config;
    tb::ParameterTree tree{config};
    for (const PresetValue& value : each.values) tree.set(value.path, value.value, each.name);
    if (each.published_without_fec) config.phy.fec = FecMode::kNone;
    const double ns =
        total_ns(port_latency(config.sw, config.phy, *link_rate_from_name(each.link_rate)));
    EXPECT_NEAR(ns / each.published_latency_ns, 1, 0.1) << each.name << ' ' << ns;
    EXPECT_LT(ns, each.published_latency_ns) << each.name;
  }
  EXPECT_EQ(published, 3);
}

TEST(Presets, AreFoundByName) {
  EXPECT_EQ(preset("quantum2").kind, "switch");
  EXPECT_EQ(preset("connectx7", "hca").link_rate, "4xNDR");
}

TEST(Presets, ListTheNamesWhenThereIsNone) {
  try {
    (void)preset("quantum2", "hca");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("no such hca preset: 'quantum2'"),
                                    HasSubstr("connectx9"), Not(HasSubstr("x800"))));
  }
}

}  // namespace
}  // namespace ib::fabric
