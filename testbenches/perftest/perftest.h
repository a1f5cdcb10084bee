// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

// The built-in testbenches write_bw to atomic_lat: what ib_write_bw to ib_atomic_lat of perftest
// do.
Result run_write_bw(RunContext& context);
Result run_write_lat(RunContext& context);
Result run_send_bw(RunContext& context);
Result run_send_lat(RunContext& context);
Result run_read_bw(RunContext& context);
Result run_read_lat(RunContext& context);
Result run_atomic_bw(RunContext& context);
Result run_atomic_lat(RunContext& context);

}  // namespace ib::tb
