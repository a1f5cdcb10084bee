// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/fabric/builders.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

struct Saturation {
  std::uint32_t inputs;
  double throughput;
  Ticks slots;
};

class KarolSaturation : public testing::TestWithParam<Saturation> {};

// Karol, Hluchyj, Morgan 1987 (ib-facts 10.1): input FIFOs, uniform destinations over all N
// outputs, random contention, slots in step. N sources and N sinks on a switch of 2N ports, since a
// switch sends nothing back to the port it came from. A packet of 16 words crosses in 16 cycles of
// 2 ns; the links are faster (20.48 ns), so inputs never run dry, heads have arrived in full and
// outputs never fill: every connection takes one slot of 32 ns, and all of them change together.
TEST_P(KarolSaturation, IsWhatTheMarkovChainSays) {
  const auto [inputs, expected, slots] = GetParam();
  constexpr Ticks kSlot = 32 * kTicksPerNs;
  fabric::FabricConfig plan;
  plan.sw.core_clock_mhz = 500;
  plan.sw.buffering = sw::Buffering::kFifo;
  plan.sw.scheduler = sw::Scheduler::kRandom;
  TrafficConfig config;
  config.packet_bytes = 1022;
  config.load = 1;
  TrafficFabric traffic{fabric::single_switch(2 * inputs), plan, config, {}};
  std::vector<Lid> sinks;
  for (std::size_t i = inputs; i < 2 * inputs; ++i) {
    sinks.push_back(traffic.fabric().ends()[i].site.lid);
    traffic.nodes()[i]->stop_sending();
  }
  for (std::size_t i = 0; i < inputs; ++i) {
    traffic.nodes()[i]->set_destination(
        [sinks](RandomStream& random) { return sinks[random.below(sinks.size())]; });
  }
  const Ticks warmup = 2000 * kSlot;
  traffic.run(warmup, warmup + slots * kSlot);

  std::uint64_t received = 0;
  for (const TrafficNode* node : traffic.nodes()) received += node->statistics().received_packets;
  const double throughput = static_cast<double>(received) / (static_cast<double>(slots) * inputs);
  RecordProperty("throughput", std::to_string(throughput));
  EXPECT_NEAR(throughput / expected, 1, 0.005) << throughput;
  EXPECT_TRUE(traffic.broken_invariants().empty());
}

INSTANTIATE_TEST_SUITE_P(
    , KarolSaturation,
    testing::Values(Saturation{2, 0.75, 160'000}, Saturation{4, 0.655242, 80'000},
                    Saturation{8, 0.6184, 60'000}, Saturation{16, 0.6015, 40'000}),
    [](const auto& param) { return "N" + std::to_string(param.param.inputs); });

}  // namespace
}  // namespace ib::tb
