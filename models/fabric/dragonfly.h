// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/fabric/grid.h"
#include "models/fabric/topology.h"

namespace ib::fabric {

struct DragonflyShape {
  std::uint32_t hosts = 2;     ///< p: hosts of a switch.
  std::uint32_t switches = 4;  ///< a: switches of a group, each cabled to each.
  std::uint32_t globals = 2;   ///< h: cables of a switch to other groups.
  std::uint32_t groups = 0;    ///< 0 takes the most, switches * globals + 1.
};

/// Groups of switches with the same number of cables between any two groups; global ports beyond
/// that stay open. Switch s of group g is called "g<g>_<s>"; its ports are hosts, group, globals.
[[nodiscard]] Topology dragonfly(const DragonflyShape& shape, const CableInfo& cable = {});

struct DragonflyPlusShape {
  std::uint32_t hosts = 2;    ///< Hosts of a leaf.
  std::uint32_t leaves = 4;   ///< Leaves of a group, each cabled to each of its spines.
  std::uint32_t spines = 4;   ///< Spines of a group; they have no hosts.
  std::uint32_t globals = 2;  ///< Cables of a spine to other groups.
  std::uint32_t groups = 0;   ///< 0 takes the most, spines * globals + 1.
};

/// Groups that are fat trees of two levels (Shpiner et al., HiPINEB 2017). Switches "g<g>_leaf<l>",
/// ports hosts, spines, and "g<g>_spine<s>", ports leaves, globals.
[[nodiscard]] Topology dragonfly_plus(const DragonflyPlusShape& shape, const CableInfo& cable = {});

/// Where the switches of such a plan lie: GridKind::kGroups, coordinates (group, switch in it).
/// `switches` is that of a group, leaves and spines together.
[[nodiscard]] Grid dragonfly_grid(const Topology& plan, std::uint32_t switches);

}  // namespace ib::fabric
