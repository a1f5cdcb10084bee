// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/fabric/topology.h"

namespace ib::fabric {

/// Gives every switch and every CA port that has none the next free LIDs, in node order; CA ports
/// get 2^ca_lmc of them. Throws ConfigError when the subnet's 49,151 LIDs do not suffice.
void assign_lids(Topology& topology, std::uint32_t ca_lmc = 0);

}  // namespace ib::fabric
