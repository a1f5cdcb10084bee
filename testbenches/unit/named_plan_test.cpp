// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/named_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/fabric/config_error.h"

namespace ib::fabric {
namespace {

using testing::HasSubstr;

struct Sizes {
  const char* name;
  std::size_t switches;
  std::size_t hosts;
  std::size_t cables;
};

class NamedPlan : public testing::TestWithParam<Sizes> {};

TEST_P(NamedPlan, HasTheNodesAndCablesOfItsShape) {
  const FabricPlan plan = named_plan(GetParam().name);

  EXPECT_EQ(plan.topology.count(NodeKind::kSwitch), GetParam().switches);
  EXPECT_EQ(plan.topology.count(NodeKind::kCa), GetParam().hosts);
  EXPECT_EQ(plan.topology.cables().size(), GetParam().cables);
}

// Cables: one a host, then what the shape has by its closed form.
INSTANTIATE_TEST_SUITE_P(
    Shapes, NamedPlan,
    testing::Values(
        Sizes{"single:5", 1, 5, 5}, Sizes{"line:3,hosts=2", 3, 6, 6 + 2},
        Sizes{"fattree2:8", 12, 32, 32 + 32}, Sizes{"fattree2:8,leaves=4", 6, 16, 16 + 16},
        Sizes{"fattree3:4", 20, 16, 16 + 16 + 16}, Sizes{"xgft:4x4,parents=1x2", 6, 16, 16 + 8},
        Sizes{"mesh:3x3", 9, 9, 9 + 12}, Sizes{"torus:4x4x4,hosts=2", 64, 128, 128 + 3 * 64},
        Sizes{"hypercube:4", 16, 16, 16 + 32}, Sizes{"hyperx:4x3", 12, 12, 12 + 18 + 12},
        Sizes{"dragonfly:4x2,hosts=2", 36, 72, 72 + 9 * 6 + 36},
        Sizes{"dragonfly:4x2,hosts=2,groups=3", 12, 24, 24 + 3 * 6 + 12}));

TEST(NamedPlan, KnowsWhereTheSwitchesOfAGridLie) {
  EXPECT_TRUE(named_plan("torus:4x4").grid);
  EXPECT_TRUE(named_plan("hypercube:3").grid);
  EXPECT_FALSE(named_plan("fattree2:4").grid);
}

TEST(NamedPlan, GivesAllCablesTheRate) {
  const CableInfo cable{*link_rate_from_name("2xHDR"), {}, {}};
  const FabricPlan plan = named_plan("mesh:2x2", cable);

  for (const Cable& each : plan.topology.cables()) {
    EXPECT_EQ(lanes(each.info.rate.width), 2u);
  }
}

TEST(NamedPlan, IsToldFromAFile) {
  EXPECT_TRUE(names_plan("torus:4x4"));
  EXPECT_TRUE(names_plan("torsu:4"));
  for (const char* file : {"net.txt", "a/b:c", "", ":4", "./torus:4", "Torus 4:x"}) {
    EXPECT_FALSE(names_plan(file)) << file;
  }
}

std::string refusal(const std::string& text) {
  try {
    static_cast<void>(load_plan(text));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(NamedPlan, RefusesAnUnknownNameAndListsTheKnown) {
  EXPECT_THAT(refusal("torsu:4x4"), HasSubstr("'torsu:4x4'"));
  for (const char* name : {"fattree2:", "xgft:", "torus:", "mesh:", "hypercube:", "dragonfly:"}) {
    EXPECT_THAT(refusal("torsu:4x4"), HasSubstr(name));
  }
}

TEST(NamedPlan, RefusesWhatIsNotOfTheFormAndShowsIt) {
  for (const char* text : {"torus:", "torus:4x", "torus:x4", "torus:4,4", "torus:4x4,host=2",
                           "torus:4x4,hosts=", "torus:4x4,hosts=2,hosts=3", "torus:4x4,",
                           "torus:4x4,hosts=2x2", "torus:-4", "torus:99999999999"}) {
    EXPECT_THAT(refusal(text), HasSubstr("(allowed: torus:NxN..[,hosts=N])")) << text;
  }
  EXPECT_THAT(refusal("xgft:4x4"), HasSubstr("parents="));
  EXPECT_THAT(refusal("dragonfly:4"), HasSubstr("SWITCHESxGLOBALS"));
}

TEST(NamedPlan, RefusesSizesThatCannotBe) {
  EXPECT_THAT(refusal("torus:1x4"), HasSubstr("extent"));
  EXPECT_THAT(refusal("fattree2:7"), HasSubstr("even"));
  EXPECT_THAT(refusal("torus:4000x4000"), HasSubstr("nodes"));
}

}  // namespace
}  // namespace ib::fabric
