// SPDX-License-Identifier: Apache-2.0
#include "testbenches/allreduce/allreduce_run.h"

#include <optional>
#include <string>
#include <vector>

#include "models/fabric/config_error.h"
#include "testbenches/allreduce/allreduce.h"
#include "testbenches/simulation/conductor_setup.h"
#include "testbenches/simulation/port_rows.h"
#include "testbenches/simulation/run_observers.h"
#include "testbenches/traffic/child_measurement.h"
#include "testbenches/workload/collective_run.h"

namespace ib::tb {
namespace {

constexpr Ticks kLimit = 1'000'000'000 * kTicksPerNs;  // one second

AllreducePlan plan_of(const RunConfig& config, bool sharp) {
  AllreducePlan plan;
  plan.hosts = config.testbench.nodes;
  plan.reduction = config.testbench.reduction;
  plan.reduction.sharp = sharp;
  plan.cable.rate = link_rate_from_name(config.testbench.link_rate).value_or(LinkRate{});
  plan.fabric.sw = config.sw;
  plan.fabric.link = config.link;
  plan.fabric.phy = config.phy;
  plan.fabric.cable = config.cable;
  plan.fabric.seed = config.sim.seed;
  plan.host_clock_mhz = config.hca.core_clock_mhz;
  return plan;
}

void add_row(Reporter& reporter, const char* way, const AllreduceResult& result) {
  reporter.add_row({std::string(way), Fixed{ns_from_ticks(result.time) / 1000, 3}, result.bytes,
                    result.predicted, std::string(result.correct ? "yes" : "no")});
}

/// On any fabric, by any algorithm, without the bits of the vectors.
Result run_on_light_hosts(RunContext& context) {
  if (context.config.testbench.reduction.sharp) {
    throw fabric::ConfigError(
        "testbench.reduction.sharp: lays its tree over a fat tree of its own, so neither "
        "testbench.topology nor collective.algorithm may be given");
  }
  if (context.config.collective.operation != CollectiveOperation::kAllReduce) {
    throw fabric::ConfigError(
        "collective.operation: run allreduce takes all_reduce, run collective "
        "takes all");
  }
  return run_collective(context);
}

/// The ring on the same fabric, for comparison with the switches' reduction.
std::optional<AllreduceResult> measured_ring(const RunConfig& config) {
  return measured_in_child([&] {
    Allreduce allreduce{plan_of(config, /*sharp=*/false), conductor_config(config)};
    allreduce.run(kLimit);
    return allreduce.result();
  });
}

std::vector<std::string> broken_invariants(const Allreduce& allreduce, const RunConfig& config,
                                           bool ran_to_the_end) {
  const AllreduceResult found = allreduce.result();
  std::vector<std::string> broken = allreduce.broken_invariants();
  if (ran_to_the_end && !found.complete) {
    broken.emplace_back("all-reduce: some host has no result");
  }
  if (found.complete && !found.correct &&
      config.testbench.reduction.order == ReductionOrder::kChildren) {
    broken.emplace_back("all-reduce: result differs from the reference sum");
  }
  return broken;
}

}  // namespace

Result run_allreduce(RunContext& context) {
  const RunConfig& config = context.config;
  const bool sharp = config.testbench.reduction.sharp;
  if (!config.testbench.topology.empty() ||
      config.collective.algorithm != CollectiveAlgorithm::kAuto) {
    return run_on_light_hosts(context);
  }
  std::optional<AllreduceResult> ring;
  if (sharp) ring = measured_ring(config);
  Allreduce allreduce{plan_of(config, sharp), conductor_config(config)};
  RunObservers observers{context, allreduce.conductor(), allreduce.fabric()};
  Result result;
  allreduce.conductor().on_progress(ticks_from_ns(1000), [&](Ticks now) {
    if (context.progress.update(floor_ps(now), 0, 0)) return;
    result.complete = false;
    sc_core::sc_stop();
  });
  allreduce.run(kLimit);
  observers.close();
  const AllreduceResult found = allreduce.result();
  context.reporter.begin_table("allreduce", {{"way", "way"},
                                             {"time_us", "time[us]"},
                                             {"bytes", "bytes on links"},
                                             {"predicted", "by closed form"},
                                             {"bit_equal", "bit-equal"}});
  if (ring) add_row(context.reporter, "ring", *ring);
  add_row(context.reporter, sharp ? "sharp" : "ring", found);
  report_ports(allreduce.fabric(), found.time, context.reporter);
  result.broken_invariants = broken_invariants(allreduce, config, result.complete);
  return result;
}

}  // namespace ib::tb
