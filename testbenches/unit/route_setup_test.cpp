// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/route_setup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "models/fabric/named_plan.h"

namespace ib::fabric {
namespace {

using testing::HasSubstr;

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "accepted";
}

/// What a fabric does before it is built.
std::string load(const std::string& name, const RoutingConfig& config, unsigned data_vls) {
  return refusal([&] {
    const FabricPlan plan = named_plan(name);
    const RouteSetup setup = set_up_routes(plan.topology, config, plan.grid, data_vls);
    refuse_cycle(plan.topology, dependencies_of(plan.topology, setup), config);
  });
}

TEST(RouteSetup, RefusesARingThatCanDeadlockAndNamesItsChannels) {
  const std::string text = load("torus:5", {}, 1);

  EXPECT_THAT(text, HasSubstr("fabric.routing = minhop: can deadlock, 5 channels"));
  EXPECT_THAT(text, HasSubstr("--allow-deadlock"));
  // Port 2 leads up round the ring: every switch's channel waits for the next one's.
  for (const char* wait : {"\n  sw0[2] VL0 waits for sw1[2] VL0", "\n  sw1[2] VL0 waits for sw2[2]",
                           "\n  sw4[2] VL0 waits for sw0[2] VL0"}) {
    EXPECT_THAT(text, HasSubstr(wait));
  }
}

TEST(RouteSetup, TakesRoutesWithoutACycle) {
  EXPECT_EQ(load("fattree2:8", {}, 1), "accepted");
  EXPECT_EQ(load("torus:5x4", {RoutingName::kUpDown, "", false}, 1), "accepted");
  EXPECT_EQ(load("mesh:5x4", {RoutingName::kDimensionOrder, "", false}, 1), "accepted");
  EXPECT_EQ(load("torus:5x4", {RoutingName::kDimensionOrder, "", false}, 2), "accepted");
  EXPECT_EQ(load("dragonfly:4x2", {RoutingName::kUpDown, "", false}, 1), "accepted");
}

TEST(RouteSetup, TakesTheLanesOfATorusFromTheLink) {
  EXPECT_THAT(load("torus:4x4", {RoutingName::kDimensionOrder, "", false}, 1),
              HasSubstr("take 2 VLs, link.data_vls is 1"));
  EXPECT_EQ(load("torus:2x2", {RoutingName::kDimensionOrder, "", false}, 1), "accepted");
}

// From 3 to 0 in a ring of four the short way goes round the end; from 0 to 1 it does not.
TEST(RouteSetup, GivesPathsRoundTheEndTheirOwnLane) {
  const FabricPlan plan = named_plan("torus:4");
  const RouteSetup setup = set_up_routes(plan.topology, {RoutingName::kDimensionOrder, "", false},
                                         plan.grid, /*data_vls=*/2);
  const auto host = [&](NodeId n) { return plan.topology.node(2 * n + 1).ports[1].lid.value(); };
  const NodeId last = 6;

  EXPECT_EQ(setup.path_sls[last][host(0)], Sl{1});
  EXPECT_EQ(setup.path_sls[0][host(1)], Sl{0});
  // Port 1 holds the host, port 2 leads up, port 3 down.
  EXPECT_EQ(setup.sl2vl[last].at(1, 2)[Sl{1}], Vl{1});
  EXPECT_EQ(setup.sl2vl[last].at(1, 2)[Sl{0}], Vl{0});
  EXPECT_EQ(setup.sl2vl[last].at(2, 1)[Sl{1}], Vl{0});
}

TEST(RouteSetup, NeedsAGridForDimensionOrder) {
  EXPECT_THAT(load("fattree2:4", {RoutingName::kDimensionOrder, "", false}, 2),
              HasSubstr("needs a topology that is a grid"));
}

TEST(RouteSetup, NeedsAFileForFileAndNoneElse) {
  EXPECT_THAT(load("fattree2:4", {RoutingName::kFile, "", false}, 1), HasSubstr("routing_file"));
  EXPECT_THAT(load("fattree2:4", {RoutingName::kMinHop, "x.lfts", false}, 1),
              HasSubstr("for fabric.routing = file alone"));
}

}  // namespace
}  // namespace ib::fabric
