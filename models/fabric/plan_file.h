// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/fabric/topology.h"

namespace ib::fabric {

/// Reads our own plan, a TOML file (docs/blocks/plan_file.md): nodes one by one or in numbers,
/// cables port by port or by pattern, cables of different kinds, split ports, planes. Throws
/// ConfigError with file and line.
[[nodiscard]] Topology import_plan_file(const std::string& path, const CableInfo& cable = {});

}  // namespace ib::fabric
