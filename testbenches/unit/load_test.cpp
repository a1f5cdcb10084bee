// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/fabric/config_error.h"
#include "models/fabric/presets/preset.h"
#include "testbenches/config/parameter_tree.h"

namespace ib::tb {
namespace {

std::string fault(const std::vector<Assignment>& assignments) {
  try {
    (void)load(assignments);
  } catch (const fabric::ConfigError& error) {
    return error.what();
  }
  return "no fault";
}

TEST(Load, TakesThePresetBeforeWhatTheUserSets) {
  const RunConfig config =
      load({{"switch.ports", "8", "--set"}, {"preset.switch", "quantum", "x"}});

  EXPECT_EQ(config.sw.ports, 8u);
  EXPECT_EQ(config.sw.core_clock_mhz, 700);
}

TEST(Load, LetsTheLastAssignmentWin) {
  const RunConfig config = load({{"switch.ports", "8", "a"}, {"switch.ports", "16", "b"}});

  EXPECT_EQ(config.sw.ports, 16u);
}

TEST(Load, LinksTwoPresetsAtTheRateOfTheSlower) {
  const RunConfig config = load({{"preset.hca", "connectx6", "x"}});

  EXPECT_EQ(config.testbench.link_rate, "4xHDR");
}

TEST(Load, AcceptsEveryPreset) {
  for (const fabric::Preset& preset : fabric::presets()) {
    const std::string path = "preset." + std::string{preset.kind};
    EXPECT_EQ(fault({{path, std::string{preset.name}, "test"}}), "no fault") << preset.name;
  }
}

TEST(Load, RefusesAPresetOfTheOtherKind) {
  EXPECT_THAT(fault({{"preset.hca", "quantum2", "x"}}), testing::HasSubstr("no such hca preset"));
}

TEST(Load, TakesTheLineOfALinkByEitherName) {
  EXPECT_EQ(load({{"link.phy", "bit_true", "--set"}}).phy.mode, phy::PhyMode::kBitTrue);
  EXPECT_EQ(load({{"phy.mode", "statistical", "--set"}}).phy.mode, phy::PhyMode::kStatistical);
}

TEST(Load, RefusesAnMtuThatIsNoPowerOfTwo) {
  EXPECT_THAT(fault({{"testbench.mtu_bytes", "1000", "x"}}),
              testing::HasSubstr("256 | 512 | 1024 | 2048 | 4096 bytes"));
}

TEST(Load, RefusesNodesWithoutATopology) {
  EXPECT_THAT(fault({{"testbench.from", "h1", "x"}}),
              testing::HasSubstr("give testbench.topology"));
}

TEST(Load, RefusesOneNodeForBothEnds) {
  EXPECT_THAT(fault({{"testbench.topology", "f", "x"},
                     {"testbench.from", "h1", "x"},
                     {"testbench.to", "h1", "x"}}),
              testing::HasSubstr("the same node 'h1'"));
}

TEST(ParseAssignment, SplitsAtTheFirstEqualsSign) {
  const Assignment assignment = parse_assignment("testbench.from=a=b", "--set");

  EXPECT_EQ(assignment.path, "testbench.from");
  EXPECT_EQ(assignment.text, "a=b");
}

TEST(ParseAssignment, RefusesAWordAlone) {
  EXPECT_THROW((void)parse_assignment("switch.ports", "--set"), fabric::ConfigError);
}

}  // namespace
}  // namespace ib::tb
