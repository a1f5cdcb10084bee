// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/fabric.h"

namespace ib::tb {

/// One cable of a packet's way, in the direction of travel.
struct PathLeg {
  const phy::Phy* line = nullptr;
  LinkRate rate;
};

/// The cables between two end nodes of a fabric, as its routing leads; a switch between each two.
/// Empty when there is no way.
[[nodiscard]] std::vector<PathLeg> fabric_path(const fabric::Fabric& fabric, fabric::PortRef from,
                                               fabric::PortRef to);

}  // namespace ib::tb
