// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbenches/workload/op_graph.h"
#include "testbenches/workload/workload_config.h"

namespace ib::tb {

/// A collective operation to be laid out over some ranks of a graph.
struct CollectivePlan {
  CollectiveOperation operation = CollectiveOperation::kAllReduce;
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::kAuto;
  std::uint64_t bytes = 0;
  std::uint64_t segment_bytes = 0;  ///< Trees and the chain of a broadcast; 0: whole.
  Ticks reduce_byte = 0;            ///< Time to add one byte of a vector to another.
};

/// The operations that a rank's part begins and ends with: a part begins when `after` has ended.
struct CollectiveEnds {
  std::vector<std::vector<std::uint32_t>> last;  ///< By member: what its part ends with.
};

/// Adds a collective among `members`, ranks of the graph, with tags from `tag` on. The part of
/// member i waits for the operations `after[i]`; `after` may be empty. R. Thakur, R.
/// Rabenseifner, W. Gropp, "Optimization of Collective Communication Operations in MPICH", 2005;
/// double trees: P. Sanders, J. Speck, J. Traeff, "Two-Tree Algorithms", 2009. Throws
/// fabric::ConfigError for an algorithm that the operation does not have, or that does not suit so
/// many members.
CollectiveEnds add_collective(OpGraph& graph, const CollectivePlan& plan,
                              const std::vector<std::uint32_t>& members, std::uint32_t tag,
                              const std::vector<std::vector<std::uint32_t>>& after = {});

/// What `kAuto` stands for: ring, for a broadcast binomial_tree, for an all_to_all pairwise.
[[nodiscard]] CollectiveAlgorithm algorithm_of(const CollectivePlan& plan);

/// The tags that a collective among so many members takes.
[[nodiscard]] std::uint32_t collective_tags(const CollectivePlan& plan, std::size_t members);

}  // namespace ib::tb
