// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "testbenches/report/table.h"

namespace ib::tb {

/// A cell as every text output shows it: integers whole, Fixed with its digits.
[[nodiscard]] std::string to_text(const Cell& cell);

/// Row by row while the simulation runs: widths come from the titles, as perftest prints.
void print_heading(std::FILE* out, const std::vector<Column>& columns);
void print_row(std::FILE* out, const std::vector<Column>& columns, const std::vector<Cell>& cells);

/// A finished table, each column as wide as its widest cell; text left, numbers right.
[[nodiscard]] std::string aligned(const Table& table);

}  // namespace ib::tb
