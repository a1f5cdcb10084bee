// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "models/fabric/topology.h"

namespace ib::fabric {

/// Throws ConfigError unless low <= value <= high.
void require_range(const char* what, std::uint64_t value, std::uint64_t low, std::uint64_t high);

/// Most hosts and switches of a made-up plan: the unicast LIDs of a subnet.
inline constexpr std::uint64_t kMaxPlanNodes = 0xBFFF;

/// Grows a made-up plan: numbers the hosts and the GUIDs and cables everything alike.
class PlanBuilder {
 public:
  explicit PlanBuilder(const CableInfo& cable) : cable_(cable) {}

  NodeId add_host();
  /// A channel adapter of any name and number of ports.
  NodeId add_named_host(const std::string& name, std::uint32_t ports);
  NodeId add_switch(const std::string& name, std::uint32_t ports);
  /// Hosts in the switch's ports 1 to `count`.
  void add_hosts(NodeId sw, std::uint32_t count);
  void connect(PortRef a, PortRef b) { topology_.connect(a, b, cable_); }
  void connect(PortRef a, PortRef b, const CableInfo& cable) { topology_.connect(a, b, cable); }
  [[nodiscard]] const Topology& plan() const { return topology_; }
  /// The plan with its LIDs; the builder is empty afterwards.
  [[nodiscard]] Topology finish();

 private:
  [[nodiscard]] Node make(NodeKind kind, std::string name, std::uint32_t ports) const;

  CableInfo cable_;
  std::uint32_t hosts_ = 0;
  Topology topology_;
};

}  // namespace ib::fabric
