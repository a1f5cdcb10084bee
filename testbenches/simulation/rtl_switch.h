// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "models/fabric/fabric.h"
#include "testbenches/config/run_config.h"
#include "testbenches/wave/vcd_feed.h"

namespace ib::tb {

/// Puts the Verilated switch in the place of the switch `name`: "sw<n>", or its name in the
/// topology. Results do not change. Throws ConfigError when there is no such switch, or the RTL
/// would do something otherwise.
TracedPart use_switch_rtl(const std::string& name, const RunConfig& config,
                          const fabric::Fabric& fabric, std::uint32_t shortest_bytes);

}  // namespace ib::tb
