// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/alpha_beta.h"

#include <algorithm>
#include <map>
#include <queue>
#include <utility>

#include "models/fabric/routing.h"

namespace ib::tb {
namespace {

struct Event {
  Ticks when;
  std::uint32_t rank;
  std::uint32_t op;
  bool ends;  ///< Else: may begin.

  friend bool operator>(const Event& a, const Event& b) {
    if (a.when != b.when) return a.when > b.when;
    if (a.rank != b.rank) return a.rank > b.rank;
    return a.op != b.op ? a.op > b.op : a.ends > b.ends;
  }
};

/// Runs the operations of a graph in the order of time.
class Evaluation {
 public:
  Evaluation(const OpGraph& graph, const OpMatches& matches, const AlphaBeta& cost)
      : graph_(graph),
        matches_(matches),
        cost_(cost),
        waits_(graph.size()),
        next_(graph.size()),
        line_free_(graph.size()) {
    for (std::uint32_t rank = 0; rank < graph.size(); ++rank) {
      const OpGraph::Rank& program = graph.rank(rank);
      waits_[rank].resize(program.ops.size());
      next_[rank].resize(program.ops.size());
      for (const OpGraph::Edge& edge : program.edges) {
        ++waits_[rank][edge.after];
        next_[rank][edge.before].push_back(edge);
      }
      for (std::uint32_t op = 0; op < program.ops.size(); ++op) {
        // A receive waits for its message as well.
        if (program.ops[op].kind == OpKind::kReceive) ++waits_[rank][op];
      }
      for (std::uint32_t op = 0; op < program.ops.size(); ++op) {
        if (waits_[rank][op] == 0) events_.push({0, rank, op, false});
      }
    }
  }

  Ticks run() {
    Ticks last = 0;
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      last = event.when;
      if (event.ends) {
        release(event, /*on_start=*/false);
      } else {
        begin(event);
      }
    }
    return last;
  }

 private:
  void begin(const Event& event) {
    release(event, /*on_start=*/true);
    const Op& op = graph_.rank(event.rank).ops[event.op];
    Ticks end = event.when;
    if (op.kind == OpKind::kCompute) end += op.duration;
    if (op.kind == OpKind::kSend) {
      Ticks& free = line_free_[event.rank];
      free = std::max(free, event.when) + cost_.line(op.bytes);
      end = free;
      const std::uint32_t receive = matches_[event.rank][event.op];
      if (receive != kAny) satisfy(end + cost_.alpha(event.rank, op.peer), op.peer, receive);
    }
    events_.push({end, event.rank, event.op, true});
  }

  void release(const Event& event, bool on_start) {
    for (const OpGraph::Edge& edge : next_[event.rank][event.op]) {
      if (edge.on_start == on_start) satisfy(event.when, event.rank, edge.after);
    }
  }

  // The last of what an operation waits for, in time, lets it begin.
  void satisfy(Ticks when, std::uint32_t rank, std::uint32_t op) {
    latest_[{rank, op}] = std::max(latest_[{rank, op}], when);
    if (--waits_[rank][op] > 0) return;
    events_.push({latest_[{rank, op}], rank, op, false});
    latest_.erase({rank, op});
  }

  const OpGraph& graph_;
  const OpMatches& matches_;
  const AlphaBeta& cost_;
  std::vector<std::vector<std::uint32_t>> waits_;
  std::vector<std::vector<std::vector<OpGraph::Edge>>> next_;
  std::vector<Ticks> line_free_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Ticks> latest_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

}  // namespace

Ticks alpha_beta_time(const OpGraph& graph, const OpMatches& matches, const AlphaBeta& cost) {
  return Evaluation{graph, matches, cost}.run();
}

PathAlpha::PathAlpha(const fabric::Fabric& fabric, const sw::SwitchConfig& config)
    : fabric_(fabric), config_(config), cables_(fabric.topology().nodes().size()) {
  std::size_t built = 0;
  for (const fabric::Cable& plan : fabric.topology().cables()) {
    if (fabric.port_at(plan.a) == nullptr || fabric.port_at(plan.b) == nullptr) continue;
    const phy::Cable& cable = *fabric.cables()[built++];
    for (const fabric::PortRef end : {plan.a, plan.b}) {
      auto& of_node = cables_[end.node];
      if (of_node.size() <= end.port) of_node.resize(end.port + 1);
      of_node[end.port] = cable.a_to_b().latency();
    }
  }
}

// First word in, to the next edge; parsed, looked up, across, through the egress stage.
Ticks PathAlpha::switch_time(LinkRate rate) const {
  const Clock clock = Clock::from_mhz(config_.core_clock_mhz);
  const Cycle word_in = clock.cycles_covering(link::kWordBytes * byte_ticks(rate));
  return clock.edge(word_in + config_.parse_cycles + config_.lookup_cycles + 1 +
                    config_.crossbar_cycles + config_.egress_cycles);
}

Ticks PathAlpha::operator()(std::uint32_t from, std::uint32_t to) const {
  const fabric::EndSite& source = fabric_.ends()[from].site;
  const fabric::Path path = fabric::trace(fabric_.topology(), fabric_.routing(), source.port,
                                          fabric_.ends()[to].site.lid);
  Ticks time = 0;
  for (const fabric::PortRef output : path.outputs) time += cables_[output.node][output.port];
  return time + static_cast<Ticks>(path.switches()) * switch_time(source.rate);
}

}  // namespace ib::tb
