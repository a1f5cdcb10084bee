// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// Training steps on light hosts, and how much of their time is computation.
Result run_training(RunContext& context);

}  // namespace ib::tb
