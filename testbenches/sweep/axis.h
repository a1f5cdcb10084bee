// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/config/load.h"

namespace ib::tb {

/// Holds where the parameter `path` has one of `texts`.
struct AxisCondition {
  std::string path;
  std::vector<std::string> texts;
};

/// One direction of a sweep: some parameters that take the rows of values one after the other.
/// More than one parameter makes a zipped axis.
struct Axis {
  std::vector<std::string> paths;
  std::vector<std::vector<std::string>> rows;  ///< A text for each of `paths`.
  std::vector<AxisCondition> when;             ///< All must hold, else the axis is left out.
  std::string origin;                          ///< "sweep.toml:12".
};

/// Every combination of the axes, the last axis fastest. An axis whose conditions do not hold adds
/// neither values nor combinations. Conditions look at the axes before theirs, then at `base`.
[[nodiscard]] std::vector<std::vector<Assignment>> combinations(
    const std::vector<Axis>& axes, const std::vector<Assignment>& base);

/// Most combinations there can be: conditions only leave some out.
[[nodiscard]] double most_combinations(const std::vector<Axis>& axes);

/// first, first + step, ... up to `last` and no rounding step beyond. `step` leads from first to
/// last.
[[nodiscard]] std::vector<std::string> stepped_range(double first, double last, double step);

/// `count` values, equally far from each other or, if `logarithmic`, of equal ratio.
[[nodiscard]] std::vector<std::string> counted_range(double first, double last, std::size_t count,
                                                     bool logarithmic);

}  // namespace ib::tb
