// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/fabric/topology.h"

namespace ib::fabric {

/// The plan as `ibnetdiscover` dumps it: import_ibnetdiscover() reads the same plan back, but for
/// kinds and lengths of cables, which the format does not have.
[[nodiscard]] std::string to_ibnetdiscover(const Topology& topology);

/// The plan as a graph for Graphviz: switches are boxes, cables carry their ports and rate.
[[nodiscard]] std::string to_dot(const Topology& topology);

/// The plan as our own file, cable by cable: import_plan_file() reads it back. GUIDs and LIDs are
/// not kept.
[[nodiscard]] std::string to_plan_file(const Topology& topology);

}  // namespace ib::fabric
