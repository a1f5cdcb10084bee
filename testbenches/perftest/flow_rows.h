// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "testbenches/perftest/host_pair.h"
#include "testbenches/perftest/session.h"
#include "testbenches/report/reporter.h"

namespace ib::tb {

/// Adds a row to flows.csv for each queue pair that sent, over all complete sizes.
void report_flows(HostPair& pair, const PerftestSession& session, Reporter& reporter);

}  // namespace ib::tb
