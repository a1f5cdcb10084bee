// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/fabric/fabric.h"

namespace ib::fabric {

/// Packets that the switches of a fabric have sent: packet-hops.
[[nodiscard]] std::uint64_t packet_hops(const Fabric& fabric);

/// One sentence for each switch port whose receive buffer was overrun, which credits exclude.
[[nodiscard]] std::vector<std::string> credit_faults(const Fabric& fabric);

}  // namespace ib::fabric
