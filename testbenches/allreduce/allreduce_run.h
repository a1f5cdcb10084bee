// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// An all-reduce by a ring of hosts and, with `testbench.reduction.sharp`, in the switches.
Result run_allreduce(RunContext& context);

}  // namespace ib::tb
