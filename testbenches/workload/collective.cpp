// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/collective.h"

#include <algorithm>

#include "models/fabric/config_error.h"
#include "testbenches/workload/collective_builder.h"

namespace ib::tb {
namespace {

using Algorithm = CollectiveAlgorithm;
using Operation = CollectiveOperation;

/// What each operation has, the default first.
std::vector<Algorithm> algorithms_of(Operation operation) {
  switch (operation) {
    case Operation::kAllReduce:
      return {Algorithm::kRing, Algorithm::kRecursiveDoubling, Algorithm::kHalvingDoubling,
              Algorithm::kDoubleTree};
    case Operation::kReduceScatter:
      return {Algorithm::kRing, Algorithm::kHalvingDoubling};
    case Operation::kAllGather:
      return {Algorithm::kRing, Algorithm::kRecursiveDoubling};
    case Operation::kBroadcast:
      return {Algorithm::kBinomialTree, Algorithm::kDoubleTree, Algorithm::kRing};
    case Operation::kAllToAll:
      return {Algorithm::kPairwise};
  }
  return {};
}

std::string name_of(Algorithm algorithm) {
  return std::string(EnumNames<Algorithm>::values[static_cast<std::size_t>(algorithm)]);
}

void require_sound(const CollectivePlan& plan, std::size_t members) {
  const Algorithm algorithm = algorithm_of(plan);
  const std::vector<Algorithm> allowed = algorithms_of(plan.operation);
  const std::string what = "collective.algorithm = " + name_of(algorithm) + ": ";
  if (std::find(allowed.begin(), allowed.end(), algorithm) == allowed.end()) {
    std::string names = "auto";
    for (const Algorithm each : allowed) names += " | " + name_of(each);
    throw fabric::ConfigError(
        what + std::string(EnumNames<Operation>::values[static_cast<std::size_t>(plan.operation)]) +
        " has no such algorithm, allowed: " + names);
  }
  if (members < 2) throw fabric::ConfigError("collective.ranks: needs at least two ranks");
  const bool needs_power =
      (plan.operation == Operation::kAllGather && algorithm == Algorithm::kRecursiveDoubling) ||
      (plan.operation == Operation::kReduceScatter && algorithm == Algorithm::kHalvingDoubling);
  if (needs_power && (members & (members - 1)) != 0) {
    throw fabric::ConfigError(what + std::to_string(members) +
                              " ranks, needs a power of two; ring takes any number");
  }
}

void add_ring(CollectiveBuilder& builder, Operation operation, std::uint32_t members) {
  if (operation == Operation::kBroadcast) {
    builder.chain();
  } else if (operation == Operation::kAllReduce) {
    builder.ring(2 * (members - 1), true);
  } else {
    builder.ring(members - 1, operation == Operation::kReduceScatter);
  }
}

}  // namespace

CollectiveAlgorithm algorithm_of(const CollectivePlan& plan) {
  if (plan.algorithm != Algorithm::kAuto) return plan.algorithm;
  return algorithms_of(plan.operation).front();
}

std::uint32_t collective_tags(const CollectivePlan& plan, std::size_t members) {
  const std::uint64_t segments =
      plan.segment_bytes == 0 ? 1 : (plan.bytes + plan.segment_bytes - 1) / plan.segment_bytes;
  return static_cast<std::uint32_t>(2 * members + 4 * segments + 4);
}

CollectiveEnds add_collective(OpGraph& graph, const CollectivePlan& plan,
                              const std::vector<std::uint32_t>& members, std::uint32_t tag,
                              const std::vector<std::vector<std::uint32_t>>& after) {
  require_sound(plan, members.size());
  CollectiveBuilder builder{graph, plan, members, tag, after};
  const bool all_reduce = plan.operation == Operation::kAllReduce;
  switch (algorithm_of(plan)) {
    case Algorithm::kAuto:
      break;
    case Algorithm::kRing:
      add_ring(builder, plan.operation, static_cast<std::uint32_t>(members.size()));
      break;
    case Algorithm::kRecursiveDoubling:
      all_reduce ? builder.recursive_doubling_reduce() : builder.recursive_doubling_gather();
      break;
    case Algorithm::kHalvingDoubling:
      builder.halving_doubling(all_reduce);
      break;
    case Algorithm::kDoubleTree:
      all_reduce ? builder.double_tree_reduce() : builder.double_tree_broadcast();
      break;
    case Algorithm::kBinomialTree:
      builder.binomial_tree();
      break;
    case Algorithm::kPairwise:
      builder.pairwise();
      break;
  }
  return builder.ends();
}

}  // namespace ib::tb
