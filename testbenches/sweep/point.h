// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "testbenches/sweep/sweep_file.h"

namespace ib::tb {

/// One run of a sweep.
struct SweepPoint {
  std::string hash;                  ///< 16 hexadecimal digits; names its folder.
  std::vector<Assignment> settings;  ///< Of the axes that apply to it.
  std::uint64_t seed = 0;
  std::size_t combination = 0;  ///< Points of one combination differ by their seed alone.
};

/// All points, the seeds of a combination together and in order. `version` is the program's.
/// Throws fabric::ConfigError for a combination that cannot be configured, and for two points with
/// the same configuration.
[[nodiscard]] std::vector<SweepPoint> points_of(const SweepPlan& plan, std::string_view version);

/// The words after `ibsilicon run`, without outputs.
[[nodiscard]] std::vector<std::string> run_words(const SweepPlan& plan, const SweepPoint& point);

/// Key of a point: hash of the version, of every parameter that may change a result and of the
/// content of the topology file. Does not depend on the order in which anything is written.
[[nodiscard]] std::string point_hash(const RunConfig& config, std::string_view version);

/// "testbench.load=0.5 seed=1", for people.
[[nodiscard]] std::string point_text(const SweepPoint& point);

}  // namespace ib::tb
