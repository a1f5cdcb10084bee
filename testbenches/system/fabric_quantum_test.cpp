// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "models/fabric/builders.h"
#include "testbenches/system/child_run.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

struct Scenario {
  const char* name;
  fabric::Topology (*topology)();
  fabric::FabricConfig (*plan)();
  double load;
  double length_ns;
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
        c.rcv_remote_physical_errors, c.xmit_discards, c.xmit_flow_control, c.rcv_flow_control,
        c.rcv_flow_control_errors}) {
    text += std::to_string(value) + ' ';
  }
  return text + '\n';
}

std::string run(const Scenario& scenario, const Windows& windows) {
  const fabric::FabricConfig plan = scenario.plan();
  TrafficConfig config;
  config.packet_bytes = 510;
  config.load = scenario.load;
  config.sls = plan.link.data_vls;
  ConductorConfig conductor;
  conductor.quantum = windows.quantum;
  conductor.threads = windows.threads;
  TrafficFabric traffic{scenario.topology(), plan, config, conductor};
  TextLog log;
  traffic.conductor().add(log);
  traffic.send_uniformly();
  traffic.run(ticks_from_ns(1000), ticks_from_ns(scenario.length_ns));
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

class Quantum : public testing::TestWithParam<Scenario> {};

// Design 3: the same bytes for any quantum up to the smallest latency and any number of threads.
TEST_P(Quantum, AndThreadsChangeNoByteOfTheEventLog) {
  const Scenario& scenario = GetParam();
  const std::string expected = in_child([&] { return run(scenario, {"max", kNever, 1}); });
  ASSERT_GT(expected.size(), 100'000u);
  for (const Windows& windows :
       {Windows{"one cycle", kTicksPerNs, 1}, Windows{"7 ns", 7 * kTicksPerNs, 1},
        Windows{"a third of a cycle", kTicksPerNs / 3, 1}, Windows{"two threads", kNever, 2},
        Windows{"three threads", kNever, 3}, Windows{"7 ns, two threads", 7 * kTicksPerNs, 2}}) {
    const std::string text = in_child([&] { return run(scenario, windows); });
    EXPECT_TRUE(text == expected)
        << windows.name << ": differs after "
        << std::mismatch(text.begin(), text.end(), expected.begin(), expected.end()).first -
               text.begin()
        << " of " << expected.size() << " bytes";
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

fabric::Topology one_switch() { return fabric::single_switch(8); }
fabric::Topology tree() { return fabric::fat_tree_2(4); }

INSTANTIATE_TEST_SUITE_P(, Quantum,
                         testing::Values(Scenario{"OneSwitch", one_switch, plain, 0.9, 10'000},
                                         Scenario{"FatTree", tree, plain, 0.7, 6'000},
                                         Scenario{"LossyLinks", tree, lossy, 0.5, 6'000},
                                         Scenario{"ManyVls", tree, many_vls, 1.0, 6'000}),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace ib::tb
