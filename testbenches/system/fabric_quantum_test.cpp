// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/system/child_run.h"
#include "testbenches/system/random_plan.h"

namespace ib::tb {
namespace {

struct Scenario {
  const char* name;
  fabric::Topology (*topology)();
  fabric::FabricConfig (*plan)();
  double load;
  double length_ns;
  bool multicast = false;  ///< A packet in four goes to all ports of the first switch.
};

struct Windows {
  const char* name;
  Ticks quantum;
  unsigned threads;
};

/// Every event as one line of text.
class TextLog : public Observer {
 public:
  void on_event(const PortEvent& e) override {
    text_ += std::to_string(e.time) + ' ' + std::to_string(e.chip) + ' ' + std::to_string(e.port) +
             ' ' + std::to_string(static_cast<int>(e.kind)) + ' ' +
             std::to_string(static_cast<int>(e.reason)) + (e.bad_end ? " bad " : " ");
    if (e.kind == EventKind::kSendFlowControl || e.kind == EventKind::kReceiveFlowControl) {
      for (const std::uint8_t byte : e.flow_control) text_ += std::to_string(byte) + ',';
    } else {
      text_ += std::to_string(e.packet.id.source) + ':' + std::to_string(e.packet.id.sequence) +
               ' ' + std::to_string(e.packet.vl.value());
    }
    text_ += '\n';
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string counters_of(const link::PortCounters& c) {
  std::string text;
  for (const std::uint64_t value :
       {c.xmit_data, c.rcv_data, c.xmit_pkts, c.rcv_pkts, c.xmit_wait, c.rcv_errors,
        c.xmit_marked_fecn, c.hoq_lifetime_discards, c.sw_lifetime_discards, c.vl_stalls,
        c.rcv_remote_physical_errors, c.xmit_discards, c.xmit_flow_control, c.rcv_flow_control,
        c.rcv_flow_control_errors}) {
    text += std::to_string(value) + ' ';
  }
  return text + '\n';
}

struct Plan {
  fabric::Topology topology;
  fabric::FabricConfig fabric;
  TrafficConfig traffic;
  double length_ns = 0;
  bool multicast = false;
};

/// A quarter of the packets to a group that all ports of the first switch belong to.
void send_to_a_group(TrafficFabric& traffic) {
  constexpr Lid kGroup{0xC001};
  sw::Switch& chip = *traffic.fabric().switches()[0].chip;
  for (unsigned port = 1; port <= chip.ports(); ++port) chip.mft().add(kGroup, port);
  std::vector<Lid> lids;
  for (const auto& end : traffic.fabric().ends()) lids.push_back(end.site.lid);
  for (std::size_t i = 0; i < lids.size(); ++i) {
    const Lid next = lids[(i + 1) % lids.size()];
    traffic.nodes()[i]->set_destination(
        [next](RandomStream& random) { return random.below(4) == 0 ? kGroup : next; });
  }
}

Plan plan_of(const Scenario& scenario) {
  Plan plan{scenario.topology(), scenario.plan(), {}, scenario.length_ns, scenario.multicast};
  plan.traffic.packet_bytes = 510;
  plan.traffic.load = scenario.load;
  plan.traffic.sls = plan.fabric.link.data_vls;
  plan.traffic.congestion.enabled = plan.fabric.sw.congestion.threshold != 0;
  plan.traffic.congestion.ccti_timer = 1;
  return plan;
}

Plan plan_of(unsigned seed) {
  RandomPlan random{seed};
  fabric::Topology topology = random.topology();
  return {std::move(topology), random.plan, random.traffic, 8000, false};
}

/// All events, then all statistics.
std::string run(Plan plan, const Windows& windows) {
  ConductorConfig conductor;
  conductor.quantum = windows.quantum;
  conductor.threads = windows.threads;
  TrafficFabric traffic{std::move(plan.topology), plan.fabric, plan.traffic, conductor};
  TextLog log;
  traffic.conductor().add(log);
  traffic.send_uniformly();
  if (plan.multicast) send_to_a_group(traffic);
  traffic.run(ticks_from_ns(1000), ticks_from_ns(plan.length_ns));
  std::string text = log.text();
  for (TrafficNode* node : traffic.nodes()) {
    const TrafficStatistics& s = node->statistics();
    text += std::to_string(s.received_packets) + ' ' + std::to_string(s.delay_sum) + ' ' +
            std::to_string(s.delay_max) + ' ' + std::to_string(s.bad_packets) + ' ' +
            counters_of(node->port().counters());
  }
  for (const auto& node : traffic.fabric().switches()) {
    for (unsigned port = 1; port <= node.chip->ports(); ++port) {
      text += counters_of(node.chip->port(port).counters());
    }
  }
  return text;
}

/// Runs `source` with `windows` and compares it with what one thread and the longest windows gave.
template <class Source>
void expect_same(const Source& source, const Windows& windows, const std::string& expected) {
  const std::string text = in_child([&] { return run(plan_of(source), windows); });
  EXPECT_TRUE(text == expected)
      << windows.name << ": differs after "
      << std::mismatch(text.begin(), text.end(), expected.begin(), expected.end()).first -
             text.begin()
      << " of " << expected.size() << " bytes";
}

class Quantum : public testing::TestWithParam<Scenario> {};

// Design 3: the same bytes for any quantum up to the smallest latency and any number of threads.
TEST_P(Quantum, AndThreadsChangeNoByteOfTheEventLog) {
  const Scenario& scenario = GetParam();
  const std::string expected = in_child([&] { return run(plan_of(scenario), {"", kNever, 1}); });
  ASSERT_GT(expected.size(), 100'000u);
  for (const Windows& windows :
       {Windows{"one cycle", kTicksPerNs, 1}, Windows{"7 ns", 7 * kTicksPerNs, 1},
        Windows{"a third of a cycle", kTicksPerNs / 3, 1}, Windows{"two threads", kNever, 2},
        Windows{"three threads", kNever, 3}, Windows{"7 ns, two threads", 7 * kTicksPerNs, 2}}) {
    expect_same(scenario, windows, expected);
  }
}

// Rates that are no whole picoseconds a byte, clocks that do not divide, tight buffers, losses.
TEST(RandomQuantum, AndThreadsChangeNoByteOfTheEventLogOfRandomFabrics) {
  for (unsigned seed = 1000; seed < 1030; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string expected = in_child([&] { return run(plan_of(seed), {"", kNever, 1}); });
    ASSERT_GT(expected.size(), 100u);
    expect_same(seed, Windows{"one cycle", kTicksPerNs, 1}, expected);
    expect_same(seed, Windows{"13 ns, two threads", 13 * kTicksPerNs, 2}, expected);
  }
}

fabric::FabricConfig plain() { return {}; }

fabric::FabricConfig lossy() {
  fabric::FabricConfig plan;
  plan.phy.mode = phy::PhyMode::kStatistical;
  plan.phy.fec = FecMode::kRs544;
  plan.phy.pre_fec_ber = 2e-3;  // one codeword in 40 or so
  return plan;
}

fabric::FabricConfig many_vls() {
  fabric::FabricConfig plan;
  plan.link.data_vls = 4;
  plan.link.rx_buffer_blocks = 70;
  plan.link.vl_arbitration_high = "0:32,1:64";
  plan.link.vl_arbitration_low = "2:96,3:192";
  plan.link.vl_high_limit = 1;
  plan.sw.core_clock_mhz = 850;
  return plan;
}

fabric::FabricConfig all_features() {
  fabric::FabricConfig plan;
  plan.link.data_vls = 2;
  plan.link.rx_buffer_blocks = 70;
  plan.sw.scheduler = sw::Scheduler::kAge;
  plan.sw.speedup = 1.5;
  plan.sw.shared_pool_blocks = 100;
  plan.sw.hoq_life_code = 0;
  plan.sw.lifetime.switch_life_code = 1;
  plan.sw.lifetime.vl_stall_count = 1;
  plan.sw.congestion = {15, 1, 2, true};
  plan.sw.adaptive.enabled = true;
  plan.sw.adaptive.bind_time_us = 0;
  return plan;
}

fabric::Topology one_switch() { return fabric::single_switch(8); }
fabric::Topology tree() { return fabric::fat_tree_2(4); }

INSTANTIATE_TEST_SUITE_P(, Quantum,
                         testing::Values(Scenario{"OneSwitch", one_switch, plain, 0.9, 10'000},
                                         Scenario{"FatTree", tree, plain, 0.7, 6'000},
                                         Scenario{"LossyLinks", tree, lossy, 0.5, 6'000},
                                         Scenario{"ManyVls", tree, many_vls, 1.0, 6'000},
                                         Scenario{"AllFeatures", tree, all_features, 1.0, 6'000},
                                         Scenario{"Multicast", one_switch, plain, 0.4, 8'000,
                                                  true}),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace ib::tb
