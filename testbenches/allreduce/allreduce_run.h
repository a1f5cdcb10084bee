// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// An all-reduce by a ring of hosts and, with `testbench.reduction.sharp`, in the switches; on a
/// `testbench.topology`, or by a `collective.algorithm`, as `run collective` does it.
Result run_allreduce(RunContext& context);

}  // namespace ib::tb
