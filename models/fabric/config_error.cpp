// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/config_error.h"

#include <string_view>
#include <utility>

namespace ib::fabric {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

std::string message(const ConfigFault& fault) {
  std::string text;
  if (!fault.file.empty()) {
    text += printable(fault.file, 200);
    if (fault.line != 0) text += ':' + std::to_string(fault.line);
    text += ": ";
  }
  if (!fault.key.empty()) text += fault.key + ": ";
  text += fault.problem;
  if (!fault.value.empty()) text += ": '" + printable(fault.value) + '\'';
  if (!fault.allowed.empty()) text += " (allowed: " + fault.allowed + ')';
  return text;
}

bool is_utf8_tail(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

ConfigError::ConfigError(ConfigFault fault)
    : std::runtime_error(message(fault)), fault_(std::move(fault)) {}

ConfigError ConfigError::at(const std::string& file, std::size_t line) const {
  ConfigFault placed = fault_;
  if (placed.problem.empty()) placed.problem = what();
  placed.file = file;
  placed.line = line;
  return ConfigError(std::move(placed));
}

std::string printable(const std::string& text, std::size_t limit) {
  std::size_t end = text.size();
  if (end > limit) {
    end = limit;
    while (end > 0 && is_utf8_tail(text[end])) --end;
  }
  std::string out;
  for (std::size_t i = 0; i < end; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte != 0x7F) {
      out += text[i];
    } else {
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
  if (end < text.size()) out += "...";
  return out;
}

}  // namespace ib::fabric
