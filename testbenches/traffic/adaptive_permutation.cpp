// SPDX-License-Identifier: Apache-2.0
#include "testbenches/traffic/adaptive_permutation.h"

#include "models/fabric/builders.h"

namespace ib::tb {

AdaptivePermutation::AdaptivePermutation(const AdaptivePermutationPlan& plan,
                                         const ConductorConfig& conductor)
    : plan_(plan),
      traffic_(fabric::fat_tree_2(plan.radix, plan.radix, plan.cable), plan.fabric, plan.traffic,
               conductor) {
  const std::size_t leaves = plan.radix;
  const std::size_t hosts = leaves / 2;  // on each leaf
  const auto& ends = traffic_.fabric().ends();
  for (std::size_t i = 0; i < traffic_.nodes().size(); ++i) {
    const std::size_t leaf = i / hosts;
    const std::size_t to_leaf = (leaf + 1 + i % hosts) % leaves;
    const Lid to = ends[to_leaf * hosts + leaf % hosts].site.lid;
    traffic_.nodes()[i]->set_destination([to](RandomStream&) { return to; });
  }
}

AdaptivePermutationResult AdaptivePermutation::result() const {
  AdaptivePermutationResult result;
  std::uint64_t bytes = 0;
  Ticks delay = 0;
  for (const TrafficNode* node : traffic_.nodes()) {
    bytes += node->statistics().received_bytes;
    delay += node->statistics().delay_sum;
    result.packets += node->statistics().received_packets;
    result.out_of_order += node->statistics().out_of_order;
  }
  const auto time = static_cast<double>(bytes) * static_cast<double>(byte_ticks(plan_.cable.rate));
  result.throughput =
      time / static_cast<double>(plan_.duration) / static_cast<double>(traffic_.nodes().size());
  if (result.packets > 0) {
    result.mean_delay_ns = ns_from_ticks(delay) / static_cast<double>(result.packets);
  }
  return result;
}

}  // namespace ib::tb
