// SPDX-License-Identifier: Apache-2.0
#include "testbenches/page/csv_reader.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

namespace ib::tb {
namespace {

/// Takes characters one by one; quotes may hold commas, line ends and doubled quotes.
class Splitter {
 public:
  void take(char c, char next) {
    if (quoted_) {
      take_quoted(c, next);
    } else if (c == '"' && field_.empty()) {
      quoted_ = true;
    } else if (c == ',') {
      end_field();
    } else if (c == '\n') {
      end_row();
    } else if (c != '\r') {
      field_ += c;
    }
  }

  std::vector<std::vector<std::string>> rows() {
    if (!field_.empty() || !row_.empty()) end_row();
    return std::move(rows_);
  }

 private:
  void take_quoted(char c, char next) {
    if (std::exchange(skip_, false)) return;
    if (c != '"') {
      field_ += c;
    } else if (next == '"') {
      field_ += c;
      skip_ = true;
    } else {
      quoted_ = false;
    }
  }
  void end_field() { row_.push_back(std::exchange(field_, {})); }
  void end_row() {
    end_field();
    rows_.push_back(std::exchange(row_, {}));
  }

  bool quoted_ = false;
  bool skip_ = false;  ///< The second of two quotes comes.
  std::string field_;
  std::vector<std::string> row_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace

std::optional<std::size_t> CsvFile::column(std::string_view heading) const {
  const auto found = std::find(headings.begin(), headings.end(), heading);
  if (found == headings.end()) return std::nullopt;
  return static_cast<std::size_t>(found - headings.begin());
}

CsvFile parse_csv(std::string_view text) {
  Splitter splitter;
  for (std::size_t i = 0; i < text.size(); ++i) {
    splitter.take(text[i], i + 1 < text.size() ? text[i + 1] : '\0');
  }
  CsvFile file;
  file.rows = splitter.rows();
  if (file.rows.empty()) return file;
  file.headings = std::move(file.rows.front());
  file.rows.erase(file.rows.begin());
  for (auto& row : file.rows) row.resize(file.headings.size());
  return file;
}

std::optional<CsvFile> read_csv(const std::filesystem::path& file) {
  std::ifstream stream{file, std::ios::binary};
  if (!stream) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>{stream}, {}};
  return parse_csv(text);
}

}  // namespace ib::tb
