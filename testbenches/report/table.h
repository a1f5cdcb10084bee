// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ib::tb {

/// One value of a table; doubles carry the digits to print after the point on the terminal.
struct Fixed {
  double value = 0;
  int digits = 2;
};
using Cell = std::variant<std::uint64_t, Fixed, std::string>;

/// A column of every output form: `key` heads it in CSV and JSON and ends in its unit
/// ("latency_ns"), `title` on the terminal ("t_avg[usec]").
struct Column {
  std::string key;
  std::string title;
};

/// Rows of equal shape; what a run prints and what its result files hold.
struct Table {
  std::string name;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

}  // namespace ib::tb
