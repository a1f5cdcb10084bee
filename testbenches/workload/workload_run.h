// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// Messages by a pattern, a distribution of sizes and an open or a closed loop, among light hosts.
Result run_traffic_workload(RunContext& context);

}  // namespace ib::tb
