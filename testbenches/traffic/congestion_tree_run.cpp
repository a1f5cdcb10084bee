// SPDX-License-Identifier: Apache-2.0
#include "testbenches/traffic/congestion_tree_run.h"

#include "testbenches/simulation/conductor_setup.h"
#include "testbenches/simulation/port_rows.h"
#include "testbenches/simulation/run_observers.h"
#include "testbenches/traffic/child_measurement.h"
#include "testbenches/traffic/congestion_tree.h"

namespace ib::tb {
namespace {

CongestionTreePlan plan_of(const RunConfig& config, bool controlled) {
  CongestionTreePlan plan;
  plan.far = config.testbench.far_senders;
  plan.near = config.testbench.near_senders;
  plan.cable.rate = link_rate_from_name(config.testbench.link_rate).value_or(LinkRate{});
  plan.fabric.sw = config.sw;
  plan.fabric.link = config.link;
  plan.fabric.phy = config.phy;
  plan.fabric.cable = config.cable;
  plan.fabric.seed = config.sim.seed;
  plan.traffic.packet_bytes = config.testbench.packet_bytes;
  plan.traffic.load = 1;
  plan.traffic.sls = config.link.data_vls;
  plan.traffic.core_clock_mhz = config.hca.core_clock_mhz;
  plan.traffic.congestion = config.testbench.congestion;
  plan.traffic.congestion.enabled = controlled;
  // Credits that come in bunches make inputs miss their turn, which the closed form leaves out.
  plan.fabric.link.fc_interval_ns = 0;
  if (config.sw.congestion.threshold == 0) plan.fabric.sw.congestion = congestion_tree_marking();
  if (!controlled) plan.fabric.sw.congestion.threshold = 0;
  plan.warmup = ticks_from_ns(config.testbench.warmup_us * 1000);
  plan.duration = ticks_from_ns(config.testbench.duration_us * 1000);
  return plan;
}

void add_row(Reporter& reporter, const char* control, const CongestionTreeResult& result,
             double expected) {
  reporter.add_row({std::string(control), Fixed{result.victim, 4}, Fixed{expected, 4},
                    Fixed{result.sink, 4}, Fixed{result.slowest, 4}, Fixed{result.fastest, 4},
                    result.marked, result.notifications});
}

}  // namespace

Result run_congestion_tree(RunContext& context) {
  const RunConfig& config = context.config;
  const auto without = measured_in_child([&] {
    CongestionTree tree{plan_of(config, /*controlled=*/false), conductor_config(config)};
    tree.run();
    return tree.result();
  });
  CongestionTree tree{plan_of(config, /*controlled=*/true), conductor_config(config)};
  RunObservers observers{context, tree.traffic().conductor(), tree.traffic().fabric()};
  const Ticks end =
      ticks_from_ns((config.testbench.warmup_us + config.testbench.duration_us) * 1000);
  Result result;
  tree.traffic().conductor().on_progress(ticks_from_ns(1000), [&](Ticks now) {
    const double done = static_cast<double>(now) / static_cast<double>(end);
    if (context.progress.update(floor_ps(now), tree.traffic().packet_hops(), done)) return;
    result.complete = false;
    sc_core::sc_stop();
  });
  tree.run();
  observers.close();
  const std::uint32_t far = config.testbench.far_senders;
  const std::uint32_t near = config.testbench.near_senders;
  context.reporter.begin_table("congestion_tree", {{"control", "control"},
                                                   {"victim", "victim"},
                                                   {"expected", "closed form"},
                                                   {"sink", "hot sink"},
                                                   {"slowest", "slowest"},
                                                   {"fastest", "fastest"},
                                                   {"marked", "FECN marks"},
                                                   {"notifications", "CNPs"}});
  if (without) add_row(context.reporter, "off", *without, fair_victim_share(far, near));
  add_row(context.reporter, "on", tree.result(), ideal_victim_share(far, near));
  report_ports(tree.traffic().fabric(), end, context.reporter);
  result.broken_invariants = tree.traffic().broken_invariants();
  if (!without) result.broken_invariants.emplace_back("the run without control failed");
  return result;
}

}  // namespace ib::tb
