// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {

/// A permutation that puts all flows of a leaf on one uplink, where static tables spread
/// destinations by their place on the leaf: on a two-level fat tree of `radix` ports and as many
/// leaves, host i of leaf A sends to the host in place A modulo radix / 2 of leaf A + 1 + i.
struct AdaptivePermutationPlan {
  std::uint32_t radix = 8;
  fabric::CableInfo cable;
  fabric::FabricConfig fabric;
  TrafficConfig traffic;
  Ticks warmup = 0;
  Ticks duration = 0;
};

struct AdaptivePermutationResult {
  double throughput = 0;  ///< Share of the link rate, mean over all hosts, wire bytes.
  std::uint64_t packets = 0;
  std::uint64_t out_of_order = 0;  ///< Packets that a later one of their flow had overtaken.
  double mean_delay_ns = 0;
};

/// The scenario, elaborated: one a process.
class AdaptivePermutation {
 public:
  AdaptivePermutation(const AdaptivePermutationPlan& plan, const ConductorConfig& conductor);
  [[nodiscard]] TrafficFabric& traffic() { return traffic_; }
  void run() { traffic_.run(plan_.warmup, plan_.warmup + plan_.duration); }
  [[nodiscard]] AdaptivePermutationResult result() const;

 private:
  AdaptivePermutationPlan plan_;
  TrafficFabric traffic_;
};

}  // namespace ib::tb
