// SPDX-License-Identifier: Apache-2.0
// What a simulated fabric carries, beside the bound that the path report derives from its tables.
#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include "models/fabric/named_plan.h"
#include "models/fabric/path_report.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

struct Case {
  const char* name;
  const char* plan;
  fabric::RoutingName routing;
  unsigned data_vls;
  std::size_t shift;  ///< Host i sends to host i + shift; 0: uniform.
  double bound;       ///< By closed form.

  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

class Saturation : public testing::TestWithParam<Case> {
 protected:
  /// What arrives when every host offers `share` of the bound, as a share of the bound.
  double accepted(double share) {
    const Case& c = GetParam();
    fabric::FabricPlan plan = fabric::named_plan(c.plan);
    const fabric::RoutingConfig routing{c.routing, "", false};
    const auto setup = fabric::set_up_routes(plan.topology, routing, plan.grid, c.data_vls);
    const auto pattern = c.shift == 0 ? fabric::uniform_pattern(plan.topology)
                                      : fabric::shift_pattern(plan.topology, c.shift);
    const double bound = fabric::report_paths(plan.topology, setup.routing, pattern).saturation();
    EXPECT_NEAR(bound, c.bound, 1e-9);
    build(std::move(plan), routing, share * bound);
    traffic_->run(ticks_from_ns(kWarmupNs), ticks_from_ns(kWarmupNs + kMeasuredNs));
    EXPECT_TRUE(traffic_->broken_invariants().empty());
    double bytes = 0;
    for (const TrafficNode* node : traffic_->nodes()) {
      bytes += static_cast<double>(node->statistics().received_bytes);
    }
    const auto hosts = static_cast<double>(traffic_->nodes().size());
    return bytes / kMeasuredNs / (hosts * kBytesPerNs) / bound;
  }

 private:
  static constexpr double kWarmupNs = 60'000;
  static constexpr double kMeasuredNs = 150'000;
  static constexpr double kBytesPerNs = 50;  ///< 4xNDR.

  void build(fabric::FabricPlan plan, const fabric::RoutingConfig& routing, double load) {
    const Case& c = GetParam();
    fabric::FabricConfig config;
    config.link.data_vls = c.data_vls;
    config.routing = routing;
    config.grid = std::move(plan.grid);
    TrafficConfig offered;
    offered.load = load;
    traffic_ = std::make_unique<TrafficFabric>(std::move(plan.topology), config, offered,
                                               ConductorConfig{});
    traffic_->send_uniformly();
    const auto& ends = traffic_->fabric().ends();
    for (std::size_t i = 0; c.shift != 0 && i < ends.size(); ++i) {
      const Lid to = ends[(i + c.shift) % ends.size()].site.lid;
      traffic_->nodes()[i]->set_destination([to](RandomStream&) { return to; });
    }
  }

  std::unique_ptr<TrafficFabric> traffic_;
};

// Of the bound 98.5 % is offered: what arrives is within 3 % of the bound.
TEST_P(Saturation, ReachesTheChannelLoadBound) { EXPECT_GT(accepted(0.985), 0.97); }

// More than the bound cannot be carried evenly: offered 110 %, the busiest cables stay full.
TEST_P(Saturation, DoesNotPassTheChannelLoadBound) { EXPECT_LT(accepted(1.1), 1.03); }

// Closed forms. Fat tree of 8 hosts and 4 cables up a leaf: 8 * 24 / 31 over 4 cables. Torus ring
// of k = 8 with 2 hosts a switch: k / 8 * 2 * 16 / 15. Dragonfly, a = 2, p = 4, h = 1, 3 groups:
// the cable inside a group carries 4 * 4 / 23 of its own, 4 * 8 / 23 on its way out, as much on its
// way in. Shifts by a group of 8 hosts: minimal paths put 8 on one cable, Valiant paths 2.
INSTANTIATE_TEST_SUITE_P(, Saturation,
                         testing::Values(Case{"FatTree", "xgft:8x4,parents=1x4",
                                              fabric::RoutingName::kFatTree, 1, 0, 4 * 31 / 192.0},
                                         Case{"Torus", "torus:8,hosts=2",
                                              fabric::RoutingName::kDimensionOrder, 2, 0,
                                              15 / 32.0},
                                         Case{"Dragonfly", "dragonfly:2x1,hosts=4",
                                              fabric::RoutingName::kDragonfly, 2, 0, 23 / 80.0},
                                         Case{"DragonflyShift", "dragonfly:4x2,hosts=2",
                                              fabric::RoutingName::kDragonfly, 2, 8, 1 / 8.0},
                                         Case{"ValiantShift", "dragonfly:4x2,hosts=2",
                                              fabric::RoutingName::kValiant, 3, 8, 1 / 2.0}),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace ib::tb
