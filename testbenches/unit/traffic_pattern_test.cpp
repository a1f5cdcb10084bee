// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/traffic_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

WorkloadConfig with(TrafficPattern pattern, const std::string& shape = "") {
  WorkloadConfig config;
  config.pattern = pattern;
  config.shape = shape;
  return config;
}

/// Where host `self` sends messages 0 .. count - 1.
std::vector<std::uint32_t> receivers(const Destinations& to, std::uint32_t self, unsigned count) {
  RandomStream random{1, "test"};
  std::vector<std::uint32_t> found;
  for (unsigned i = 0; i < count; ++i) found.push_back(to.next(self, i, random));
  return found;
}

std::vector<std::uint32_t> map_of(const WorkloadConfig& config, std::uint32_t hosts) {
  const Destinations to{config, hosts, 1};
  std::vector<std::uint32_t> map;
  for (std::uint32_t self = 0; self < hosts; ++self) map.push_back(receivers(to, self, 1).front());
  return map;
}

TEST(TrafficPattern, ShiftsRoundTheEnd) {
  WorkloadConfig config = with(TrafficPattern::kShift);
  config.shift = 3;
  EXPECT_THAT(map_of(config, 5), ElementsAre(3, 4, 0, 1, 2));
}

TEST(TrafficPattern, ReversesTheBits) {
  EXPECT_THAT(map_of(with(TrafficPattern::kBitReversal), 8), ElementsAre(0, 4, 2, 6, 1, 5, 3, 7));
}

TEST(TrafficPattern, TransposesTheSquare) {
  EXPECT_THAT(map_of(with(TrafficPattern::kTranspose), 9), ElementsAre(0, 3, 6, 1, 4, 7, 2, 5, 8));
}

// Dally and Towles, table 3.1: ceil(k / 2) - 1 on in each dimension.
TEST(TrafficPattern, GoesAlmostHalfWayRoundAsATornado) {
  EXPECT_THAT(map_of(with(TrafficPattern::kTornado), 8), ElementsAre(3, 4, 5, 6, 7, 0, 1, 2));
  EXPECT_THAT(map_of(with(TrafficPattern::kTornado), 5), ElementsAre(2, 3, 4, 0, 1));
  EXPECT_THAT(map_of(with(TrafficPattern::kTornado, "4x2"), 8),
              ElementsAre(1, 2, 3, 0, 5, 6, 7, 4));
}

TEST(TrafficPattern, PermutesAtRandomWithoutFixedHosts) {
  const auto map = map_of(with(TrafficPattern::kRandom), 64);
  EXPECT_EQ(std::set<std::uint32_t>(map.begin(), map.end()).size(), 64u);
  for (std::uint32_t self = 0; self < 64; ++self) EXPECT_NE(map[self], self);
}

TEST(TrafficPattern, LetsHostsThatMeetThemselvesBeSilent) {
  const Destinations to{with(TrafficPattern::kBitReversal), 8, 1};
  EXPECT_FALSE(to.sends(0));
  EXPECT_TRUE(to.sends(1));
  EXPECT_FALSE(to.sends(2));
}

TEST(TrafficPattern, VisitsAllOthersInTurn) {
  const Destinations to{with(TrafficPattern::kAllToAll), 4, 1};
  EXPECT_THAT(receivers(to, 2, 4), ElementsAre(3, 0, 1, 3));
}

TEST(TrafficPattern, ExchangesWithNeighboursOfTheGrid) {
  const Destinations grid{with(TrafficPattern::kNeighbour, "4x4"), 16, 1};
  EXPECT_THAT(receivers(grid, 5, 5), ElementsAre(6, 4, 9, 1, 6));
  EXPECT_THAT(receivers(grid, 0, 4), ElementsAre(1, 3, 4, 12));
  const Destinations pairs{with(TrafficPattern::kNeighbour, "2x3"), 6, 1};
  EXPECT_THAT(receivers(pairs, 0, 3), ElementsAre(1, 2, 4));
}

TEST(TrafficPattern, SpreadsUniformlyOverAllOthers) {
  const Destinations to{with(TrafficPattern::kUniform), 5, 1};
  std::vector<unsigned> counts(5);
  for (const std::uint32_t each : receivers(to, 3, 40'000)) ++counts[each];
  EXPECT_EQ(counts[3], 0u);
  for (const std::uint32_t other : {0u, 1u, 2u, 4u}) EXPECT_NEAR(counts[other], 10'000, 400);
}

// A share h goes to the hot host, and of the rest one part in n - 1.
TEST(TrafficPattern, FavoursHotSpots) {
  WorkloadConfig config = with(TrafficPattern::kHotspot);
  config.hotspot_share = 0.3;
  const Destinations to{config, 11, 1};
  unsigned hot = 0;
  for (const std::uint32_t each : receivers(to, 7, 40'000)) hot += each == 0 ? 1 : 0;
  EXPECT_NEAR(hot, 40'000 * (0.3 + 0.7 / 10), 500);
}

TEST(TrafficPattern, SendsAllToSilentSinks) {
  WorkloadConfig config = with(TrafficPattern::kIncast);
  config.hotspots = 2;
  const Destinations to{config, 6, 1};
  EXPECT_FALSE(to.sends(1));
  EXPECT_TRUE(to.sends(2));
  for (const std::uint32_t each : receivers(to, 5, 100)) EXPECT_LT(each, 2u);
}

std::string fault_of(const WorkloadConfig& config, std::uint32_t hosts) {
  try {
    const Destinations to{config, hosts, 1};
  } catch (const fabric::ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(TrafficPattern, RefusesHostsItDoesNotSuit) {
  EXPECT_THAT(fault_of(with(TrafficPattern::kBitReversal), 12), HasSubstr("power of two"));
  EXPECT_THAT(fault_of(with(TrafficPattern::kTranspose), 8), HasSubstr("square"));
  EXPECT_THAT(fault_of(with(TrafficPattern::kTornado, "4x4"), 8), HasSubstr("traffic.shape"));
  EXPECT_THAT(fault_of(with(TrafficPattern::kTornado, "4x"), 4), HasSubstr("traffic.shape"));
  EXPECT_THAT(fault_of(with(TrafficPattern::kTornado, "99999x99999"), 4), HasSubstr("4x4x2"));
}

}  // namespace
}  // namespace ib::tb
