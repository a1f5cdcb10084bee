// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ib/link/generation.h"
#include "models/phy/phy_config.h"
#include "testbenches/config/run_config.h"

namespace ib::tb {

/// `testbench.generation` with the lanes of `testbench.link_rate`; throws fabric::ConfigError.
[[nodiscard]] LinkRate line_rate_of(const TestbenchConfig& bench);

/// Throws fabric::ConfigError for the first thing that cannot be built.
void refuse_line_faults(LinkRate rate, const phy::PhyConfig& phy, const phy::CableConfig& cable);

}  // namespace ib::tb
