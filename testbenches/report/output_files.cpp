// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/output_files.h"

#include <fmt/format.h>

#include <fstream>
#include <system_error>

#include "models/fabric/config_error.h"

namespace ib::tb {

namespace fs = std::filesystem;
using fabric::ConfigError;

OutputFiles::~OutputFiles() {
  std::error_code ignored;
  for (const Entry& entry : entries_) fs::remove(entry.temporary, ignored);
}

fs::path OutputFiles::add(const fs::path& path) {
  for (const Entry& entry : entries_) {
    if (entry.final_path == path) {
      throw ConfigError(fmt::format("{}: named for two outputs of one run", path.string()));
    }
  }
  std::error_code error;
  if (fs::is_directory(path, error)) {
    throw ConfigError(fmt::format("{}: is a folder, expected a file to write", path.string()));
  }
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) return path;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path{"."};
  fs::create_directories(folder, error);
  if (error) {
    throw ConfigError(
        fmt::format("{}: cannot make the output folder: {}", folder.string(), error.message()));
  }
  fs::path temporary = folder / ("." + path.filename().string() + ".partial");
  if (!std::ofstream{temporary}) {
    throw ConfigError(fmt::format("{}: cannot be written, choose another output", path.string()));
  }
  entries_.push_back({temporary, path});
  return temporary;
}

void OutputFiles::commit() {
  for (const Entry& entry : entries_) {
    std::error_code error;
    fs::rename(entry.temporary, entry.final_path, error);
    if (error) {
      throw ConfigError(
          fmt::format("{}: cannot be written: {}", entry.final_path.string(), error.message()));
    }
  }
  entries_.clear();
}

void write_text(const fs::path& path, const std::string& text) {
  std::ofstream file{path, std::ios::binary};
  file << text << std::flush;
  if (!file) throw ConfigError(fmt::format("{}: write failed, is the disk full?", path.string()));
}

}  // namespace ib::tb
