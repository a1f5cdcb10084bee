// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/topology.h"
#include "models/ib/base/port_mask.h"

namespace ib::fabric {

/// For adaptive routing: the port numbers by which each switch reaches each LID in the fewest hops,
/// by node, then by LID from 0 to `top`. Empty where the LID is the switch's own or hangs on it,
/// where it cannot be reached, and for channel adapters.
[[nodiscard]] std::vector<std::vector<PortMask>> adaptive_groups(const Topology& topology, Lid top);

}  // namespace ib::fabric
