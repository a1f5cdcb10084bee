// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/fabric/fabric.h"
#include "testbenches/traffic/traffic_node.h"
#include "tlm/conductor.h"

namespace ib::tb {

/// A fabric whose end nodes are light traffic nodes, and the conductor that runs it.
class TrafficFabric {
 public:
  TrafficFabric(fabric::Topology topology, const fabric::FabricConfig& config,
                const TrafficConfig& traffic, const ConductorConfig& conductor);

  [[nodiscard]] Conductor& conductor() { return conductor_; }
  [[nodiscard]] fabric::Fabric& fabric() { return *fabric_; }
  [[nodiscard]] const fabric::Fabric& fabric() const { return *fabric_; }
  [[nodiscard]] const std::vector<TrafficNode*>& nodes() const { return nodes_; }
  /// Every node sends to any other node with the same probability.
  void send_uniformly();
  /// Every node but `sink` sends to it.
  void send_to(std::size_t sink);

  /// Runs to `end` of simulated time; statistics count from `measure_from` on.
  void run(Ticks measure_from, Ticks end);

  /// One line for each invariant that does not hold (design 7).
  [[nodiscard]] std::vector<std::string> broken_invariants();
  [[nodiscard]] std::uint64_t packet_hops() const;

 private:
  Conductor conductor_;
  std::vector<TrafficNode*> nodes_;
  std::unique_ptr<fabric::Fabric> fabric_;
};

}  // namespace ib::tb
