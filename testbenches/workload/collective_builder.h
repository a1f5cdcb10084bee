// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "testbenches/workload/collective.h"

namespace ib::tb {

/// Lays out a collective: keeps, for each member, what its next step waits for.
class CollectiveBuilder {
 public:
  CollectiveBuilder(OpGraph& graph, const CollectivePlan& plan,
                    const std::vector<std::uint32_t>& members, std::uint32_t tag,
                    const std::vector<std::vector<std::uint32_t>>& after);

  void ring(std::uint32_t steps, bool reduces);
  void chain();
  void binomial_tree();
  void double_tree_reduce();
  void double_tree_broadcast();
  void recursive_doubling_reduce();
  void recursive_doubling_gather();
  /// Rabenseifner's algorithm, or its first half alone.
  void halving_doubling(bool gathers);
  void pairwise();

  [[nodiscard]] CollectiveEnds ends() { return {std::move(last_)}; }

 private:
  using Ops = std::vector<std::uint32_t>;
  /// Parent and children of each node of a tree; kAny for none.
  struct Tree {
    std::vector<std::uint32_t> parent;
    std::vector<std::vector<std::uint32_t>> children;
  };

  [[nodiscard]] static Tree tree_of(std::uint32_t nodes, bool second);
  /// A piece of the vector.
  struct Part {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
  };

  [[nodiscard]] Part whole() const { return {0, plan_.bytes}; }
  [[nodiscard]] Part part_of(std::uint32_t first_chunk, std::uint32_t end_chunk) const;
  [[nodiscard]] std::uint32_t segments_of(std::uint64_t bytes) const;
  [[nodiscard]] Part segment_of(const Part& part, std::uint32_t segment) const;

  std::uint32_t send(std::uint32_t member, std::uint32_t to, const Part& part, std::uint32_t tag,
                     const Ops& after);
  /// The receive and, where it `reduces`, the addition behind it, whichever ends last.
  std::uint32_t receive(std::uint32_t member, std::uint32_t from, const Part& part,
                        std::uint32_t tag, bool reduces);
  /// A step of two messages that a member's next one waits for.
  void swap(std::uint32_t member, std::uint32_t to, const Part& out, std::uint32_t from,
            const Part& in, std::uint32_t tag, bool reduces);
  /// The largest power of two of members takes part; the others hand in their vectors and get the
  /// result. Returns it; `unfold` ends what `fold` began.
  std::uint32_t fold();
  void unfold(std::uint32_t active);
  void tree_up_down(std::uint32_t number, const Tree& tree, const Part& half);
  [[nodiscard]] std::uint32_t tag_of(std::uint32_t tree, std::uint32_t segment) const;
  void tree_down(std::uint32_t number, const Tree& tree, const Part& half,
                 const std::vector<Ops>& begin);

  OpGraph& graph_;
  const CollectivePlan& plan_;
  const std::vector<std::uint32_t>& members_;
  std::uint32_t size_;
  std::uint32_t tag_;
  std::vector<Ops> last_;
};

}  // namespace ib::tb
