// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/fabric/builders.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

using testing::HasSubstr;

/// A line of switches, one host each, bent to a ring: port 3 of every switch leads to port 2 of the
/// next.
fabric::Topology ring(std::uint32_t switches) {
  fabric::Topology topology = fabric::switch_line(switches, 1);
  std::vector<fabric::NodeId> all;
  for (fabric::NodeId id = 0; id < topology.nodes().size(); ++id) {
    if (topology.node(id).kind == fabric::NodeKind::kSwitch) all.push_back(id);
  }
  topology.connect({all.back(), 3}, {all.front(), 2}, {});
  return topology;
}

fabric::FabricConfig tight() {
  fabric::FabricConfig plan;
  plan.link.mtu_bytes = 1024;
  plan.link.rx_buffer_blocks = 18;
  plan.sw.egress_buffer_blocks = 18;
  return plan;
}

TrafficConfig full_load() {
  TrafficConfig config;
  config.load = 1;
  return config;
}

ConductorConfig watched() {
  ConductorConfig config;
  config.watchdog = ticks_from_ns(20'000);
  return config;
}

constexpr std::uint8_t kToNext = 3;

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

/// All traffic goes round clockwise; every host sends to the one two switches on.
void send_round(TrafficFabric& traffic) {
  const auto& ends = traffic.fabric().ends();
  const auto& switches = traffic.fabric().switches();
  for (std::size_t i = 0; i < switches.size(); ++i) {
    for (std::size_t other = 0; other < ends.size(); ++other) {
      if (other != i) switches[i].chip->lft().set(ends[other].site.lid, kToNext);
    }
    const Lid to = ends[(i + 2) % ends.size()].site.lid;
    traffic.nodes()[i]->set_destination([to](RandomStream&) { return to; });
  }
}

TEST(Deadlock, OfARingIsReportedAsACycleOfWaits) {
  TrafficFabric traffic{ring(3), tight(), full_load(), watched()};
  send_round(traffic);
  traffic.run(0, ticks_from_ns(2'000'000));

  const std::string report = joined(traffic.conductor().deadlock());
  EXPECT_THAT(report, HasSubstr("cycle of waits: "));
  for (const char* port : {"sw0[3]", "sw1[3]", "sw2[3]", "sw0[2]", "sw1[2]", "sw2[2]"}) {
    EXPECT_THAT(report, HasSubstr(port));
  }
  EXPECT_LT(traffic.conductor().done_until(), ticks_from_ns(1'000'000));
  EXPECT_FALSE(traffic.broken_invariants().empty());
}

// A routing loop: both switches send a LID that nobody has to each other.
TEST(Deadlock, OfARoutingLoopOfTwoSwitchesIsReportedAsACycleOfWaits) {
  TrafficFabric traffic{ring(2), tight(), full_load(), watched()};
  const Lid nobody{77};
  for (const auto& node : traffic.fabric().switches()) node.chip->lft().set(nobody, kToNext);
  for (TrafficNode* node : traffic.nodes()) {
    node->set_destination([nobody](RandomStream&) { return nobody; });
  }
  traffic.run(0, ticks_from_ns(2'000'000));

  const std::string report = joined(traffic.conductor().deadlock());
  EXPECT_THAT(report, HasSubstr("cycle of waits: "));
  for (const char* port : {"sw0[3]", "sw1[3]", "sw0[2]", "sw1[2]"}) {
    EXPECT_THAT(report, HasSubstr(port));
  }
}

// Without heartbeats nothing at all is left to do: the report must come all the same.
TEST(Deadlock, OfASilentRingIsReportedToo) {
  fabric::FabricConfig plan = tight();
  plan.link.fc_heartbeat_symbols = 0;
  TrafficFabric traffic{ring(3), plan, full_load(), watched()};
  send_round(traffic);
  traffic.run(0, ticks_from_ns(2'000'000));

  EXPECT_THAT(joined(traffic.conductor().deadlock()), HasSubstr("cycle of waits: "));
}

TEST(Deadlock, IsNotReportedWhereShortestPathsHaveNoCycle) {
  TrafficFabric traffic{ring(3), tight(), full_load(), watched()};
  traffic.send_uniformly();
  traffic.run(0, ticks_from_ns(500'000));

  EXPECT_EQ(joined(traffic.conductor().deadlock()), "");
  EXPECT_GT(traffic.packet_hops(), 10'000u);
}

}  // namespace
}  // namespace ib::tb
