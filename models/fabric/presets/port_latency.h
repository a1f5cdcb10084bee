// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "models/phy/phy_config.h"
#include "models/switch/switch_config.h"

namespace ib::fabric {

/// A part of the way through a switch.
struct LatencyShare {
  std::string_view part;
  double ns = 0;
};

/// From the first bit into a port of an idle switch to the first bit out of another, in the order
/// of the way: one receiver and one transmitter, no cable. Waits for an edge of the core clock come
/// besides: one of the head, and one where the tail would be late, each less than a cycle.
[[nodiscard]] std::vector<LatencyShare> port_latency(const sw::SwitchConfig& config,
                                                     const phy::PhyConfig& phy, LinkRate rate);
[[nodiscard]] double total_ns(const std::vector<LatencyShare>& shares);

}  // namespace ib::fabric
