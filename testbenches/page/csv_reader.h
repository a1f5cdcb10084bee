// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ib::tb {

/// A CSV file in memory: a line of headings, then rows of as many fields (RFC 4180).
struct CsvFile {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;

  /// Where a heading stands, if it does.
  [[nodiscard]] std::optional<std::size_t> column(std::string_view heading) const;
};

/// The fields of a text, quotes taken off. Rows are made as long as the headings.
[[nodiscard]] CsvFile parse_csv(std::string_view text);

/// A file, or nothing where there is none.
[[nodiscard]] std::optional<CsvFile> read_csv(const std::filesystem::path& file);

}  // namespace ib::tb
