// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/fabric/builders.h"
#include "testbenches/traffic/child_measurement.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

constexpr unsigned kInputs = 16;
constexpr Ticks kSlot = 20'480 * kTicksPerPs;  // 1022 + 2 bytes at 20 ps, 16 cycles of 1.28 ns

/// Mean time from birth to the last bit in, in slots: packets born in step, each to any of 16
/// sinks, over a switch of 32 ports.
double mean_delay(double load, Ticks slots) {
  fabric::FabricConfig plan;
  plan.sw.core_clock_mhz = 781.25;
  plan.sw.buffering = sw::Buffering::kOutputQueued;
  plan.sw.egress_buffer_blocks = 65536;
  TrafficConfig config;
  config.packet_bytes = 1022;
  config.load = load;
  config.slot = kSlot;
  config.core_clock_mhz = 781.25;
  TrafficFabric traffic{fabric::single_switch(2 * kInputs), plan, config, {}};
  std::vector<Lid> sinks;
  for (std::size_t i = kInputs; i < 2 * kInputs; ++i) {
    sinks.push_back(traffic.fabric().ends()[i].site.lid);
    traffic.nodes()[i]->stop_sending();
  }
  for (std::size_t i = 0; i < kInputs; ++i) {
    traffic.nodes()[i]->set_destination(
        [sinks](RandomStream& random) { return sinks[random.below(sinks.size())]; });
  }
  const Ticks warmup = 1000 * kSlot;
  traffic.run(warmup, warmup + slots * kSlot);
  double delay = 0;
  double packets = 0;
  for (const TrafficNode* node : traffic.nodes()) {
    delay += static_cast<double>(node->statistics().delay_sum);
    packets += static_cast<double>(node->statistics().received_packets);
  }
  return delay / packets / static_cast<double>(kSlot);
}

/// ib-facts 10.2: output queueing, Bernoulli arrivals.
double expected_wait(double load) { return (kInputs - 1.0) / kInputs * load / (2 * (1 - load)); }

struct Load {
  double load;
  Ticks slots;
};

class OutputQueued : public testing::TestWithParam<Load> {};

// What does not depend on the load is taken off by a run at 1 %.
TEST_P(OutputQueued, WaitsAsTheClosedFormSays) {
  const auto [load, slots] = GetParam();
  constexpr double kLow = 0.01;
  const auto low = measured_in_child([] { return mean_delay(kLow, 20'000); });
  ASSERT_TRUE(low.has_value());
  const double wait = mean_delay(load, slots) - (*low - expected_wait(kLow));
  RecordProperty("wait", std::to_string(wait));
  EXPECT_NEAR(wait / expected_wait(load), 1, 0.02) << wait << " of " << expected_wait(load);
}

INSTANTIATE_TEST_SUITE_P(, OutputQueued,
                         testing::Values(Load{0.5, 20'000}, Load{0.8, 40'000}, Load{0.9, 80'000}),
                         [](const auto& param) {
                           return "Load" + std::to_string(static_cast<int>(100 * param.param.load));
                         });

}  // namespace
}  // namespace ib::tb
