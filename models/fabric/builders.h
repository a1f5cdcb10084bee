// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/fabric/topology.h"

namespace ib::fabric {

// Made-up cable plans. Hosts are "host0".., switches "sw0".. or "leaf0", "spine0", ..; GUIDs and
// LIDs are numbered in that order. Sizes that cannot be throw ConfigError.

/// Two channel adapters, one cable.
[[nodiscard]] Topology back_to_back(const CableInfo& cable = {});

/// One switch with a host in each of its first `hosts` ports; `ports` = 0 takes as many as hosts.
[[nodiscard]] Topology single_switch(std::uint32_t hosts, const CableInfo& cable = {},
                                     std::uint32_t ports = 0);

/// `switches` switches in a row. Every switch has `hosts_each` hosts in its first ports; the last
/// two ports lead to the previous and the next switch.
[[nodiscard]] Topology switch_line(std::uint32_t switches, std::uint32_t hosts_each = 1,
                                   const CableInfo& cable = {});

/// Two levels of `radix`-port switches: `leaves` leaves with radix/2 hosts each, radix/2 uplinks
/// spread evenly over the spines. `leaves` = 0 takes the most, radix.
[[nodiscard]] Topology fat_tree_2(std::uint32_t radix, std::uint32_t leaves = 0,
                                  const CableInfo& cable = {});

/// Three levels of `radix`-port switches in `radix` pods: radix^3 / 4 hosts.
[[nodiscard]] Topology fat_tree_3(std::uint32_t radix, const CableInfo& cable = {});

}  // namespace ib::fabric
