// SPDX-License-Identifier: Apache-2.0
#include "testbenches/traffic/traffic_run.h"

#include <algorithm>
#include <string>
#include <utility>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "models/fabric/node_lookup.h"
#include "testbenches/simulation/conductor_setup.h"
#include "testbenches/simulation/fabric_setup.h"
#include "testbenches/simulation/port_rows.h"
#include "testbenches/simulation/rtl_parts.h"
#include "testbenches/simulation/run_observers.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

enum class Pattern { kUniform, kIncast };

fabric::FabricPlan plan_of(const RunConfig& config) {
  const TestbenchConfig& bench = config.testbench;
  if (!bench.topology.empty()) return topology_of(config);
  fabric::CableInfo cable;
  cable.rate = link_rate_from_name(bench.link_rate).value_or(LinkRate{});
  const auto split = width_from_lanes(lanes(cable.rate.width) / config.sw.breakout);
  if (config.sw.breakout > 1 && split) cable.rate.width = *split;
  return {fabric::single_switch(bench.nodes, cable), {}};
}

TrafficConfig traffic_of(const RunConfig& config) {
  TrafficConfig traffic;
  traffic.packet_bytes = config.testbench.packet_bytes;
  traffic.load = config.testbench.load;
  traffic.sls = config.link.data_vls;
  traffic.core_clock_mhz = config.hca.core_clock_mhz;
  return traffic;
}

/// Position of the sink among the end nodes: `testbench.to`, else the first.
std::size_t sink_of(const RunConfig& config, const fabric::Fabric& fabric) {
  if (config.testbench.to.empty()) return 0;
  const fabric::PortRef port =
      fabric::find_port(fabric.topology(), config.testbench.to, fabric::NodeKind::kCa);
  for (std::size_t i = 0; i < fabric.ends().size(); ++i) {
    if (fabric.ends()[i].site.port == port) return i;
  }
  throw fabric::ConfigError("testbench.to: " + fabric::printable(config.testbench.to) +
                            " is no host with a cable");
}

/// Sums over all nodes, and the capacity of the links they hang on.
struct Totals {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;
  std::uint64_t bad = 0;
  Ticks delay_sum = 0;
  Ticks delay_max = 0;
  double capacity_gbps = 0;
};

Totals totals_of(const TrafficFabric& traffic) {
  Totals totals;
  for (const TrafficNode* node : traffic.nodes()) {
    const TrafficStatistics& s = node->statistics();
    totals.packets += s.received_packets;
    totals.bytes += s.received_bytes;
    totals.bad += s.bad_packets;
    totals.delay_sum += s.delay_sum;
    totals.delay_max = std::max(totals.delay_max, s.delay_max);
    const LinkRate rate = node->port().rate();
    totals.capacity_gbps += data_rate_gbps(rate.generation, rate.width).value();
  }
  return totals;
}

void report(const RunConfig& config, const TrafficFabric& traffic, double measured_ns,
            Reporter& reporter) {
  const Totals totals = totals_of(traffic);
  const double accepted_gbps =
      measured_ns > 0 ? static_cast<double>(totals.bytes) * 8 / measured_ns : 0;
  const double mean_ns = totals.packets > 0
                             ? ns_from_ticks(totals.delay_sum) / static_cast<double>(totals.packets)
                             : 0;
  reporter.begin_table("traffic", {{"offered_load", "offered"},
                                   {"accepted_load", "accepted"},
                                   {"accepted_gbps", "accepted[Gb/sec]"},
                                   {"packets", "packets"},
                                   {"bad_packets", "bad packets"},
                                   {"delay_avg_ns", "delay avg[ns]"},
                                   {"delay_max_ns", "delay max[ns]"},
                                   {"packet_hops", "packet hops"}});
  reporter.add_row({Fixed{config.testbench.load, 3}, Fixed{accepted_gbps / totals.capacity_gbps, 4},
                    Fixed{accepted_gbps, 2}, totals.packets, totals.bad, Fixed{mean_ns, 1},
                    Fixed{ns_from_ticks(totals.delay_max), 1}, traffic.packet_hops()});
}

void report_flows(const TrafficFabric& traffic, double measured_ns, Reporter& reporter) {
  for (std::size_t i = 0; i < traffic.nodes().size(); ++i) {
    const TrafficNode& node = *traffic.nodes()[i];
    const TrafficStatistics& s = node.statistics();
    FlowRow row;
    row.source = "any";
    row.destination = port_name(traffic.fabric(), traffic.fabric().ends()[i].site.port);
    row.packets_sent = node.total_sent();
    row.packets_received = s.received_packets;
    row.bytes_received = s.received_bytes;
    row.goodput_gbps =
        measured_ns > 0 ? static_cast<double>(s.received_bytes) * 8 / measured_ns : 0;
    row.latency_avg_ns = s.received_packets > 0
                             ? ns_from_ticks(s.delay_sum) / static_cast<double>(s.received_packets)
                             : 0;
    row.latency_max_ns = ns_from_ticks(s.delay_max);
    reporter.add_flow(std::move(row));
  }
}

Result run_traffic(RunContext& context, Pattern pattern) {
  const RunConfig& config = context.config;
  fabric::FabricPlan plan = plan_of(config);
  fabric::FabricConfig parts = fabric_config(config);
  parts.grid = std::move(plan.grid);
  TrafficFabric traffic{std::move(plan.topology), parts, traffic_of(config),
                        conductor_config(config)};
  if (traffic.nodes().size() < 2) {
    throw fabric::ConfigError("testbench.topology: needs at least two hosts with a cable");
  }
  if (pattern == Pattern::kUniform) {
    traffic.send_uniformly();
  } else {
    traffic.send_to(sink_of(config, traffic.fabric()));
  }
  const Ticks begin = ticks_from_ns(config.testbench.warmup_us * 1000);
  const Ticks end = begin + ticks_from_ns(config.testbench.duration_us * 1000);
  const auto traced =
      use_rtl(config, traffic.fabric(), (config.testbench.packet_bytes - 2) / 4 * 4 + 2);
  RunObservers observers{context, traffic.conductor(), traffic.fabric(), traced};
  Result result;
  traffic.conductor().on_progress(ticks_from_ns(1000), [&](Ticks now) {
    const double done = static_cast<double>(now) / static_cast<double>(end);
    if (context.progress.update(floor_ps(now), traffic.packet_hops(), done)) return;
    result.complete = false;
    sc_core::sc_stop();
  });
  traffic.run(begin, end);
  observers.close();
  const Ticks reached = result.complete ? end : traffic.conductor().done_until();
  const double measured_ns = ns_from_ticks(std::max<Ticks>(0, reached - begin));
  report(config, traffic, measured_ns, context.reporter);
  report_flows(traffic, measured_ns, context.reporter);
  report_ports(traffic.fabric(), reached, context.reporter);
  result.broken_invariants = traffic.broken_invariants();
  return result;
}

}  // namespace

Result run_uniform(RunContext& context) { return run_traffic(context, Pattern::kUniform); }

Result run_incast(RunContext& context) { return run_traffic(context, Pattern::kIncast); }

}  // namespace ib::tb
