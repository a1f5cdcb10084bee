// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/fabric/fabric.h"
#include "testbenches/smp/discovery.h"

namespace ib::tb {

/// Compares what was found with the plan the fabric was built from: nodes with their names, GUIDs,
/// LIDs and ports, cables with width, speed and both ends, counters with those of the ports. One
/// line for each difference; empty when there is none. Nodes that the first host cannot reach are
/// not missed.
[[nodiscard]] std::vector<std::string> compare(const std::vector<DiscoveredNode>& found,
                                               const fabric::Fabric& fabric,
                                               fabric::PortRef first_host);

}  // namespace ib::tb
