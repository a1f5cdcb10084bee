// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/training_run.h"

#include <algorithm>

#include "testbenches/simulation/port_rows.h"
#include "testbenches/workload/graph_run.h"
#include "testbenches/workload/training_step.h"
#include "testbenches/workload/workload_fabric.h"

namespace ib::tb {
namespace {

/// When the last rank ended a step; 0 when not all did.
Ticks end_of_step(const GraphRun& run, const std::vector<std::uint32_t>& ends) {
  Ticks last = 0;
  for (std::uint32_t rank = 0; rank < ends.size(); ++rank) {
    const Ticks end = run.program(rank).end_of(ends[rank]);
    if (end == kNever) return 0;
    last = std::max(last, end);
  }
  return last;
}

}  // namespace

Result run_training(RunContext& context) {
  const RunConfig& config = context.config;
  const auto fabric = message_fabric(config);
  const auto hosts = static_cast<std::uint32_t>(fabric->hosts().size());
  const std::uint32_t ranks = config.collective.ranks == 0 ? hosts : config.collective.ranks;
  const TrainingSteps steps{config.training, config.collective, ranks};
  static_cast<void>(check(steps.graph(), "training"));
  GraphRun run{*fabric, steps.graph(), 0};
  Result result = run.run(context);
  context.reporter.begin_table("training", {{"step", "step"},
                                            {"ranks", "ranks"},
                                            {"data", "data"},
                                            {"tensor", "tensor"},
                                            {"pipeline", "pipeline"},
                                            {"step_us", "step[us]"},
                                            {"compute_us", "compute[us]"},
                                            {"exposed_us", "exposed[us]"},
                                            {"efficiency", "efficiency"},
                                            {"packet_hops", "packet hops"}});
  const double compute = ns_from_ticks(steps.compute_time()) / 1000;
  Ticks begin = 0;
  for (std::size_t step = 0; step < steps.step_ends().size(); ++step) {
    const Ticks end = end_of_step(run, steps.step_ends()[step]);
    if (end == 0) break;
    const double time = ns_from_ticks(end - begin) / 1000;
    begin = end;
    context.reporter.add_row({std::uint64_t{step}, std::uint64_t{ranks},
                              std::uint64_t{steps.data()}, std::uint64_t{config.training.tensor},
                              std::uint64_t{config.training.pipeline}, Fixed{time, 3},
                              Fixed{compute, 3}, Fixed{time - compute, 3},
                              Fixed{time > 0 ? compute / time : 1, 4}, fabric->packet_hops()});
  }
  run.report_ranks(context.reporter);
  report_ports(fabric->fabric(), run.end(), context.reporter);
  return result;
}

}  // namespace ib::tb
