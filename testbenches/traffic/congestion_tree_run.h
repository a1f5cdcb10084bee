// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// A congestion tree over two switches, without and with congestion control.
Result run_congestion_tree(RunContext& context);

}  // namespace ib::tb
