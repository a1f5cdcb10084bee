// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/topology.h"

namespace ib::fabric {

/// How the switches of one line of a dimension are cabled.
enum class GridKind : std::uint8_t {
  kMesh,    ///< Each to the next.
  kTorus,   ///< Each to the next, the last to the first.
  kAll,     ///< Each to each, as in HyperX.
  kGroups,  ///< No lines: coordinates are the group and the switch in it, as in a dragonfly.
};

/// Where the switches of a regular plan lie.
struct Grid {
  GridKind kind = GridKind::kMesh;
  std::vector<std::uint32_t> extents;          ///< Switches by dimension.
  std::vector<std::vector<std::uint32_t>> at;  ///< Coordinates by node; empty for a CA.

  [[nodiscard]] std::uint32_t dimensions() const {
    return static_cast<std::uint32_t>(extents.size());
  }
  /// The coordinate one hop from `from` towards `to` along a shortest way. In a torus the two ways
  /// round may be equal: even coordinates then go up and odd ones down, which spreads the load.
  [[nodiscard]] std::uint32_t step(std::uint32_t dimension, std::uint32_t from,
                                   std::uint32_t to) const;
  /// True when the hop between two neighbours of a torus goes round its end.
  [[nodiscard]] bool wraps(std::uint32_t dimension, std::uint32_t from, std::uint32_t to) const;
};

/// A plan and the coordinates that dimension-order routing needs.
struct GridPlan {
  Topology topology;
  Grid grid;
};

// Switches "sw0".. with the first dimension counting fastest, each with `hosts_each` hosts in its
// first ports. Every extent is 2 or more; a torus of extent 2 has one cable, not two.

[[nodiscard]] GridPlan mesh(const std::vector<std::uint32_t>& extents, std::uint32_t hosts_each = 1,
                            const CableInfo& cable = {});
[[nodiscard]] GridPlan torus(const std::vector<std::uint32_t>& extents,
                             std::uint32_t hosts_each = 1, const CableInfo& cable = {});
/// 2^dimensions switches.
[[nodiscard]] GridPlan hypercube(std::uint32_t dimensions, std::uint32_t hosts_each = 1,
                                 const CableInfo& cable = {});
/// Switches that differ in one coordinate are neighbours.
[[nodiscard]] GridPlan hyperx(const std::vector<std::uint32_t>& extents,
                              std::uint32_t hosts_each = 1, const CableInfo& cable = {});

}  // namespace ib::fabric
