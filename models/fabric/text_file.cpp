// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/text_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "models/fabric/config_error.h"

namespace ib::fabric {
namespace {

constexpr std::size_t kLimit = std::size_t{1} << 30;

bool is_binary(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
}

void check_text(const std::string& path, const std::string& text, std::string_view chunk) {
  const auto bad = std::find_if(chunk.begin(), chunk.end(), is_binary);
  if (bad == chunk.end()) return;
  const auto before = text.size() + static_cast<std::size_t>(bad - chunk.begin());
  throw ConfigError(
      {path, 0, {}, {}, "is a binary file, byte " + std::to_string(before) + " is no text", {}});
}

}  // namespace

std::string read_text_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw ConfigError({path, 0, {}, {}, "is a folder, expected a file", {}});
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const std::error_code why(errno, std::generic_category());
    throw ConfigError({path, 0, {}, {}, "cannot be read: " + why.message(), {}});
  }
  std::string text;
  std::array<char, 65536> buffer{};
  while (file.read(buffer.data(), buffer.size()), file.gcount() > 0) {
    const std::string_view chunk(buffer.data(), static_cast<std::size_t>(file.gcount()));
    check_text(path, text, chunk);
    text += chunk;
    if (text.size() > kLimit) throw ConfigError({path, 0, {}, {}, "is larger than 1 GiB", {}});
  }
  if (file.bad()) throw ConfigError({path, 0, {}, {}, "failed while being read", {}});
  return text;
}

}  // namespace ib::fabric
