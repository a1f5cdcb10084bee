// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/perftest/latency_stages.h"
#include "testbenches/system/in_child.h"
#include "testbenches/system/perftest_harness.h"

namespace ib::tb {
namespace {

using testing::IsEmpty;

PerftestPlan write_plan(std::uint64_t size) {
  PerftestPlan plan;
  plan.verb = Verb::kWrite;
  plan.measure = Measure::kLatency;
  plan.sizes = {size};
  plan.iterations = 50;
  return plan;
}

WriteWay way_between(HostPair& pair, const RunConfig& config, std::size_t from, std::size_t to) {
  return {config.testbench.host, config.hca, config.sw,
          fabric_path(pair.fabric(), pair.place(from), pair.place(to))};
}

/// Post at one end to post at the other, for each message of a ping-pong.
void expect_every_message_explained(PerftestRun& run, const RunConfig& config, std::uint32_t size) {
  const auto& client = run.session.posts(0);
  const auto& server = run.session.posts(1);
  const WriteWay out = way_between(run.pair, config, 0, 1);
  const WriteWay back = way_between(run.pair, config, 1, 0);
  for (std::size_t i = 0; i + 1 < client.size(); ++i) {
    const Ticks ping = ticks_from_ps(client[i]);
    const Ticks pong = ticks_from_ps(server[i]);
    EXPECT_EQ(ping + total(write_latency_stages(out, size, ping)), pong) << "message " << i;
    EXPECT_EQ(pong + total(write_latency_stages(back, size, pong)), ticks_from_ps(client[i + 1]))
        << "answer " << i;
  }
}

struct Case {
  const char* name;
  std::uint32_t size;
  std::vector<std::string> settings;
};

class StageSumTest : public testing::TestWithParam<Case> {};

// Clocks of chips that do not divide each other, and one that does: the waits for edges count.
TEST_P(StageSumTest, WriteLatencyIsTheSumOfItsStages) {
  const RunConfig config = configured(GetParam().settings);

  PerftestRun run{config, write_plan(GetParam().size)};

  EXPECT_THAT(run.faults, IsEmpty());
  expect_every_message_explained(run, config, GetParam().size);
}

INSTANTIATE_TEST_SUITE_P(
    , StageSumTest,
    testing::Values(Case{"BackToBack", 2, {"testbench.switches=0"}},
                    Case{"OneSwitch", 2, {"testbench.switches=1"}},
                    Case{"ThreeSwitches", 2, {"testbench.switches=3"}},
                    Case{"TwentyBytes", 20, {"testbench.switches=1"}},
                    Case{"Connectx5", 2, {"preset.hca=connectx5", "preset.switch=switch-ib2"}},
                    Case{"Fdr", 2, {"testbench.switches=2", "testbench.link_rate=4xFDR"}},
                    Case{"OddClocks",
                         2,
                         {"testbench.switches=2", "hca.core_clock_mhz=777",
                          "switch.core_clock_mhz=613", "cable.length_m=3.3"}}),
    [](const auto& test) { return std::string(test.param.name); });

/// All clocks at 1 GHz, times and cables of whole nanoseconds: nothing waits for an edge but the
/// end of the 46 bytes on the line, 9.2 ns.
std::vector<std::string> aligned(int switches) {
  return {"testbench.switches=" + std::to_string(switches),
          "testbench.link_rate=4xFDR10",
          "hca.core_clock_mhz=1000",
          "switch.core_clock_mhz=1000",
          "cable.propagation_ns_per_m=5",
          "cable.length_m=2",
          "phy.fec=none"};
}

double aligned_latency_ns(int switches) {
  const PerftestRun run{configured(aligned(switches)), write_plan(2)};
  return run.faults.empty() ? run.results.at(0).latency.typical_us * 1000 : -1;
}

TEST(HopTest, WriteLatencyGrowsByPortToPortAndCablePerSwitch) {
  const RunConfig config = configured(aligned(0));
  constexpr double kSerialisationNs = 10;
  const phy::Phy line{{Generation::kFdr10, Width::k4x}, config.phy, config.cable, 1, "line"};
  const double hop_ns = static_cast<double>(sw::transit_cycles(config.sw)) + kSerialisationNs +
                        ns_from_ticks(line.latency());
  const double direct_ns = in_child([] { return aligned_latency_ns(0); });
  ASSERT_GT(direct_ns, 0);
  for (int switches = 1; switches <= 4; ++switches) {
    const double latency_ns = in_child([switches] { return aligned_latency_ns(switches); });
    EXPECT_NEAR(latency_ns - direct_ns, switches * hop_ns, 0.0005) << switches << " switches";
  }
}

}  // namespace
}  // namespace ib::tb
