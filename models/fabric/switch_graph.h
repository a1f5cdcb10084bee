// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/routing.h"

namespace ib::fabric {

/// The switches of a plan alone, numbered from 0, with the LIDs that each one delivers.
class SwitchGraph {
 public:
  struct Edge {
    std::uint32_t port = 0;
    std::uint32_t to = 0;  ///< Switch number.
  };
  struct Endpoint {
    Lid lid;
    std::uint32_t output = 0;  ///< Port of the switch that leads to it; 0: the switch itself.
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit SwitchGraph(const Topology& topology);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ids_.size()); }
  [[nodiscard]] NodeId id(std::uint32_t sw) const { return ids_[sw]; }
  /// The switch number of a node, kNone for a channel adapter.
  [[nodiscard]] std::uint32_t number(NodeId id) const { return number_[id]; }
  [[nodiscard]] const std::vector<Edge>& edges(std::uint32_t sw) const { return edges_[sw]; }
  [[nodiscard]] const std::vector<Endpoint>& endpoints(std::uint32_t sw) const {
    return endpoints_[sw];
  }
  /// True when a channel adapter hangs on the switch.
  [[nodiscard]] bool has_hosts(std::uint32_t sw) const;
  /// Hops of every switch to the nearest of `from`; kNone where there is no way.
  [[nodiscard]] std::vector<std::uint32_t> hops(const std::vector<std::uint32_t>& from) const;

 private:
  void add_ports(const Topology& topology, std::uint32_t sw);

  std::vector<std::uint32_t> number_;
  std::vector<NodeId> ids_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<std::vector<Endpoint>> endpoints_;
};

}  // namespace ib::fabric
