// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/fabric/builders.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

struct Speed {
  const char* name;
  double core_clock_mhz;
  sw::Scheduler scheduler = sw::Scheduler::kIslip;
};

class UniformThroughput : public testing::TestWithParam<Speed> {};

// iSLIP passes uniform load in full (ib-facts 10.2). 64 ports of 50 bytes a nanosecond; a clock of
// 782 MHz moves 64-byte words as fast as the links do, 1000 MHz 1.28 times as fast.
TEST_P(UniformThroughput, OfQueuesPerOutputIsAllButFull) {
  fabric::FabricConfig plan;
  plan.sw.core_clock_mhz = GetParam().core_clock_mhz;
  plan.sw.scheduler = GetParam().scheduler;
  TrafficConfig config;
  config.packet_bytes = 1022;
  config.load = 1;
  TrafficFabric traffic{fabric::single_switch(64), plan, config, {}};
  traffic.send_uniformly();
  const Ticks begin = ticks_from_ns(60'000);
  const Ticks end = begin + ticks_from_ns(60'000);
  traffic.run(begin, end);

  std::uint64_t received = 0;
  for (const TrafficNode* node : traffic.nodes()) received += node->statistics().received_packets;
  // 1022 bytes and 2 of framing at 20 ps a byte.
  const double line_ns = static_cast<double>(received) * 1024 * 0.02 / 64;
  const double share = line_ns / ns_from_ticks(end - begin);
  RecordProperty("share", std::to_string(share));
  EXPECT_GE(share, 0.98) << share;
  EXPECT_LE(share, 1.0);
  EXPECT_TRUE(traffic.broken_invariants().empty());
}

INSTANTIATE_TEST_SUITE_P(, UniformThroughput,
                         testing::Values(Speed{"SpeedUp1", 782}, Speed{"SpeedUp1_28", 1000},
                                         Speed{"Wavefront", 1000, sw::Scheduler::kWavefront},
                                         Speed{"Lrg", 1000, sw::Scheduler::kLrg},
                                         Speed{"Age", 1000, sw::Scheduler::kAge}),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace ib::tb
