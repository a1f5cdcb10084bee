// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "testbenches/report/progress.h"
#include "testbenches/report/rows.h"
#include "testbenches/report/table.h"

namespace ib::tb {

/// Collects what a run found and shows its table on the terminal row by row as it grows.
/// Give wall-clock figures to the log, never to the reporter: files must not differ between runs.
class Reporter {
 public:
  /// Rows appear on `terminal` as they are added; nullptr shows none (quiet, or JSON at the end).
  Reporter(std::FILE* terminal, Progress& progress) : terminal_(terminal), progress_(progress) {}

  /// Starts a table: its heading shows now, rows belong to it until the next one.
  void begin_table(std::string name, std::vector<Column> columns);
  void add_row(std::vector<Cell> cells);

  void add_flow(FlowRow row) { flows_.push_back(std::move(row)); }
  void add_port(PortRow row) { ports_.push_back(std::move(row)); }

  [[nodiscard]] const std::vector<Table>& tables() const { return tables_; }
  [[nodiscard]] const std::vector<FlowRow>& flows() const { return flows_; }
  [[nodiscard]] const std::vector<PortRow>& ports() const { return ports_; }

 private:
  std::FILE* terminal_;
  Progress& progress_;
  std::vector<Table> tables_;
  std::vector<FlowRow> flows_;
  std::vector<PortRow> ports_;
};

}  // namespace ib::tb
