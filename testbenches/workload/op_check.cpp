// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <numeric>
#include <tuple>

#include "models/fabric/config_error.h"
#include "testbenches/workload/op_graph.h"

namespace ib::tb {
namespace {

using fabric::ConfigError;

class Checker {
 public:
  Checker(const OpGraph& graph, const std::string& origin)
      : graph_(graph), origin_(origin), matches_(graph.size()) {}

  OpMatches run() {
    peers();
    match();
    order();
    return std::move(matches_);
  }

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // from, to, tag
  using Queue = std::vector<std::uint32_t>;

  [[nodiscard]] std::string place(std::uint32_t rank, std::uint32_t op) const {
    const std::uint32_t line = graph_.rank(rank).ops[op].line;
    return "rank " + std::to_string(rank) +
           (line > 0 ? " line " + std::to_string(line) : " operation " + std::to_string(op));
  }

  [[noreturn]] void refuse(const std::string& what) const { throw ConfigError(origin_ + what); }

  void peers() const {
    for (std::uint32_t rank = 0; rank < graph_.size(); ++rank) {
      const auto& ops = graph_.rank(rank).ops;
      for (std::uint32_t i = 0; i < ops.size(); ++i) {
        const Op& op = ops[i];
        if (op.kind == OpKind::kCompute || op.peer == kAny) continue;
        if (op.peer >= graph_.size()) {
          refuse(place(rank, i) + ": rank " + std::to_string(op.peer) + " is missing, there are " +
                 std::to_string(graph_.size()));
        }
        if (op.peer == rank) refuse(place(rank, i) + ": a message of a rank to itself");
      }
    }
  }

  // Wildcards of a rank make what comes to it a matter of time: there only counts can be compared.
  void match() {
    std::map<Key, Queue> receives;
    std::vector<bool> wild(graph_.size());
    std::vector<std::size_t> coming(graph_.size());
    for (std::uint32_t rank = 0; rank < graph_.size(); ++rank) {
      const auto& ops = graph_.rank(rank).ops;
      for (std::uint32_t i = 0; i < ops.size(); ++i) {
        if (ops[i].kind != OpKind::kReceive) continue;
        ++coming[rank];
        if (ops[i].peer == kAny || ops[i].tag == kAny) wild[rank] = true;
        receives[{ops[i].peer, rank, ops[i].tag}].push_back(i);
      }
    }
    std::map<Key, std::size_t> used;
    for (std::uint32_t rank = 0; rank < graph_.size(); ++rank)
      match_sends(rank, receives, wild, coming, used);
    for (const auto& [key, queue] : receives) {
      const auto& [from, to, tag] = key;
      if (wild[to]) continue;
      const std::size_t taken = used.count(key) != 0 ? used[key] : 0;
      if (taken < queue.size()) {
        refuse(place(to, queue[taken]) + ": waits for a message with tag " + std::to_string(tag) +
               " that rank " + std::to_string(from) + " never sends");
      }
    }
    for (std::uint32_t rank = 0; rank < graph_.size(); ++rank) {
      if (wild[rank] && coming[rank] > 0) {
        refuse("rank " + std::to_string(rank) + ": waits for " + std::to_string(coming[rank]) +
               " messages that nobody sends");
      }
    }
  }

  void match_sends(std::uint32_t rank, const std::map<Key, Queue>& receives,
                   const std::vector<bool>& wild, std::vector<std::size_t>& coming,
                   std::map<Key, std::size_t>& used) {
    const auto& ops = graph_.rank(rank).ops;
    matches_[rank].assign(ops.size(), kAny);
    for (std::uint32_t i = 0; i < ops.size(); ++i) {
      if (ops[i].kind != OpKind::kSend) continue;
      const std::uint32_t to = ops[i].peer;
      if (wild[to] && coming[to] > 0) {
        --coming[to];
        continue;
      }
      const Key key{rank, to, ops[i].tag};
      const auto found = receives.find(key);
      const std::size_t number = used[key]++;
      if (wild[to] || found == receives.end() || number >= found->second.size()) {
        refuse(place(rank, i) + ": a message with tag " + std::to_string(ops[i].tag) +
               " that rank " + std::to_string(to) + " never receives");
      }
      const std::uint32_t receive = found->second[number];
      if (graph_.rank(to).ops[receive].bytes < ops[i].bytes) {
        refuse(place(to, receive) + ": receives fewer bytes than rank " + std::to_string(rank) +
               " sends");
      }
      matches_[rank][i] = receive;
    }
  }

  /// Number of an operation among those of all ranks.
  [[nodiscard]] std::size_t number(std::uint32_t rank, std::uint32_t op) const {
    return first_[rank] + op;
  }

  // Kahn's algorithm: what is left over waits in a cycle, or for one.
  void order() {
    first_.resize(graph_.size());
    std::size_t total = 0;
    for (std::uint32_t rank = 0; rank < graph_.size(); ++rank) {
      first_[rank] = total;
      total += graph_.rank(rank).ops.size();
    }
    std::vector<std::pair<std::size_t, std::size_t>> edges = all_edges(total);
    std::vector<std::size_t> waits(total);
    std::vector<std::size_t> begin(total + 1);
    for (const auto& [before, after] : edges) {
      ++waits[after];
      ++begin[before + 1];
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<std::size_t> next(edges.size());
    std::vector<std::size_t> fill = begin;
    for (const auto& [before, after] : edges) next[fill[before]++] = after;
    std::vector<std::size_t> ready;
    for (std::size_t op = 0; op < total; ++op) {
      if (waits[op] == 0) ready.push_back(op);
    }
    std::size_t done = 0;
    for (; done < ready.size(); ++done) {
      const std::size_t op = ready[done];
      for (std::size_t i = begin[op]; i < begin[op + 1]; ++i) {
        if (--waits[next[i]] == 0) ready.push_back(next[i]);
      }
    }
    if (done < total) refuse_cycle(edges, waits);
  }

  std::vector<std::pair<std::size_t, std::size_t>> all_edges(std::size_t total) const {
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    edges.reserve(2 * total);
    for (std::uint32_t rank = 0; rank < graph_.size(); ++rank) {
      for (const OpGraph::Edge& edge : graph_.rank(rank).edges) {
        edges.emplace_back(number(rank, edge.before), number(rank, edge.after));
      }
      for (std::uint32_t op = 0; op < matches_[rank].size(); ++op) {
        if (matches_[rank][op] == kAny) continue;
        edges.emplace_back(number(rank, op),
                           number(graph_.rank(rank).ops[op].peer, matches_[rank][op]));
      }
    }
    return edges;
  }

  // From any operation that waits, back along what it waits for, until one comes again.
  [[noreturn]] void refuse_cycle(const std::vector<std::pair<std::size_t, std::size_t>>& edges,
                                 const std::vector<std::size_t>& waits) const {
    std::vector<std::size_t> blocker(waits.size(), waits.size());
    for (const auto& [before, after] : edges) {
      if (waits[before] > 0 && waits[after] > 0) blocker[after] = before;
    }
    std::size_t at = 0;
    while (waits[at] == 0) ++at;
    for (std::size_t step = 0; step < waits.size(); ++step) at = blocker[at];
    std::string text = name(at);
    std::size_t named = 1;
    for (std::size_t each = blocker[at]; each != at; each = blocker[each], ++named) {
      if (named < 4) text += " waits for " + name(each);
    }
    if (named > 4) text += " waits for .. (" + std::to_string(named) + " in all)";
    refuse("cyclic dependency: " + text + " waits for " + name(at));
  }

  [[nodiscard]] std::string name(std::size_t op) const {
    std::uint32_t rank = 0;
    while (rank + 1 < graph_.size() && first_[rank + 1] <= op) ++rank;
    return place(rank, static_cast<std::uint32_t>(op - first_[rank]));
  }

  const OpGraph& graph_;
  std::string origin_;
  OpMatches matches_;
  std::vector<std::size_t> first_;  ///< By rank: the number of its first operation.
};

}  // namespace

OpMatches check(const OpGraph& graph, const std::string& origin) {
  return Checker{graph, origin.empty() ? origin : origin + ": "}.run();
}

}  // namespace ib::tb
