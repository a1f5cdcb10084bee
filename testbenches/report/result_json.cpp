// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/result_json.h"

#include <nlohmann/json.hpp>

namespace ib::tb {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr int kIndent = 2;

Json value_of(const Cell& cell) {
  if (const auto* integer = std::get_if<std::uint64_t>(&cell)) return *integer;
  if (const auto* fixed = std::get_if<Fixed>(&cell)) return fixed->value;
  return std::get<std::string>(cell);
}

Json rows_of(const Table& table) {
  Json rows = Json::array();
  for (const auto& cells : table.rows) {
    Json row = Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i) row[table.columns[i].key] = value_of(cells[i]);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string text_of(const Json& json) {
  return json.dump(kIndent, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string result_json(const RunSummary& summary, const std::vector<Table>& tables) {
  Json json;
  json["format"] = kFormat;
  json["testbench"] = summary.testbench;
  json["complete"] = summary.complete;
  json["broken_invariants"] = summary.broken_invariants;
  json["parameters"] = Json::object();
  for (const auto& [path, value] : summary.parameters) json["parameters"][path] = value;
  json["tables"] = Json::object();
  for (const Table& table : tables) json["tables"][table.name] = rows_of(table);
  return text_of(json);
}

std::string table_json(const Table& table) { return text_of(rows_of(table)); }

}  // namespace ib::tb
