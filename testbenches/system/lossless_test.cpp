// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "models/fabric/builders.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

enum class Pattern { kUniform, kIncast };
enum class Shape { kOneSwitch, kFatTree };

struct Load {
  const char* name;
  Shape shape;
  Pattern pattern;
  std::uint32_t data_vls;
};

fabric::Topology topology_of(Shape shape) {
  return shape == Shape::kOneSwitch ? fabric::single_switch(16) : fabric::fat_tree_2(8, 4);
}

/// Everything that counts a packet that is gone.
std::uint64_t losses(const link::PortCounters& c) {
  return c.xmit_discards + c.rcv_errors + c.rcv_remote_physical_errors + c.rcv_switch_relay_errors +
         c.buffer_overruns + c.vl15_dropped + c.xmit_constraint_errors + c.rcv_constraint_errors;
}

/// All buffers of a port are free, and all that it may send has come back.
void expect_quiet(const link::Port& port, const std::string& name) {
  EXPECT_EQ(losses(port.counters()), 0u) << name;
  for (std::uint8_t vl = 0; vl < port.config().data_vls; ++vl) {
    EXPECT_EQ(port.rx_credits(Vl{vl}).free_blocks(), port.rx_credits(Vl{vl}).capacity()) << name;
    EXPECT_EQ(port.tx_credits(Vl{vl}).available(), port.rx_credits(Vl{vl}).capacity()) << name;
  }
}

class Lossless : public testing::TestWithParam<Load> {};

TEST_P(Lossless, EveryPacketArrivesOnceAndAllCreditsComeBack) {
  const Load& p = GetParam();
  fabric::FabricConfig plan;
  plan.link.data_vls = p.data_vls;
  plan.link.rx_buffer_blocks = 200;
  TrafficConfig config;
  config.packet_bytes = 1022;
  config.load = 1;
  config.sls = p.data_vls;
  TrafficFabric traffic{topology_of(p.shape), plan, config, {}};
  if (p.pattern == Pattern::kUniform) {
    traffic.send_uniformly();
  } else {
    traffic.send_to(0);
  }
  traffic.run(0, ticks_from_ns(100'000));
  for (TrafficNode* node : traffic.nodes()) node->stop_sending();
  traffic.run(0, ticks_from_ns(400'000));

  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  for (TrafficNode* node : traffic.nodes()) {
    sent += node->total_sent();
    received += node->total_received();
    EXPECT_EQ(node->statistics().out_of_order, 0u);
    EXPECT_EQ(node->held_packets(), 0u);
    expect_quiet(node->port(), node->name());
  }
  for (const auto& node : traffic.fabric().switches()) {
    EXPECT_EQ(node.chip->held_packets(), 0u);
    for (unsigned port = 1; port <= node.chip->ports(); ++port) {
      if (!node.chip->port(port).endpoint().plugged()) continue;
      expect_quiet(node.chip->port(port), node.chip->name());
    }
  }
  EXPECT_EQ(received, sent);
  EXPECT_GT(sent, p.pattern == Pattern::kUniform ? 30'000u : 2'000u);
  EXPECT_TRUE(traffic.broken_invariants().empty());
}

INSTANTIATE_TEST_SUITE_P(
    , Lossless,
    testing::Values(Load{"UniformOnOneSwitch", Shape::kOneSwitch, Pattern::kUniform, 1},
                    Load{"IncastOnOneSwitch", Shape::kOneSwitch, Pattern::kIncast, 1},
                    Load{"UniformOnAFatTree", Shape::kFatTree, Pattern::kUniform, 1},
                    Load{"IncastOnAFatTree", Shape::kFatTree, Pattern::kIncast, 1},
                    Load{"UniformOnFourVls", Shape::kFatTree, Pattern::kUniform, 4}),
    [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace ib::tb
