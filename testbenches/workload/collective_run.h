// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// One collective operation among light hosts, beside its time by the alpha-beta model.
Result run_collective(RunContext& context);

}  // namespace ib::tb
