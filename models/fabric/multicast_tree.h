// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/topology.h"

namespace ib::fabric {

/// The ports, by node and in order, of a tree of switches that joins the CA ports of a multicast
/// group. Its root is the switch whose farthest member is nearest, of equal ones that with the
/// fewest hops to all members, as OpenSM chooses it. Throws ConfigError for a member that is no
/// cabled CA port behind a switch, or that others cannot reach.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> multicast_tree(
    const Topology& topology, const std::vector<PortRef>& members);

}  // namespace ib::fabric
