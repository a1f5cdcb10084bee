// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "testbenches/perftest/latency_stages.h"
#include "testbenches/perftest/plan.h"
#include "testbenches/perftest/session.h"
#include "testbenches/report/reporter.h"

namespace ib::tb {

/// The table a perftest prints: columns as perftest has them, one row a size.
void begin_table(Reporter& reporter, const PerftestPlan& plan);
/// How the latency of a small WRITE comes about, stage by stage: a table of its own.
void add_stages(Reporter& reporter, const std::vector<LatencyStage>& stages);
void add_row(Reporter& reporter, const PerftestPlan& plan, const SizeResult& result);

}  // namespace ib::tb
