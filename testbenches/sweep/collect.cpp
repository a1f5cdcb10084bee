// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "models/fabric/config_error.h"
#include "testbenches/config/parameter_tree.h"
#include "testbenches/report/csv.h"
#include "testbenches/report/output_files.h"
#include "testbenches/sweep/sqlite_results.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using fabric::ConfigError;

Json tables_of(const fs::path& results) {
  std::ifstream file{results};
  Json json = Json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("tables")) {
    throw ConfigError(
        fmt::format("{}: damaged, remove its folder and sweep again", results.string()));
  }
  return json["tables"];
}

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::vector<std::string> axis_paths(const SweepPlan& plan) {
  std::vector<std::string> paths;
  for (const Axis& axis : plan.axes) {
    paths.insert(paths.end(), axis.paths.begin(), axis.paths.end());
  }
  return paths;
}

/// The cells that both tables begin a row with: hash, axes, seed.
std::vector<Cell> key_cells(const std::vector<std::string>& paths, const SweepPoint& point) {
  std::vector<Cell> cells{point.hash};
  for (const std::string& path : paths) {
    const auto found = std::find_if(point.settings.begin(), point.settings.end(),
                                    [&path](const Assignment& a) { return a.path == path; });
    cells.emplace_back(found == point.settings.end() ? std::string{} : found->text);
  }
  cells.emplace_back(fmt::format("{}", point.seed));
  return cells;
}

std::vector<Column> key_columns(const std::vector<std::string>& paths) {
  std::vector<Column> columns{{"point", ""}};
  for (const std::string& path : paths) columns.push_back({column_of(path), ""});
  columns.push_back({"seed", ""});
  return columns;
}

std::string state_text(PointState state) {
  if (state == PointState::kDone) return "done";
  if (state == PointState::kFailed) return "failed";
  return state == PointState::kNotNeeded ? "not needed" : "pending";
}

/// The result columns by name, in the order in which they are first seen.
class ResultColumns {
 public:
  explicit ResultColumns(Table& table) : table_(table) {}

  void add_row(std::vector<Cell> cells, const Json& row) {
    cells.resize(table_.columns.size(), std::string{});
    for (const auto& [key, value] : row.items()) {
      const auto [place, is_new] = places_.emplace(key, table_.columns.size());
      if (is_new) {
        const bool taken = key == "point" || key == "seed" || key == "table" || key == "row";
        table_.columns.push_back({taken ? "result_" + key : key, ""});
        cells.emplace_back(std::string{});
      }
      cells[place->second] = text_of(value);
    }
    table_.rows.push_back(std::move(cells));
  }

  void fill_up() {
    for (auto& row : table_.rows) row.resize(table_.columns.size(), std::string{});
  }

 private:
  Table& table_;
  std::map<std::string, std::size_t> places_;
};

}  // namespace

double result_value(const fs::path& results, const std::string& name) {
  const Json tables = tables_of(results);
  const std::size_t dot = name.find('.');
  const std::string table = name.substr(0, dot);
  const std::string column = name.substr(dot + 1);
  std::string known;
  for (const auto& [key, rows] : tables.items()) {
    if (rows.empty()) continue;
    for (const auto& [each, value] : rows.front().items()) {
      if (!value.is_number()) continue;
      if (key == table && each == column) return value.get<double>();
      known += (known.empty() ? "" : ", ") + key + "." + each;
    }
  }
  throw ConfigError(fmt::format("stop: no result '{}', there are: {}", fabric::printable(name),
                                fabric::printable(known, 400)));
}

std::string column_of(const std::string& path) {
  RunConfig scratch;
  const ParameterTree tree{scratch};
  for (const Parameter& parameter : tree.parameters()) {
    if (parameter.path != path || parameter.meta.unit.empty()) continue;
    std::string suffix = "_";
    for (const char c : parameter.meta.unit) {
      const auto byte = static_cast<unsigned char>(c);
      suffix +=
          c == '/' ? std::string{"_per_"} : std::string(1, static_cast<char>(std::tolower(byte)));
    }
    const bool has_it = path.size() >= suffix.size() &&
                        path.compare(path.size() - suffix.size(), suffix.size(), suffix) == 0;
    return has_it ? path : path + suffix;
  }
  return path;
}

Table points_table(const SweepPlan& plan, const std::vector<SweepPoint>& points,
                   const Schedule& schedule, const PointStore& store) {
  const std::vector<std::string> paths = axis_paths(plan);
  Table table{"points", key_columns(paths), {}};
  table.columns.push_back({"state", ""});
  table.columns.push_back({"reason", ""});
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<Cell> cells = key_cells(paths, points[i]);
    const PointState state = schedule.state(i);
    cells.emplace_back(state_text(state));
    cells.emplace_back(state == PointState::kFailed
                           ? store.failure(points[i].hash).value_or(std::string{})
                           : std::string{});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table results_table(const SweepPlan& plan, const std::vector<SweepPoint>& points,
                    const Schedule& schedule, const PointStore& store) {
  const std::vector<std::string> paths = axis_paths(plan);
  Table table{"results", key_columns(paths), {}};
  table.columns.push_back({"table", ""});
  table.columns.push_back({"row", ""});
  ResultColumns columns{table};
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (schedule.state(i) != PointState::kDone) continue;
    const Json tables = tables_of(store.results_of(points[i].hash));
    for (const auto& [name, rows] : tables.items()) {
      std::size_t number = 0;
      for (const Json& row : rows) {
        std::vector<Cell> cells = key_cells(paths, points[i]);
        cells.emplace_back(name);
        cells.emplace_back(fmt::format("{}", number++));
        columns.add_row(std::move(cells), row);
      }
    }
  }
  columns.fill_up();
  return table;
}

void collect(const SweepPlan& plan, const std::vector<SweepPoint>& points, const Schedule& schedule,
             const PointStore& store) {
  const Table points_rows = points_table(plan, points, schedule, store);
  const Table results_rows = results_table(plan, points, schedule, store);
  OutputFiles outputs;
  write_text(outputs.add(store.folder() / "points.csv"), to_csv(points_rows));
  write_text(outputs.add(store.folder() / "results.csv"), to_csv(results_rows));
  if (sqlite_available()) {
    write_sqlite(outputs.add(store.folder() / "results.sqlite"), {points_rows, results_rows});
  }
  outputs.commit();
}

}  // namespace ib::tb
