// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/config_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "testbenches/config/toml_file.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;

/// What `ibsilicon sweep` reads; the rest of such a file is the configuration it varies.
constexpr std::string_view kSweep = "sweep";

struct Entry {
  std::string path;
  std::string text;
  toml::source_index line;
};

void collect(const toml::table& table, const std::string& prefix, const std::string& file,
             std::vector<Entry>& entries) {
  for (const auto& [key, node] : table) {
    const std::string path = prefix + std::string{key.str()};
    if (path == kSweep) continue;
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
  collect(read_toml(file), "", name, entries);
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
