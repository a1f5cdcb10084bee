// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "testbenches/sweep/point.h"
#include "testbenches/sweep/schedule.h"

namespace ib::tb {

struct SweepOptions {
  std::filesystem::path out;
  std::size_t jobs = 1;       ///< Runs at a time.
  bool retry_failed = false;  ///< Run again what failed in an earlier call.
  std::FILE* bar = nullptr;   ///< A terminal, or nullptr.
  bool (*stop_requested)() = nullptr;
};

/// How a sweep ended.
struct SweepOutcome {
  std::size_t ran = 0;  ///< Runs that this call ended, well or not.
  SweepCounts counts;
  bool complete = true;  ///< False when the user stopped it.
};

/// Runs what is not done yet, each point in a process of its own, and writes the result files.
/// Throws fabric::ConfigError for a folder that cannot be written.
[[nodiscard]] SweepOutcome run_sweep(const SweepPlan& plan, const std::vector<SweepPoint>& points,
                                     const SweepOptions& options);

}  // namespace ib::tb
