// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/config_file.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include "models/fabric/config_error.h"
#include "testbenches/config/number.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using fabric::ConfigError;

constexpr std::uintmax_t kLargestFile = 1 << 20;

struct Entry {
  std::string path;
  std::string text;
  toml::source_index line;
};

std::string read_text(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) throw ConfigError(fmt::format("{}: no such file", file.string()));
  if (fs::is_directory(file, error)) {
    throw ConfigError(fmt::format("{}: is a folder, expected a TOML file", file.string()));
  }
  if (fs::is_regular_file(file, error) && fs::file_size(file, error) > kLargestFile) {
    throw ConfigError(fmt::format("{}: larger than 1 MiB, not a configuration", file.string()));
  }
  std::ifstream stream{file, std::ios::binary};
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw ConfigError(fmt::format("{}: cannot be read", file.string()));
  return text.str();
}

std::string scalar_text(const toml::node& node, const std::string& where) {
  if (const auto* integer = node.as_integer()) return fmt::format("{}", integer->get());
  if (const auto* number = node.as_floating_point()) return number_text(number->get());
  if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
  if (const auto* string = node.as_string()) return string->get();
  throw ConfigError(where + ": expected a number, true, false or a string");
}

void collect(const toml::table& table, const std::string& prefix, const std::string& file,
             std::vector<Entry>& entries) {
  for (const auto& [key, node] : table) {
    const std::string path = prefix + std::string{key.str()};
    if (const toml::table* below = node.as_table()) {
      collect(*below, path + ".", file, entries);
      continue;
    }
    const auto line = node.source().begin.line;
    entries.push_back({path, scalar_text(node, fmt::format("{}:{}: {}", file, line, path)), line});
  }
}

}  // namespace

void read_config_file(const fs::path& file, const Setter& set) {
  const std::string name = file.string();
  std::vector<Entry> entries;
  try {
    collect(toml::parse(read_text(file), name), "", name, entries);
  } catch (const toml::parse_error& error) {
    throw ConfigError(
        fmt::format("{}:{}: {}", name, error.source().begin.line, error.description()));
  }
  // A TOML table forgets the order of its keys, and a preset must come before what overrides it.
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.line < b.line; });
  for (const Entry& entry : entries) {
    const bool is_name = entry.path == "testbench";
    set(is_name ? "testbench.name" : entry.path, entry.text,
        fmt::format("{}:{}", name, entry.line));
  }
}

}  // namespace ib::tb
