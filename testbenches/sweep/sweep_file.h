// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/sweep/axis.h"

namespace ib::tb {

/// When the replicates of a combination suffice: the 95 % confidence interval of `result` is no
/// wider than `relative_width` times its mean.
struct StopRule {
  std::string result;  ///< "table.column"; its first row counts.
  double relative_width = 0;
  std::size_t min_seeds = 3;
};

/// A sweep as its file describes it; texts are in the units of their parameters.
struct SweepPlan {
  std::filesystem::path file;
  std::vector<Assignment> base;  ///< What all points share.
  std::vector<Axis> axes;
  std::vector<std::uint64_t> seeds;  ///< One replicate each.
  std::optional<StopRule> stop;
};

/// Reads a sweep file: see docs/blocks/sweep.md for its keys. Throws fabric::ConfigError.
[[nodiscard]] SweepPlan read_sweep_file(const std::filesystem::path& file);

}  // namespace ib::tb
