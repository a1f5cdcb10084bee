// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testbenches/report/table.h"
#include "testbenches/sweep/point_store.h"
#include "testbenches/sweep/schedule.h"

namespace ib::tb {

/// One result of a done run: "table.column" of the first row. Throws fabric::ConfigError when the
/// run has no such number.
[[nodiscard]] double result_value(const std::filesystem::path& results, const std::string& name);

/// Heading of a parameter's column: its path with its unit at the end.
[[nodiscard]] std::string column_of(const std::string& path);

/// points.csv: one row a point, with its state and why it failed. All cells are texts.
[[nodiscard]] Table points_table(const SweepPlan& plan, const std::vector<SweepPoint>& points,
                                 const Schedule& schedule, const PointStore& store);

/// results.csv: one row a point that is done and row of its result tables. A column that another
/// table has is empty, as is that of an axis which does not apply.
[[nodiscard]] Table results_table(const SweepPlan& plan, const std::vector<SweepPoint>& points,
                                  const Schedule& schedule, const PointStore& store);

/// Writes both as CSV and, where this program was built with SQLite, as results.sqlite.
void collect(const SweepPlan& plan, const std::vector<SweepPoint>& points, const Schedule& schedule,
             const PointStore& store);

}  // namespace ib::tb
