// SPDX-License-Identifier: Apache-2.0
// UGAL in simulated dragonflies, beside what the path report says of minimal and Valiant paths.
#include <gtest/gtest.h>

#include <utility>

#include "models/fabric/named_plan.h"
#include "models/fabric/path_report.h"
#include "models/fabric/switch_totals.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

using fabric::RoutingName;

constexpr double kWarmupNs = 30'000;
constexpr double kMeasuredNs = 50'000;
constexpr double kBytesPerNs = 50;  // 4xNDR

struct Pattern {
  const char* plan;
  std::size_t shift;  ///< Host i sends to host i + shift; 0: to all alike.
};

/// The share of their cables that hosts can send by the tables of an engine.
double bound(const Pattern& pattern, RoutingName routing) {
  const fabric::FabricPlan plan = fabric::named_plan(pattern.plan);
  const fabric::RoutingConfig config{routing, "", false};
  const auto setup = fabric::set_up_routes(plan.topology, config, plan.grid, 8);
  const auto flows = pattern.shift == 0 ? fabric::uniform_pattern(plan.topology)
                                        : fabric::shift_pattern(plan.topology, pattern.shift);
  return fabric::report_paths(plan.topology, setup.routing, flows).saturation();
}

/// The share that arrives when every host offers `load`.
double carried(const Pattern& pattern, double load, Detour detour = Detour::kByLoad) {
  fabric::FabricPlan plan = fabric::named_plan(pattern.plan);
  fabric::FabricConfig config;
  config.link.data_vls = 8;
  config.routing = {RoutingName::kUgal, "", false};
  config.grid = std::move(plan.grid);
  config.sw.adaptive.detour = detour;
  TrafficConfig offered;
  offered.load = load;
  TrafficFabric traffic{std::move(plan.topology), config, offered, ConductorConfig{}};
  traffic.send_uniformly();
  const auto& ends = traffic.fabric().ends();
  for (std::size_t i = 0; pattern.shift != 0 && i < ends.size(); ++i) {
    const Lid to = ends[(i + pattern.shift) % ends.size()].site.lid;
    traffic.nodes()[i]->set_destination([to](RandomStream&) { return to; });
  }
  traffic.run(ticks_from_ns(kWarmupNs), ticks_from_ns(kWarmupNs + kMeasuredNs));
  EXPECT_TRUE(traffic.conductor().deadlock().empty());
  EXPECT_TRUE(fabric::credit_faults(traffic.fabric()).empty());
  double bytes = 0;
  for (const TrafficNode* node : traffic.nodes()) {
    bytes += static_cast<double>(node->statistics().received_bytes);
  }
  return bytes / kMeasuredNs / (static_cast<double>(ends.size()) * kBytesPerNs);
}

constexpr Pattern kNextGroup{"dragonfly:4x2,hosts=2", 8};
constexpr Pattern kToAll{"dragonfly:4x2,hosts=2", 0};
constexpr Pattern kPlusNextGroup{"dragonflyplus:4x4x2,hosts=2", 8};

// Kim et al., ISCA 2008: all hosts of a group send to the next one. Minimal paths carry 1/8 over
// the one cable there is, Valiant paths 1/2; UGAL comes near the latter.
TEST(Ugal, CarriesWhatValiantPathsDoBetweenTwoGroups) {
  ASSERT_DOUBLE_EQ(bound(kNextGroup, RoutingName::kDragonfly), 1 / 8.0);
  const double valiant = bound(kNextGroup, RoutingName::kValiant);
  ASSERT_DOUBLE_EQ(valiant, 1 / 2.0);

  const double load = 0.9 * valiant;
  EXPECT_GT(carried(kNextGroup, load), 0.97 * load);
}

TEST(Ugal, CarriesWhatMinimalPathsDoToAllHosts) {
  const double load = 0.95 * bound(kToAll, RoutingName::kDragonfly);

  EXPECT_GT(carried(kToAll, load), 0.97 * load);
}

TEST(Ugal, CarriesNoMoreThanMinimalPathsWithoutDetours) {
  const double minimal = bound(kNextGroup, RoutingName::kDragonfly);

  EXPECT_LT(carried(kNextGroup, 0.4, Detour::kOff), 1.03 * minimal);
}

TEST(Ugal, CarriesHalfWithDetoursForAll) {
  const double load = 0.9 * bound(kNextGroup, RoutingName::kValiant);

  EXPECT_GT(carried(kNextGroup, load, Detour::kAlways), 0.97 * load);
}

TEST(Ugal, TakesDetoursInADragonflyPlus) {
  const double minimal = bound(kPlusNextGroup, RoutingName::kDragonfly);

  EXPECT_GT(carried(kPlusNextGroup, 3 * minimal), 0.97 * 3 * minimal);
}

}  // namespace
}  // namespace ib::tb
