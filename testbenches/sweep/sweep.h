// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/sweep/point.h"
#include "testbenches/sweep/schedule.h"

namespace ib::tb {

enum class ExecutorKind : std::uint8_t { kLocal, kCommand, kSlurm };

struct SweepOptions {
  std::filesystem::path out;
  std::size_t jobs = 1;  ///< Runs at a time.
  ExecutorKind executor = ExecutorKind::kLocal;
  std::string command;   ///< Of kCommand: put in front of each run. Of kSlurm: words for sbatch.
  bool profile = false;  ///< Runs write latency.csv and buffers.csv too.
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
