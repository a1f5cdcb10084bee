// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// A bad permutation on a two-level fat tree: static tables, then adaptive routing with flows bound
/// to their ports and with a free choice for each packet.
Result run_adaptive_routing(RunContext& context);

}  // namespace ib::tb
