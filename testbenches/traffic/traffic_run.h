// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// Light traffic nodes on one switch, or on the hosts of a topology: everyone to everyone.
Result run_uniform(RunContext& context);

/// The same nodes, all but one sending to that one.
Result run_incast(RunContext& context);

}  // namespace ib::tb
