// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// A recorded program of messages, replayed on light hosts.
Result run_trace(RunContext& context);

}  // namespace ib::tb
