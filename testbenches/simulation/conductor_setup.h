// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/config/run_config.h"
#include "tlm/conductor.h"

namespace ib::tb {

/// The conductor that `sim` asks for. A quantum of one cycle is the shorter of the chips' core
/// clock periods.
[[nodiscard]] ConductorConfig conductor_config(const RunConfig& config);

/// The shorter of the chips' core clock periods.
[[nodiscard]] Ticks shortest_period(const RunConfig& config);

}  // namespace ib::tb
