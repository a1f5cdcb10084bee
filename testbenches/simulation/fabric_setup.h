// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "models/fabric/named_plan.h"
#include "testbenches/config/run_config.h"

namespace ib::tb {

/// The parts and the routing that a configuration asks for.
[[nodiscard]] fabric::FabricConfig fabric_config(const RunConfig& config);

/// The plan of `testbench.topology`, which is not empty: a file, or a name whose cables then have
/// `testbench.link_rate`. Throws fabric::ConfigError.
[[nodiscard]] fabric::FabricPlan topology_of(const RunConfig& config);

}  // namespace ib::tb
