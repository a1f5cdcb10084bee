// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tlm/time.h"

namespace ib::tb {

enum class OpKind : std::uint8_t { kSend, kReceive, kCompute };

/// Of a receive: takes a message from any rank, or with any tag.
inline constexpr std::uint32_t kAny = ~std::uint32_t{0};

/// One step of a rank's program.
struct Op {
  OpKind kind = OpKind::kCompute;
  std::uint32_t peer = 0;  ///< Rank at the other end of a message.
  std::uint32_t tag = 0;
  std::uint32_t cpu = 0;  ///< Which of the rank's processors computes; one thing at a time each.
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;  ///< Of a message's bytes in the vector that its rank keeps.
  bool reduces = false;      ///< Of a receive: its bytes are added to the vector.
  Ticks duration = 0;        ///< Of a computation.
  std::uint32_t line = 0;    ///< Where a file has it; 0: made up.
};

/// Programs of all ranks: operations, and which waits for which. A receive takes the first message
/// that suits it, in the order in which receives were begun (as MPI matches).
class OpGraph {
 public:
  struct Edge {
    std::uint32_t before = 0;
    std::uint32_t after = 0;
    bool on_start = false;  ///< `after` waits for the start of `before`, not for its end.
  };
  struct Rank {
    std::vector<Op> ops;
    std::vector<Edge> edges;
  };

  explicit OpGraph(std::uint32_t ranks) : ranks_(ranks) {}

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ranks_.size()); }
  [[nodiscard]] const Rank& rank(std::uint32_t r) const { return ranks_[r]; }
  [[nodiscard]] std::size_t op_count() const;

  std::uint32_t add(std::uint32_t rank, const Op& op);
  std::uint32_t send(std::uint32_t rank, std::uint32_t to, std::uint64_t bytes, std::uint32_t tag);
  std::uint32_t receive(std::uint32_t rank, std::uint32_t from, std::uint64_t bytes,
                        std::uint32_t tag);
  std::uint32_t compute(std::uint32_t rank, Ticks duration);
  /// `after` begins when `before` has ended.
  void require(std::uint32_t rank, std::uint32_t after, std::uint32_t before);
  /// `after` begins when `before` has begun.
  void require_start(std::uint32_t rank, std::uint32_t after, std::uint32_t before);

 private:
  std::vector<Rank> ranks_;
};

/// Which receive of the peer takes each send, by rank and operation; kAny where that is not known
/// before the run, as with wildcards, and for other operations.
using OpMatches = std::vector<std::vector<std::uint32_t>>;

/// Throws fabric::ConfigError, whose one line begins with `origin`, for a message that is sent and
/// never received or the other way round, a peer that does not exist or is the rank itself, a
/// receive of fewer bytes than are sent, and operations that wait for each other in a cycle.
[[nodiscard]] OpMatches check(const OpGraph& graph, const std::string& origin);

}  // namespace ib::tb
