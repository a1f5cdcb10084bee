// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/static_rate.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

// The rate codes of verbs and of path records.
TEST(StaticRate, CodesAreThoseOfVerbs) {
  EXPECT_EQ(rate_mbps(0), 0u);
  EXPECT_EQ(rate_mbps(2), 2500u);
  EXPECT_EQ(rate_mbps(3), 10000u);
  EXPECT_EQ(rate_mbps(10), 120000u);
  EXPECT_EQ(rate_mbps(16), 100000u);
  EXPECT_EQ(rate_mbps(21), 400000u);
  EXPECT_EQ(rate_mbps(24), 1200000u);
  EXPECT_EQ(rate_mbps(25), 0u);
}

// A 1x path (2.5 Gb/s) behind a 4x link (10 Gb/s) wants a delay of 3, behind 12x one of 11.
TEST(StaticRate, TheDelayBringsTheLinkDownToThePath) {
  EXPECT_EQ(inter_packet_delay(10000, 2500), 3u);
  EXPECT_EQ(inter_packet_delay(30000, 2500), 11u);
  EXPECT_EQ(inter_packet_delay(30000, 10000), 2u);
  EXPECT_EQ(inter_packet_delay(10000, 10000), 0u);
}

TEST(StaticRate, ADelayRoundsUpAndAFasterPathHasNone) {
  EXPECT_EQ(inter_packet_delay(400000, 120000), 3u);
  EXPECT_EQ(inter_packet_delay(10000, 30000), 0u);
  EXPECT_EQ(inter_packet_delay(10000, 0), 0u);
}

}  // namespace
}  // namespace ib
