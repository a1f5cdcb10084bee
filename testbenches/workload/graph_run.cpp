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
  void start(MessageHost&) override {}
  void woke(MessageHost&) override {}
  void arrived(MessageHost&, const Arrival&) override {}
  void sent(MessageHost&, const Message&) override {}
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
    : fabric_(fabric), graph_(graph), overhead_(overhead) {
  if (graph.size() > fabric.hosts().size()) {
    throw fabric::ConfigError(std::to_string(graph.size()) + " ranks, but the fabric has " +
                              std::to_string(fabric.hosts().size()) +
                              " hosts: set testbench.nodes or testbench.topology");
  }
}

// Nodes without queue pairs start at time zero, all of them when those with are connected.
void GraphRun::begin() {
  fabric_.connect_hcas();
  const Ticks now = from_sc_time(sc_core::sc_time_stamp());
  begin_ = now + credits_known(fabric_);
  for (std::uint32_t host = 0; host < fabric_.hosts().size(); ++host) {
    MessageHost& node = *fabric_.hosts()[host];
    if (host >= graph_.size()) {
      node.set_program(std::make_unique<IdleProgram>());
    } else {
      auto program = std::make_unique<GraphProgram>(graph_, host, overhead_, begin_);
      programs_.push_back(program.get());
      node.set_program(std::move(program));
    }
    if (now > 0) node.begin_program();
  }
}

bool GraphRun::done() const {
  return !programs_.empty() &&
         std::all_of(programs_.begin(), programs_.end(),
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
  RunObservers observers{context, fabric_.conductor(), fabric_.fabric(), fabric_.traced()};
  Result result;
  watch(context, result);
  begin();
  const auto ended = [this] { return done() || !fabric_.broken_invariants().empty(); };
  fabric_.run_until(
      fabric_.hca_hosts().empty() ? [this] { return done(); } : std::function<bool()>{ended}, kStep,
      kLimit);
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
    const MessageHost& node = *fabric_.hosts()[rank];
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
  const MessageHost& node = *fabric.hosts().front();
  return alpha_beta_time(graph, matches,
                         {PathAlpha{fabric.fabric(), config.sw},
                          [&node](std::uint64_t bytes) { return node.line_time(bytes); }});
}

}  // namespace ib::tb
