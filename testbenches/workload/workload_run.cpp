// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/workload_run.h"

#include <algorithm>
#include <string>
#include <utility>

#include "models/fabric/config_error.h"
#include "testbenches/simulation/port_rows.h"
#include "testbenches/simulation/run_observers.h"
#include "testbenches/workload/protocol_program.h"
#include "testbenches/workload/traffic_summary.h"
#include "testbenches/workload/workload_fabric.h"

namespace ib::tb {
namespace {

TrafficPlan plan_of(const RunConfig& config, const MessageFabric& fabric) {
  const auto hosts = static_cast<std::uint32_t>(fabric.nodes().size());
  TrafficPlan plan{config.traffic, Destinations{config.traffic, hosts, config.sim.seed},
                   SizeDistribution{config.traffic.sizes}};
  plan.load = config.testbench.load;
  plan.seed = config.sim.seed;
  plan.begin = ticks_from_ns(config.testbench.warmup_us * 1000);
  plan.end = plan.begin + ticks_from_ns(config.testbench.duration_us * 1000);
  plan.line_bytes = plan.sizes.mean_of([&fabric](std::uint64_t bytes) {
    return static_cast<double>(fabric.nodes().front()->line_bytes(bytes));
  });
  return plan;
}

const TrafficProgram& program_of(const MessageNode& node) {
  return static_cast<const TrafficProgram&>(*node.program());
}

/// Sums over all nodes.
struct Totals {
  MessageRecord record;
  std::size_t senders = 0;
};

Totals totals_of(const MessageFabric& fabric, const TrafficPlan& plan) {
  Totals totals{MessageRecord{plan.end, kTrafficSlices, plan.begin}};
  for (const MessageNode* node : fabric.nodes()) {
    totals.record.add(program_of(*node).record());
    totals.senders += program_of(*node).sends() ? 1 : 0;
  }
  return totals;
}

std::string pattern_name(TrafficPattern pattern) {
  return std::string(EnumNames<TrafficPattern>::values[static_cast<std::size_t>(pattern)]);
}

void report(const MessageFabric& fabric, const TrafficPlan& plan, const Totals& totals,
            Reporter& reporter) {
  const bool open = plan.config.arrivals != Arrivals::kClosed;
  const TrafficSummary s = summary_of(totals.record, totals.senders, plan.begin, open);
  const auto quantile = [&totals](double share) {
    return Fixed{ns_from_ticks(totals.record.delay_quantile(share)), 1};
  };
  reporter.begin_table("traffic", {{"pattern", "pattern"},
                                   {"state", "state"},
                                   {"offered_load", "offered"},
                                   {"accepted_load", "accepted"},
                                   {"accepted_load_ci", "+-"},
                                   {"messages", "messages"},
                                   {"delay_avg_ns", "delay avg[ns]"},
                                   {"delay_ci_ns", "+-[ns]"},
                                   {"delay_p50_ns", "p50[ns]"},
                                   {"delay_p99_ns", "p99[ns]"},
                                   {"delay_p999_ns", "p99.9[ns]"},
                                   {"delay_max_ns", "max[ns]"},
                                   {"warmup_us", "warm-up[us]"},
                                   {"packet_hops", "packet hops"}});
  reporter.add_row({pattern_name(plan.config.pattern), std::string(text_of(s.state)),
                    Fixed{s.offered, 4}, Fixed{s.accepted.mean, 4}, Fixed{s.accepted.half_width, 4},
                    totals.record.messages(), Fixed{s.delay_ns.mean, 1},
                    Fixed{s.delay_ns.half_width, 1}, quantile(0.5), quantile(0.99), quantile(0.999),
                    Fixed{ns_from_ticks(totals.record.delay_max()), 1},
                    Fixed{ns_from_ticks(s.warmup) / 1000, 3}, fabric.packet_hops()});
}

void report_flows(const MessageFabric& fabric, const TrafficPlan& plan, Reporter& reporter) {
  const double measured_ns = ns_from_ticks(plan.end - plan.begin);
  for (std::size_t i = 0; i < fabric.nodes().size(); ++i) {
    const MessageNode& node = *fabric.nodes()[i];
    const MessageRecord& record = program_of(node).record();
    const auto messages = static_cast<double>(record.messages());
    FlowRow row;
    row.source = "any";
    row.destination = port_name(fabric.fabric(), fabric.fabric().ends()[i].site.port);
    row.messages = record.messages();
    row.packets_sent = node.port().counters().xmit_pkts;
    row.packets_received = node.port().counters().rcv_pkts;
    row.payload_bytes = record.bytes();
    row.goodput_gbps = static_cast<double>(record.bytes()) * 8 / measured_ns;
    if (record.messages() > 0) {
      row.latency_min_ns = ns_from_ticks(record.delay_min());
      row.latency_avg_ns = ns_from_ticks(record.delay_sum()) / messages;
    }
    row.latency_p99_ns = ns_from_ticks(record.delay_quantile(0.99));
    row.latency_max_ns = ns_from_ticks(record.delay_max());
    reporter.add_flow(std::move(row));
  }
}

}  // namespace

Result run_traffic_workload(RunContext& context) {
  const RunConfig& config = context.config;
  const auto fabric = message_fabric(config);
  TrafficPlan plan = plan_of(config, *fabric);
  for (MessageNode* node : fabric->nodes()) {
    node->set_program(make_traffic_program(plan, *node));
  }
  if (totals_of(*fabric, plan).senders == 0) {
    throw fabric::ConfigError("traffic.pattern: every host would send to itself");
  }
  RunObservers observers{context, fabric->conductor(), fabric->fabric(), fabric->traced()};
  Result result;
  fabric->conductor().on_progress(ticks_from_ns(1000), [&](Ticks now) {
    const double done = static_cast<double>(now) / static_cast<double>(plan.end);
    if (context.progress.update(floor_ps(now), fabric->packet_hops(), done)) return;
    result.complete = false;
    sc_core::sc_stop();
  });
  fabric->run_to(plan.end);
  observers.close();
  if (!result.complete) plan.end = fabric->conductor().done_until();
  report(*fabric, plan, totals_of(*fabric, plan), context.reporter);
  report_flows(*fabric, plan, context.reporter);
  report_ports(fabric->fabric(), plan.end, context.reporter);
  result.broken_invariants = fabric->broken_invariants();
  return result;
}

}  // namespace ib::tb
