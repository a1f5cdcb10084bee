// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

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

}  // namespace ib::fabric
