// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace ib::tb {
namespace {

constexpr std::size_t kMinimumWidth = 10;

std::size_t streaming_width(const Column& column) {
  return std::max(column.title.size(), kMinimumWidth);
}

bool is_text(const Cell& cell) { return std::holds_alternative<std::string>(cell); }

std::string padded(const std::string& text, std::size_t width, bool left) {
  return left ? fmt::format("{:<{}}", text, width) : fmt::format("{:>{}}", text, width);
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string to_text(const Cell& cell) {
  if (const auto* integer = std::get_if<std::uint64_t>(&cell)) return fmt::format("{}", *integer);
  if (const auto* fixed = std::get_if<Fixed>(&cell)) {
    return fmt::format("{:.{}f}", fixed->value, fixed->digits);
  }
  return std::get<std::string>(cell);
}

void print_heading(std::FILE* out, const std::vector<Column>& columns) {
  std::string line;
  for (const Column& column : columns)
    line += " " + padded(column.title, streaming_width(column), true);
  std::fputs(without_trailing_blanks(line).c_str(), out);
  std::fflush(out);
}

void print_row(std::FILE* out, const std::vector<Column>& columns, const std::vector<Cell>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += " " + padded(to_text(cells[i]), streaming_width(columns[i]), true);
  }
  std::fputs(without_trailing_blanks(line).c_str(), out);
  std::fflush(out);
}

std::string aligned(const Table& table) {
  std::vector<std::size_t> widths;
  for (const Column& column : table.columns) widths.push_back(column.title.size());
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], to_text(row[i]).size());
    }
  }
  std::string text;
  std::string line;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool left = table.rows.empty() || is_text(table.rows.front()[i]);
    line += padded(table.columns[i].title, widths[i], left) + "  ";
  }
  text += without_trailing_blanks(line);
  for (const auto& row : table.rows) {
    line.clear();
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += padded(to_text(row[i]), widths[i], is_text(row[i])) + "  ";
    }
    text += without_trailing_blanks(line);
  }
  return text;
}

}  // namespace ib::tb
