// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/presets/port_latency.h"

#include <gtest/gtest.h>

#include <string>

#include "models/fabric/presets/preset.h"
#include "testbenches/block/switch_star.h"
#include "testbenches/config/parameter_tree.h"
#include "testbenches/config/run_config.h"

namespace ib::tb {
namespace {

class PortLatency : public testing::TestWithParam<const char*> {};

// What `describe` prints is what a packet takes, but for the waits for an edge: one of its head,
// one so that its tail is not late. The physical layer is the cable's part and left out on both
// sides.
TEST_P(PortLatency, IsWhatAPacketTakesThroughAnIdleSwitch) {
  const fabric::Preset& preset = fabric::preset(GetParam());
  const LinkRate rate = *link_rate_from_name(preset.link_rate);
  RunConfig config;
  ParameterTree tree{config};
  for (const fabric::PresetValue& value : preset.values) {
    tree.set(value.path, value.value, "preset");
  }
  Star star{{rate, rate}, config.sw, config.link};
  star.probes[0]->send_at(1000, test_packet(Lid{2}, 1022));
  star.bench.run_until(3000 * kNs);

  const auto in = star.bench.log().of(*star.probes[0], EventKind::kSend);
  ASSERT_EQ(in.size(), 1u);
  ASSERT_EQ(star.departures(2).size(), 1u);
  const double took = ns_from_ticks(star.departures(2)[0].time - in[0].time - kLatency);
  phy::PhyConfig no_phy;
  no_phy.fec = FecMode::kNone;
  no_phy.tx_latency_ns = 0;
  no_phy.rx_latency_ns = 0;
  const double described = fabric::total_ns(fabric::port_latency(config.sw, no_phy, rate));
  const double cycle = 1000 / config.sw.core_clock_mhz;
  EXPECT_GE(took, described - 0.001);
  EXPECT_LT(took, described + 2 * cycle);
}

INSTANTIATE_TEST_SUITE_P(, PortLatency,
                         testing::Values("switch-ib2", "quantum", "quantum2", "quantum-x800",
                                         "quantum-x1600"));

}  // namespace
}  // namespace ib::tb
