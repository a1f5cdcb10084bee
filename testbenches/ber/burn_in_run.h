// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// Codewords and failures of one line over `testbench.hours_simulated`, by geometric skips.
Result run_burn_in(RunContext& context);

}  // namespace ib::tb
