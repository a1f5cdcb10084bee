// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "testbenches/config/load.h"
#include "testbenches/perftest/host_pair.h"
#include "testbenches/perftest/session.h"

namespace ib::tb {

/// A configuration from "path=text" settings over the presets' values.
[[nodiscard]] inline RunConfig configured(const std::vector<std::string>& settings) {
  std::vector<Assignment> assignments;
  for (const std::string& setting : settings) {
    assignments.push_back(parse_assignment(setting, "test"));
  }
  return load(assignments);
}

/// One perftest from start to end, and the system it ran on for a look at its counters.
struct PerftestRun {
  PerftestRun(const RunConfig& config, const PerftestPlan& plan)
      : pair(config, plan_pair(config)),
        session(plan, pair.conductor(), pair.host(0), pair.host(1)) {
    session.on_size([this](const SizeResult& size) { results.push_back(size); });
    sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO,
                                            sc_core::SC_DO_NOTHING);
    sc_core::sc_start();
    faults = session.failures();
    for (std::string& line : pair.broken_invariants()) faults.push_back(std::move(line));
    if (!session.finished()) faults.emplace_back("the test has not ended");
  }

  HostPair pair;
  PerftestSession session;
  std::vector<SizeResult> results;
  std::vector<std::string> faults;
};

}  // namespace ib::tb
