// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/cable_catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace ib {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr LinkRate kNdr4x{Generation::kNdr, Width::k4x};
constexpr LinkRate kHdr4x{Generation::kHdr, Width::k4x};

TEST(CableCatalogue, EveryTypeCanBeUsedAsMadeOverHalfItsReach) {
  for (const CableType& type : cable_catalogue()) {
    const Width width =
        type.near == FormFactor::kQsfp56 && type.far_ends == 2 ? Width::k2x : Width::k4x;
    const CablePlan plan{{type.generation, width},
                         type.name,
                         reach_m(type, type.generation) / 2,
                         type.near,
                         type.far};
    EXPECT_THAT(faults(plan), IsEmpty()) << type.name;
  }
}

TEST(CableCatalogue, NewerCagesTakeOlderPlugsOfTheirFamily) {
  EXPECT_TRUE(fits(FormFactor::kQsfp28, FormFactor::kQsfp56));
  EXPECT_FALSE(fits(FormFactor::kQsfp56, FormFactor::kQsfp28));
  EXPECT_FALSE(fits(FormFactor::kQsfp112, FormFactor::kOsfp));
}

TEST(CableCatalogue, RefusesAPlugThatDoesNotFitAndSaysWhy) {
  EXPECT_THAT(faults({kHdr4x, "hdr_aoc", 10, FormFactor::kQsfp56, FormFactor::kOsfp}),
              ElementsAre("far end: plug QSFP56 does not fit cage OSFP"));
}

TEST(CableCatalogue, RefusesMoreSpeedLanesOrLengthThanTheCableHas) {
  EXPECT_THAT(faults({kNdr4x, "hdr_aoc", 10, FormFactor::kQsfp112, FormFactor::kQsfp112}),
              ElementsAre(HasSubstr("made for HDR, not for NDR")));
  EXPECT_THAT(faults({kHdr4x, "hdr_split_dac", 1, FormFactor::kQsfp56, FormFactor::kQsfp56}),
              ElementsAre(HasSubstr("2 lanes to each far end, the link wants 4")));
  EXPECT_THAT(faults({kNdr4x, "ndr_sr4", 60, FormFactor::kOsfp, FormFactor::kOsfp}),
              ElementsAre("ndr_sr4 reaches 50 m at NDR, not 60 m"));
}

TEST(CableCatalogue, RefusesLengthsThatAreNone) {
  CablePlan plan{kNdr4x, "ndr_sr4", -1, FormFactor::kOsfp, FormFactor::kOsfp};
  EXPECT_THAT(faults(plan), ElementsAre(HasSubstr("not below 0 m")));
  plan.length_m = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(faults(plan), ElementsAre(HasSubstr("not below 0 m")));
  plan.type = "string";
  EXPECT_THAT(faults(plan), ElementsAre(HasSubstr("no cable type string")));
}

TEST(CableCatalogue, SplitsAnNdrPortInTwo) {
  EXPECT_THAT(faults({kNdr4x, "ndr_split_dac", 1, FormFactor::kOsfp, FormFactor::kQsfp112}),
              IsEmpty());
}

// By hand: 2 + 2 * 3.3 dB at 12.9 GHz; EDR's Nyquist.
TEST(CableCatalogue, CopperLosesWithLengthAndFrequency) {
  const CableType& edr = *find_cable_type("edr_dac_26awg");
  EXPECT_NEAR(copper_loss_db(edr, 2, Generation::kEdr), 8.6, 1e-9);
  EXPECT_NEAR(reach_m(edr, Generation::kEdr), 5, 1e-9);
  const CableType& ndr = *find_cable_type("ndr_dac_26awg");
  EXPECT_GT(copper_loss_db(ndr, 2, Generation::kNdr), copper_loss_db(ndr, 2, Generation::kHdr));
  EXPECT_EQ(copper_loss_db(*find_cable_type("ndr_sr4"), 50, Generation::kNdr), 0);
}

}  // namespace
}  // namespace ib
