// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testbenches/report/table.h"

namespace ib::tb {

/// What results.json says about a run beside its tables.
struct RunSummary {
  std::string_view testbench;
  bool complete = true;
  std::vector<std::string> broken_invariants;
  std::vector<std::pair<std::string, std::string>> parameters;  ///< Path and value.
};

/// The text of results.json: the same bytes for the same simulation, whatever ran it.
[[nodiscard]] std::string result_json(const RunSummary& summary, const std::vector<Table>& tables);

/// A table as a JSON array with one object a row.
[[nodiscard]] std::string table_json(const Table& table);

}  // namespace ib::tb
