// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/trace_run.h"

#include <algorithm>
#include <filesystem>

#include "testbenches/simulation/port_rows.h"
#include "testbenches/workload/goal_trace.h"
#include "testbenches/workload/graph_run.h"
#include "testbenches/workload/workload_fabric.h"

namespace ib::tb {
namespace {

struct Sums {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t longest = 0;
  bool wild = false;  ///< Some receive takes what comes first: no model knows what that is.
};

Sums sums_of(const OpGraph& graph) {
  Sums sums;
  for (std::uint32_t rank = 0; rank < graph.size(); ++rank) {
    for (const Op& op : graph.rank(rank).ops) {
      if (op.kind == OpKind::kSend) {
        ++sums.messages;
        sums.bytes += op.bytes;
        sums.longest = std::max(sums.longest, op.bytes);
      }
      sums.wild |= op.kind == OpKind::kReceive && (op.peer == kAny || op.tag == kAny);
    }
  }
  return sums;
}

}  // namespace

Result run_trace(RunContext& context) {
  const RunConfig& config = context.config;
  const OpGraph graph = read_trace(config.trace.file);
  const OpMatches matches = check(graph, config.trace.file);
  const Sums sums = sums_of(graph);
  const auto fabric = message_fabric(config, {std::max<std::uint64_t>(1, sums.longest), 0});
  GraphRun run{*fabric, graph, ticks_from_ns(config.trace.overhead_ns)};
  const Ticks model = sums.wild ? 0 : model_time(*fabric, config, graph, matches);
  Result result = run.run(context);
  const Ticks time = run.time();
  context.reporter.begin_table("trace", {{"trace", "trace"},
                                         {"ranks", "ranks"},
                                         {"operations", "operations"},
                                         {"messages", "messages"},
                                         {"message_bytes", "bytes"},
                                         {"time_us", "time[us]"},
                                         {"alpha_beta_us", "alpha-beta[us]"},
                                         {"packet_hops", "packet hops"}});
  context.reporter.add_row({std::filesystem::path{config.trace.file}.filename().string(),
                            std::uint64_t{graph.size()}, std::uint64_t{graph.op_count()},
                            sums.messages, sums.bytes, Fixed{ns_from_ticks(time) / 1000, 3},
                            Fixed{ns_from_ticks(model) / 1000, 3}, fabric->packet_hops()});
  run.report_ranks(context.reporter);
  report_ports(fabric->fabric(), run.end(), context.reporter);
  return result;
}

}  // namespace ib::tb
