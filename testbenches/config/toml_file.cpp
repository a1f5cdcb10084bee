// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/toml_file.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <system_error>

#include "models/fabric/config_error.h"
#include "testbenches/config/number.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using fabric::ConfigError;

constexpr std::uintmax_t kLargestFile = 1 << 20;

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

}  // namespace

toml::table read_toml(const fs::path& file) {
  try {
    return toml::parse(read_text(file), file.string());
  } catch (const toml::parse_error& error) {
    throw ConfigError(
        fmt::format("{}:{}: {}", file.string(), error.source().begin.line, error.description()));
  }
}

std::string scalar_text(const toml::node& node, const std::string& where) {
  if (const auto* integer = node.as_integer()) return fmt::format("{}", integer->get());
  if (const auto* number = node.as_floating_point()) return number_text(number->get());
  if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
  if (const auto* string = node.as_string()) return string->get();
  throw ConfigError(where + ": expected a number, true, false or a string");
}

}  // namespace ib::tb
