// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/reporter.h"

#include "testbenches/report/text_table.h"

namespace ib::tb {

void Reporter::begin_table(std::string name, std::vector<Column> columns) {
  if (terminal_ != nullptr) {
    progress_.clear();
    print_heading(terminal_, columns);
  }
  tables_.push_back({std::move(name), std::move(columns), {}});
}

void Reporter::add_row(std::vector<Cell> cells) {
  Table& table = tables_.back();
  if (terminal_ != nullptr) {
    progress_.clear();
    print_row(terminal_, table.columns, cells);
  }
  table.rows.push_back(std::move(cells));
}

}  // namespace ib::tb
