// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/collective_run.h"

#include <numeric>
#include <string>
#include <vector>

#include "testbenches/simulation/port_rows.h"
#include "testbenches/workload/collective.h"
#include "testbenches/workload/collective_data.h"
#include "testbenches/workload/graph_run.h"
#include "testbenches/workload/workload_fabric.h"

namespace ib::tb {
namespace {

CollectivePlan plan_of(const CollectiveConfig& config) {
  CollectivePlan plan;
  plan.operation = config.operation;
  plan.algorithm = config.algorithm;
  plan.algorithm = algorithm_of(plan);
  plan.bytes = config.bytes;
  plan.segment_bytes = config.segment_bytes;
  plan.reduce_byte = config.reduce_gbps > 0 ? ticks_from_ns(8 / config.reduce_gbps) : 0;
  return plan;
}

/// What the slowest cable of a host carries at least, over the bytes of the vector (as nccl-tests
/// define the bus bandwidth).
double bus_factor(CollectiveOperation operation, double ranks) {
  switch (operation) {
    case CollectiveOperation::kAllReduce:
      return 2 * (ranks - 1) / ranks;
    case CollectiveOperation::kBroadcast:
      return 1;
    default:
      return (ranks - 1) / ranks;
  }
}

template <class Enum>
std::string name_of(Enum value) {
  return std::string(EnumNames<Enum>::values[static_cast<std::size_t>(value)]);
}

void report(const CollectivePlan& plan, std::uint32_t ranks, Ticks time, Ticks model,
            const std::string& data, std::uint64_t hops, Reporter& reporter) {
  const double ns = ns_from_ticks(time);
  const double gbps = ns > 0 ? static_cast<double>(plan.bytes) * 8 / ns : 0;
  reporter.begin_table("collective", {{"operation", "operation"},
                                      {"algorithm", "algorithm"},
                                      {"ranks", "ranks"},
                                      {"bytes", "bytes"},
                                      {"time_us", "time[us]"},
                                      {"alpha_beta_us", "alpha-beta[us]"},
                                      {"ratio", "ratio"},
                                      {"algorithm_gbps", "algorithm[Gb/s]"},
                                      {"bus_gbps", "bus[Gb/s]"},
                                      {"data", "data"},
                                      {"packet_hops", "packet hops"}});
  reporter.add_row({name_of(plan.operation), name_of(plan.algorithm), std::uint64_t{ranks},
                    plan.bytes, Fixed{ns / 1000, 3}, Fixed{ns_from_ticks(model) / 1000, 3},
                    Fixed{model > 0 ? ns / ns_from_ticks(model) : 0, 4}, Fixed{gbps, 2},
                    Fixed{gbps * bus_factor(plan.operation, ranks), 2}, data, hops});
}

std::vector<const std::vector<std::uint8_t>*> vectors_of(const MessageFabric& fabric,
                                                         std::uint32_t ranks) {
  std::vector<const std::vector<std::uint8_t>*> vectors;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    vectors.push_back(&fabric.hca_hosts()[rank]->vector());
  }
  return vectors;
}

}  // namespace

Result run_collective(RunContext& context) {
  const RunConfig& config = context.config;
  const bool keeps = config.collective.operation != CollectiveOperation::kAllToAll &&
                     config.testbench.hca_nodes == "all";
  const auto fabric =
      message_fabric(config, {config.collective.bytes, keeps ? config.collective.bytes : 0});
  const auto hosts = static_cast<std::uint32_t>(fabric->hosts().size());
  const std::uint32_t ranks = config.collective.ranks == 0 ? hosts : config.collective.ranks;
  const CollectivePlan plan = plan_of(config.collective);
  OpGraph graph{ranks};
  std::vector<std::uint32_t> members(ranks);
  std::iota(members.begin(), members.end(), 0u);
  add_collective(graph, plan, members, 0);
  const OpMatches matches = check(graph, "collective");
  GraphRun run{*fabric, graph, 0};
  const Ticks model = model_time(*fabric, config, graph, matches);
  for (std::uint32_t rank = 0; keeps && rank < ranks && rank < hosts; ++rank) {
    fabric->hca_hosts()[rank]->vector() = vector_before(plan, rank, ranks);
  }
  Result result = run.run(context);
  std::string data = "none";
  if (keeps) {
    data = is_result(plan, vectors_of(*fabric, ranks)) ? "right" : "wrong";
    if (data == "wrong" && result.complete) {
      result.broken_invariants.emplace_back("the vectors are not the result of the collective");
    }
  }
  report(plan, ranks, run.time(), model, data, fabric->packet_hops(), context.reporter);
  run.report_ranks(context.reporter);
  report_ports(fabric->fabric(), run.end(), context.reporter);
  return result;
}

}  // namespace ib::tb
