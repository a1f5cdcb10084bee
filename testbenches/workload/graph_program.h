// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/ib/base/ring.h"
#include "testbenches/workload/message_host.h"
#include "testbenches/workload/op_graph.h"

namespace ib::tb {

/// Runs one rank of a graph on the end node of the same index. A send has ended when its last
/// packet is in the port's hands, a receive when its message is in, a computation after its time.
class GraphProgram final : public MessageProgram {
 public:
  /// `overhead` is what each send and receive takes of its processor. The program begins at
  /// `begin`, from which its times count. `graph` outlives it.
  GraphProgram(const OpGraph& graph, std::uint32_t rank, Ticks overhead, Ticks begin);

  [[nodiscard]] bool done() const { return ended_ == ops_.size(); }
  [[nodiscard]] std::size_t ended() const { return ended_; }  ///< Operations.
  /// When the last operation ended.
  [[nodiscard]] Ticks done_at() const { return done_at_; }
  /// When an operation ended; kNever while it has not.
  [[nodiscard]] Ticks end_of(std::uint32_t op) const { return ends_[op]; }

  void start(MessageHost& node) override;
  void woke(MessageHost& node) override;
  void arrived(MessageHost& node, const Arrival& arrival) override;
  void sent(MessageHost& node, const Message& message) override;

 private:
  struct Call {
    Ticks when;
    std::uint32_t op;
  };
  struct Envelope {
    std::uint32_t from;
    std::uint32_t tag;
    std::uint64_t ticket;
  };

  void prepare();
  void begin_all();
  void begin(MessageHost& node, std::uint32_t op);
  void end(MessageHost& node, std::uint32_t op);
  void release(std::uint32_t op, bool on_start);
  void work(MessageHost& node);
  void occupy(MessageHost& node, std::uint32_t op, Ticks duration);
  void receive(MessageHost& node, std::uint32_t op);
  void take(MessageHost& node, std::uint32_t op, const Envelope& envelope);
  void find_predecessors();
  void deliver_before(MessageHost& node, std::uint32_t op);
  void deliver(MessageHost& node, std::uint32_t op);
  [[nodiscard]] static bool suits(const Op& op, const Envelope& envelope);

  const std::vector<Op>& ops_;
  const std::vector<OpGraph::Edge>& edges_;
  Ticks overhead_;
  Ticks begin_;
  bool begun_ = false;
  std::vector<std::uint32_t> waits_;  ///< By operation: edges that hold it back.
  std::vector<std::uint32_t> first_;  ///< By operation: its first edge among `out_`.
  std::vector<OpGraph::Edge> out_;    ///< Edges, by what they wait for.
  std::vector<Ticks> ends_;
  std::vector<Ticks> cpu_free_;
  std::vector<Call> calls_;  ///< A heap, the earliest in front.
  Ring<std::uint32_t> ready_;
  Ring<std::uint32_t> sending_;        ///< Sends posted, in order.
  std::vector<std::uint32_t> posted_;  ///< Receives begun, in order.
  std::vector<Envelope> unexpected_;   ///< Messages that no receive has taken yet, in order.
  // Where the node keeps a vector: a send has in it what it waited for, and nothing else.
  std::vector<std::vector<std::uint32_t>> before_;         ///< By operation.
  std::vector<std::optional<std::uint64_t>> undelivered_;  ///< By receive: its ticket.
  std::size_t ended_ = 0;
  Ticks done_at_ = 0;
};

}  // namespace ib::tb
