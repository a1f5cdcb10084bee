// SPDX-License-Identifier: Apache-2.0
// Packets of a multicast group cross a fabric over the tree that Fabric::set_multicast writes.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "models/fabric/config_error.h"
#include "models/fabric/named_plan.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

constexpr Lid kGroup{0xC001};

class MulticastFabric : public testing::TestWithParam<const char*> {};

// IBTA Vol 1, multicast: each member but the sender gets every packet once, in order; others none.
TEST_P(MulticastFabric, BringsEveryPacketToEveryOtherMember) {
  fabric::FabricPlan plan = fabric::named_plan(GetParam());
  fabric::FabricConfig config;
  config.grid = std::move(plan.grid);
  TrafficConfig load;
  load.load = 0.5;
  TrafficFabric traffic{std::move(plan.topology), config, load, {}};
  const auto& ends = traffic.fabric().ends();
  const std::vector<std::size_t> members{0, 1, 5, ends.size() - 1};
  std::vector<fabric::PortRef> ports;
  for (const std::size_t member : members) ports.push_back(ends[member].site.port);
  traffic.fabric().set_multicast(kGroup, ports);
  for (std::size_t i = 1; i < traffic.nodes().size(); ++i) traffic.nodes()[i]->stop_sending();
  traffic.nodes()[0]->set_destination([](RandomStream&) { return kGroup; });

  traffic.run(0, ticks_from_ns(20'000));
  traffic.nodes()[0]->stop_sending();
  traffic.run(0, ticks_from_ns(60'000));

  const std::uint64_t sent = traffic.nodes()[0]->total_sent();
  EXPECT_GT(sent, 100u);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const bool gets = i == 1 || i == 5 || i + 1 == ends.size();
    EXPECT_EQ(traffic.nodes()[i]->total_received(), gets ? sent : 0) << "host " << i;
  }
  EXPECT_TRUE(traffic.broken_invariants().empty());
}

// Two groups turn where paths do not: see channel_dependency_test.
TEST(MulticastDeadlock, RefusesAGroupThatClosesACircle) {
  fabric::FabricPlan plan = fabric::named_plan("mesh:2x2");
  fabric::FabricConfig config;
  config.routing.routing = fabric::RoutingName::kDimensionOrder;
  config.grid = std::move(plan.grid);
  TrafficFabric traffic{std::move(plan.topology), config, {}, {}};
  const auto& ends = traffic.fabric().ends();
  const auto port = [&ends](std::size_t i) { return ends[i].site.port; };

  traffic.fabric().set_multicast(kGroup, {port(2), port(0), port(1)});
  EXPECT_THROW(traffic.fabric().set_multicast(Lid{0xC002}, {port(1), port(3), port(2)}),
               fabric::ConfigError);
}

INSTANTIATE_TEST_SUITE_P(, MulticastFabric, testing::Values("fattree2:4", "line:8", "single:8"),
                         [](const auto& plan) { return "Plan" + std::to_string(plan.index); });

}  // namespace
}  // namespace ib::tb
