// SPDX-License-Identifier: Apache-2.0
#include "testbenches/page/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "models/fabric/config_error.h"
#include "testbenches/page/csv_reader.h"
#include "testbenches/page/page_bills.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using fabric::ConfigError;

/// Pages stay small enough for a browser: of the points beyond, only the result rows are shown.
constexpr std::size_t kMostDetails = 400;
constexpr std::size_t kMostPortRows = 200'000;

Json json_of(const fs::path& path) {
  std::ifstream file{path};
  Json json = Json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) throw ConfigError(fmt::format("{}: no results of a run", path.string()));
  return json;
}

/// A number where the text is one.
Json value_of(const std::string& text) {
  const Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return value.is_number() ? value : Json(text);
}

/// Rows of item, form factor, count and metres.
Json bill_json(const std::vector<fabric::BillLine>& bill) {
  Json rows = Json::array();
  for (const fabric::BillLine& line : bill) {
    rows.push_back({line.item, line.form_factor, line.count,
                    line.metres ? Json(*line.metres) : Json(nullptr)});
  }
  return rows;
}

/// Gathers one JSON object from the files of a folder.
class PageData {
 public:
  void add_provenance(const fs::path& folder) {
    const fs::path file = folder / "provenance.json";
    std::error_code none;
    data_["provenance"] = fs::exists(file, none) ? json_of(file) : Json::object();
  }

  void add_run(const fs::path& folder) {
    data_["kind"] = "run";
    data_["axes"] = Json::array();
    Json point{{"id", "run"}, {"settings", Json::object()}, {"state", "done"}};
    points_.push_back(std::move(point));
    add_results(folder);
    add_details(folder);
  }

  void add_sweep(const fs::path& folder, const CsvFile& points) {
    data_["kind"] = "sweep";
    const std::size_t seed = column(points, "seed");
    const std::size_t state = column(points, "state");
    data_["axes"] = std::vector<std::string>{
        points.headings.begin() + 1, points.headings.begin() + static_cast<std::ptrdiff_t>(seed)};
    for (const std::vector<std::string>& row : points.rows) {
      Json point{{"id", row[0]}, {"settings", Json::object()}, {"seed", value_of(row[seed])}};
      for (std::size_t i = 1; i < seed; ++i) {
        if (!row[i].empty()) point["settings"][points.headings[i]] = value_of(row[i]);
      }
      point["state"] = row[state];
      if (!row[state + 1].empty()) point["reason"] = row[state + 1];
      points_.push_back(std::move(point));
      if (row[state] != "done") continue;
      const fs::path place = folder / "points" / row[0];
      add_results(place);
      add_details(place);
    }
  }

  [[nodiscard]] std::string text() {
    data_["layouts"] = Json::array();
    std::vector<const std::vector<std::string>*> by_number(layouts_.size());
    for (const auto& [names, number] : layouts_) by_number[number] = &names;
    for (const auto* names : by_number) data_["layouts"].push_back(*names);
    data_["bills"] = Json::array();
    for (const auto& bill : bills_.bills()) data_["bills"].push_back(bill_json(bill));
    data_["tables"] = std::move(tables_);
    data_["points"] = std::move(points_);
    data_["points_without_details"] = left_out_;
    std::string text = data_.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
      text.replace(at, 1, "\\u003c");
    }
    return text;
  }

 private:
  static std::size_t column(const CsvFile& file, const char* heading) {
    const auto at = file.column(heading);
    if (!at || *at == 0) throw ConfigError("points.csv: is not of a sweep");
    return *at;
  }

  /// Parameters, and a row of every table with the number of the point in front.
  void add_results(const fs::path& folder) {
    const Json results = json_of(folder / "results.json");
    if (!data_.contains("parameters")) {
      data_["testbench"] = results.value("testbench", "");
      data_["parameters"] = results.value("parameters", Json::object());
    }
    PageBills::Parameters parameters;
    const Json given = results.value("parameters", Json::object());
    for (const auto& [path, value] : given.items()) {
      if (value.is_string()) parameters[path] = value.get<std::string>();
    }
    if (const auto bill = bills_.add(parameters)) points_.back()["bill"] = *bill;
    points_.back()["complete"] = results.value("complete", true);
    const Json tables = results.value("tables", Json::object());
    for (const auto& [name, rows] : tables.items()) {
      for (const Json& row : rows) add_row(tables_[name], row);
    }
  }

  void add_row(Json& table, const Json& row) {
    if (table.is_null()) table = {{"columns", Json::array()}, {"rows", Json::array()}};
    Json& columns = table["columns"];
    Json cells = Json::array({points_.size() - 1});
    for (const auto& [key, value] : row.items()) {
      const auto found = std::find(columns.begin(), columns.end(), Json(key));
      const auto at = static_cast<std::size_t>(found - columns.begin());
      if (found == columns.end()) columns.push_back(key);
      while (cells.size() <= at + 1) cells.push_back(nullptr);
      cells[at + 1] = value;
    }
    table["rows"].push_back(std::move(cells));
  }

  void add_details(const fs::path& folder) {
    if (detailed_ >= kMostDetails || port_rows_ >= kMostPortRows) {
      ++left_out_;
      return;
    }
    ++detailed_;
    add_columns(folder, "ports", "port",
                {"utilisation", "xmit_wait_cycles", "xmit_packets", "xmit_discards"});
    add_columns(folder, "flows", "destination",
                {"goodput_gbps", "latency_avg_ns", "latency_p99_ns", "latency_max_ns"});
    add_columns(folder, "buffers", "port",
                {"mean_blocks", "max_blocks", "hop_mean_ns", "hop_max_ns"});
    add_columns(folder, "latency", "", {"latency_ns", "packets", "share"});
  }

  /// Some columns of a CSV file as arrays; names are kept once for all points that share them.
  void add_columns(const fs::path& folder, const std::string& stem, const std::string& names,
                   const std::vector<std::string>& wanted) {
    const auto file = read_csv(folder / (stem + ".csv"));
    if (!file || file->rows.empty()) return;
    Json part = Json::object();
    if (const auto at = file->column(names)) {
      std::vector<std::string> texts;
      for (const auto& row : file->rows) texts.push_back(row[*at]);
      part["layout"] = layouts_.emplace(std::move(texts), layouts_.size()).first->second;
      port_rows_ += file->rows.size();
    }
    for (const std::string& heading : wanted) {
      const auto at = file->column(heading);
      if (!at) continue;
      Json values = Json::array();
      for (const auto& row : file->rows) values.push_back(value_of(row[*at]));
      part[heading] = std::move(values);
    }
    points_.back()[stem] = std::move(part);
  }

  Json data_ = Json::object();
  Json tables_ = Json::object();
  Json points_ = Json::array();
  std::map<std::vector<std::string>, std::size_t> layouts_;
  PageBills bills_;
  std::size_t detailed_ = 0;
  std::size_t port_rows_ = 0;
  std::size_t left_out_ = 0;
};

}  // namespace

std::string page_data(const fs::path& folder) {
  PageData data;
  data.add_provenance(folder);
  std::error_code none;
  if (const auto points = read_csv(folder / "points.csv")) {
    data.add_sweep(folder, *points);
  } else if (fs::exists(folder / "results.json", none)) {
    data.add_run(folder);
  } else {
    throw ConfigError(
        fmt::format("{}: holds neither results.json of `run --out` nor points.csv of `sweep --out`",
                    fabric::printable(folder.string(), 200)));
  }
  return data.text();
}

}  // namespace ib::tb
