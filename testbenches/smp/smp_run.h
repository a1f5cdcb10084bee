// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/run/testbench.h"

namespace ib::tb {

/// Discovers a fabric in band from its first host, or `testbench.from`, by directed-route SMPs;
/// reads the port counters by GMPs; writes an entry of a forwarding table and reads it back; and
/// compares all that with the plan of the fabric. Differences are faults of the result.
[[nodiscard]] Result run_smp(RunContext& context);

}  // namespace ib::tb
