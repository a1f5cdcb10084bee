// SPDX-License-Identifier: Apache-2.0
#include "models/phy/phy_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace ib::phy {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr LinkRate kEdr4x{Generation::kEdr, Width::k4x};

TEST(PhyConfig, DefaultsFitEveryGeneration) {
  for (std::size_t i = 0; i < kGenerations; ++i) {
    EXPECT_THAT(validate({static_cast<Generation>(i), Width::k4x}, {}, {}), IsEmpty());
  }
}

TEST(PhyConfig, RefusesACodeTheGenerationLacksAndNamesTheAllowed) {
  PhyConfig config;
  config.fec = FecMode::kRs544;
  EXPECT_THAT(validate(kEdr4x, config, {}),
              ElementsAre("phy.fec: rs_544_514 is not used on EDR; allowed: none, firecode, "
                          "rs_528_514, ll_rs_271_257"));
}

TEST(PhyConfig, RefusesNegativeLengthAndWhatIsNoNumber) {
  CableConfig cable;
  cable.length_m = -1;
  PhyConfig config;
  config.pre_fec_ber = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(validate(kEdr4x, config, cable),
              testing::IsSupersetOf({HasSubstr("phy.pre_fec_ber"), HasSubstr("cable.length_m")}));
}

TEST(PhyConfig, RefusesTwoLanesBeforeHdr) {
  EXPECT_THAT(validate({Generation::kEdr, Width::k2x}, {}, {}), ElementsAre(HasSubstr("2x")));
}

TEST(PhyConfig, RefusesRetransmissionOverALongCable) {
  PhyConfig config;
  config.fec = FecMode::kRs544Plr;
  constexpr LinkRate kNdr4x{Generation::kNdr, Width::k4x};
  EXPECT_THAT(validate(kNdr4x, config, {CableKind::kAoc, 30}), IsEmpty());
  EXPECT_THAT(validate(kNdr4x, config, {CableKind::kAoc, 31}), ElementsAre(HasSubstr("30 m")));
}

TEST(PhyConfig, RefusesALinkWithoutLatency) {
  PhyConfig config;
  config.tx_latency_ns = 0;
  config.rx_latency_ns = 0;
  EXPECT_THAT(validate(kEdr4x, config, {CableKind::kDac, 0, 0, 0}),
              ElementsAre(HasSubstr("at least 1 ns")));
}

TEST(PhyConfig, TakesBitTrueOnEveryGeneration) {
  PhyConfig config;
  config.mode = PhyMode::kBitTrue;
  for (std::size_t i = 0; i < kGenerations; ++i) {
    EXPECT_THAT(validate({static_cast<Generation>(i), Width::k4x}, config, {}), IsEmpty());
  }
  config.fec = FecMode::kFirecode;
  EXPECT_THAT(validate(kEdr4x, config, {}), IsEmpty());
}

TEST(PhyConfig, RefusesACableThatCannotBePlugged) {
  constexpr LinkRate kNdr4x{Generation::kNdr, Width::k4x};
  CableConfig cable;
  cable.type = "ndr_dac_26awg";
  EXPECT_THAT(validate(kNdr4x, {}, cable), IsEmpty());
  cable.near_cage = Cage::kQsfp112;
  EXPECT_THAT(validate(kNdr4x, {}, cable),
              ElementsAre("cable.type: near end: plug OSFP does not fit cage QSFP112"));
  cable.type = "string";
  EXPECT_THAT(validate(kNdr4x, {}, cable), ElementsAre(HasSubstr("not in the catalogue")));
}

// docs/blocks/cable_catalogue.md, Timing: 4.9 ns/m and 3 ns a plug.
TEST(PhyConfig, TakesDelayAndErrorRateOfACableType) {
  PhyConfig phy;
  CableConfig cable;
  cable.type = "ndr_dr4";
  cable.length_m = 100;
  apply_cable_type(phy, cable);
  EXPECT_EQ(cable.kind, CableKind::kFibre);
  EXPECT_DOUBLE_EQ(cable_delay_ns(cable), 100 * 4.9 + 2 * 3);
  EXPECT_EQ(phy.pre_fec_ber, 1e-6);
}

TEST(PhyConfig, RefusesInvertedLanesThatTheLinkLacks) {
  CableConfig cable;
  cable.inverted_lanes = 0b1111;
  EXPECT_THAT(validate(kEdr4x, {}, cable), IsEmpty());
  cable.inverted_lanes = 0b10000;
  EXPECT_THAT(validate(kEdr4x, {}, cable), ElementsAre(HasSubstr("bits 0 to 3")));
}

TEST(PhyConfig, RefusesAnSnrThatIsNoNumber) {
  CableConfig cable;
  cable.snr_db = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(validate(kEdr4x, {}, cable), ElementsAre("cable.snr_db: must lie in 0 .. 60 dB"));
}

TEST(PhyConfig, ErrorRateFollowsTheSnrOfTheCable) {
  constexpr LinkRate kNdr4x{Generation::kNdr, Width::k4x};
  CableConfig cable;
  cable.snr_db = 18;
  EXPECT_NEAR(line_ber(kNdr4x, {}, cable), 1.431808e-4, 1e-10);  // ib-facts 10.4
  PhyConfig config;
  config.pre_fec_ber = 1e-4;
  EXPECT_NEAR(line_snr_db(kNdr4x, config, {}), 18.2253, 1e-4);
}

TEST(PhyConfig, CableDelayFollowsItsKindUnlessGiven) {
  EXPECT_DOUBLE_EQ(cable_delay_ns({CableKind::kDac, 2, 0, 0}), 9.2);
  EXPECT_DOUBLE_EQ(cable_delay_ns({CableKind::kAoc, 10, 0, 0}), 56);
  EXPECT_DOUBLE_EQ(cable_delay_ns({CableKind::kFibre, 100, 4.897, 1}), 491.7);
}

}  // namespace
}  // namespace ib::phy
