// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ib::tb {

/// The files of one run. Each is written under a hidden temporary name beside its final one and
/// renamed by commit(), in the order of add(); without commit() they vanish. So a file under its
/// final name is never half-written.
class OutputFiles {
 public:
  OutputFiles() = default;
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;
  ~OutputFiles();

  /// Reserves `path` and gives the name to write to: a device or pipe is written as it is. Makes
  /// missing folders. Throws fabric::ConfigError when the file cannot be created there.
  [[nodiscard]] std::filesystem::path add(const std::filesystem::path& path);

  void commit();

 private:
  struct Entry {
    std::filesystem::path temporary;
    std::filesystem::path final_path;
  };
  std::vector<Entry> entries_;
};

/// Writes `text` to `path`; throws fabric::ConfigError when it does not fit there (full disk).
void write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace ib::tb
