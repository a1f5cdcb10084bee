// SPDX-License-Identifier: Apache-2.0
#include "testbenches/traffic/adaptive_permutation_run.h"

#include <optional>

#include "models/fabric/config_error.h"
#include "testbenches/simulation/conductor_setup.h"
#include "testbenches/simulation/port_rows.h"
#include "testbenches/simulation/run_observers.h"
#include "testbenches/traffic/adaptive_permutation.h"
#include "testbenches/traffic/child_measurement.h"

namespace ib::tb {
namespace {

enum class Way { kStatic, kBound, kFree };

AdaptivePermutationPlan plan_of(const RunConfig& config, Way way) {
  AdaptivePermutationPlan plan;
  plan.radix = config.testbench.radix;
  plan.cable.rate = link_rate_from_name(config.testbench.link_rate).value_or(LinkRate{});
  plan.fabric.sw = config.sw;
  plan.fabric.link = config.link;
  plan.fabric.phy = config.phy;
  plan.fabric.cable = config.cable;
  plan.fabric.seed = config.sim.seed;
  plan.fabric.sw.adaptive.enabled = way != Way::kStatic;
  if (way == Way::kFree) plan.fabric.sw.adaptive.bind_time_us = 0;
  plan.traffic.packet_bytes = config.testbench.packet_bytes;
  plan.traffic.load = config.testbench.load;
  plan.traffic.core_clock_mhz = config.hca.core_clock_mhz;
  plan.warmup = ticks_from_ns(config.testbench.warmup_us * 1000);
  plan.duration = ticks_from_ns(config.testbench.duration_us * 1000);
  return plan;
}

std::optional<AdaptivePermutationResult> measure(const RunConfig& config, Way way) {
  return measured_in_child([&] {
    AdaptivePermutation permutation{plan_of(config, way), conductor_config(config)};
    permutation.run();
    return permutation.result();
  });
}

void add_row(Reporter& reporter, const char* routing, const AdaptivePermutationResult& result,
             double statically) {
  reporter.add_row({std::string(routing), Fixed{result.throughput, 4},
                    Fixed{statically > 0 ? result.throughput / statically : 0, 2}, result.packets,
                    result.out_of_order, Fixed{result.mean_delay_ns, 1}});
}

}  // namespace

Result run_adaptive_routing(RunContext& context) {
  const RunConfig& config = context.config;
  if (config.testbench.radix % 2 != 0) {
    throw fabric::ConfigError("testbench.radix: half of the ports of a leaf go up, so it is even");
  }
  const auto statically = measure(config, Way::kStatic);
  const auto bound = measure(config, Way::kBound);
  AdaptivePermutation permutation{plan_of(config, Way::kFree), conductor_config(config)};
  RunObservers observers{context, permutation.traffic().conductor(),
                         permutation.traffic().fabric()};
  const Ticks end =
      ticks_from_ns((config.testbench.warmup_us + config.testbench.duration_us) * 1000);
  Result result;
  permutation.traffic().conductor().on_progress(ticks_from_ns(1000), [&](Ticks now) {
    const double done = static_cast<double>(now) / static_cast<double>(end);
    if (context.progress.update(floor_ps(now), permutation.traffic().packet_hops(), done)) return;
    result.complete = false;
    sc_core::sc_stop();
  });
  permutation.run();
  observers.close();
  context.reporter.begin_table("adaptive_routing", {{"routing", "routing"},
                                                    {"throughput", "throughput"},
                                                    {"gain", "over static"},
                                                    {"packets", "packets"},
                                                    {"out_of_order", "out of order"},
                                                    {"delay_avg_ns", "delay avg[ns]"}});
  const double base = statically ? statically->throughput : 0;
  if (statically) add_row(context.reporter, "static", *statically, base);
  if (bound) add_row(context.reporter, "adaptive, bound", *bound, base);
  add_row(context.reporter, "adaptive, free", permutation.result(), base);
  report_ports(permutation.traffic().fabric(), end, context.reporter);
  if (!statically || !bound) result.broken_invariants.emplace_back("a run before the last failed");
  if (bound && bound->out_of_order > 0) {
    result.broken_invariants.emplace_back("bound flows: packets of one flow out of order");
  }
  const std::vector<std::string> deadlock = permutation.traffic().conductor().deadlock();
  result.broken_invariants.insert(result.broken_invariants.end(), deadlock.begin(), deadlock.end());
  return result;
}

}  // namespace ib::tb
