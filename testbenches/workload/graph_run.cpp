// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/graph_run.h"

#include <algorithm>
#include <utility>

#include "models/fabric/config_error.h"
#include "testbenches/simulation/port_rows.h"
#include "testbenches/simulation/run_observers.h"
#include "testbenches/workload/alpha_beta.h"

namespace ib::tb {
namespace {

constexpr Ticks kStep = 10'000 * kTicksPerNs;
constexpr Ticks kLimit = 3600'000'000'000 * kTicksPerNs;  // an hour

/// A host without a rank.
class IdleProgram final : public MessageProgram {
 public:
  void start(MessageNode&) override {}
  void woke(MessageNode&) override {}
  void arrived(MessageNode&, const Arrival&) override {}
  void sent(MessageNode&, const Message&) override {}
};

/// When every port has heard of its peer's first credits: a fabric at rest, not one that comes up.
Ticks credits_known(const MessageFabric& fabric) {
  constexpr Ticks kFlowControlPackets = 1000 * kTicksPerNs;
  Ticks longest = 0;
  for (const auto& cable : fabric.fabric().cables()) {
    longest = std::max(longest, cable->a_to_b().latency());
  }
  return (longest / kTicksPerNs + 1) * kTicksPerNs + kFlowControlPackets;
}

}  // namespace

GraphRun::GraphRun(MessageFabric& fabric, const OpGraph& graph, Ticks overhead)
    : fabric_(fabric), graph_(graph), begin_(credits_known(fabric)) {
  if (graph.size() > fabric.nodes().size()) {
    throw fabric::ConfigError(std::to_string(graph.size()) + " ranks, but the fabric has " +
                              std::to_string(fabric.nodes().size()) +
                              " hosts: set testbench.nodes or testbench.topology");
  }
  for (std::uint32_t host = 0; host < fabric.nodes().size(); ++host) {
    if (host >= graph.size()) {
      fabric.nodes()[host]->set_program(std::make_unique<IdleProgram>());
      continue;
    }
    auto program = std::make_unique<GraphProgram>(graph, host, overhead, begin_);
    programs_.push_back(program.get());
    fabric.nodes()[host]->set_program(std::move(program));
  }
}

bool GraphRun::done() const {
  return std::all_of(programs_.begin(), programs_.end(),
                     [](const GraphProgram* program) { return program->done(); });
}

Ticks GraphRun::time() const {
  Ticks last = 0;
  for (const GraphProgram* program : programs_) last = std::max(last, program->done_at());
  return last;
}

void GraphRun::watch(RunContext& context, Result& result) {
  fabric_.conductor().on_progress(ticks_from_ns(10'000), [&](Ticks now) {
    std::size_t ended = 0;
    for (const GraphProgram* program : programs_) ended += program->ended();
    const double share = static_cast<double>(ended) /
                         static_cast<double>(std::max<std::size_t>(1, graph_.op_count()));
    if (context.progress.update(floor_ps(now), fabric_.packet_hops(), share)) return;
    result.complete = false;
    sc_core::sc_stop();
  });
}

Result GraphRun::run(RunContext& context) {
  RunObservers observers{context, fabric_.conductor()};
  Result result;
  watch(context, result);
  fabric_.run_until([this] { return done(); }, kStep, kLimit);
  observers.close();
  result.broken_invariants = fabric_.broken_invariants();
  if (!done() && result.complete && result.broken_invariants.empty()) {
    result.broken_invariants.emplace_back("some rank waits for a message that never comes");
  }
  return result;
}

void GraphRun::report_ranks(Reporter& reporter) const {
  const auto& ends = fabric_.fabric().ends();
  for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
    const MessageNode& node = *fabric_.nodes()[rank];
    FlowRow row;
    row.source = port_name(fabric_.fabric(), ends[rank].site.port);
    row.destination = "any";
    for (const Op& op : graph_.rank(static_cast<std::uint32_t>(rank)).ops) {
      if (op.kind != OpKind::kSend) continue;
      ++row.messages;
      row.payload_bytes += op.bytes;
    }
    row.packets_sent = node.port().counters().xmit_pkts;
    row.packets_received = node.port().counters().rcv_pkts;
    row.latency_max_ns = ns_from_ticks(programs_[rank]->done_at());
    reporter.add_flow(std::move(row));
  }
}

Ticks model_time(const MessageFabric& fabric, const RunConfig& config, const OpGraph& graph,
                 const OpMatches& matches) {
  const MessageNode& node = *fabric.nodes().front();
  return alpha_beta_time(graph, matches,
                         {PathAlpha{fabric.fabric(), config.sw},
                          [&node](std::uint64_t bytes) { return node.line_time(bytes); }});
}

}  // namespace ib::tb
