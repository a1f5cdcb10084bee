// SPDX-License-Identifier: Apache-2.0
#include "models/switch/partition_config.h"

#include <algorithm>
#include <cstdlib>

namespace ib::sw {
namespace {

std::optional<PKey> parse_p_key(const std::string& text) {
  constexpr unsigned long kLargest = 0xFFFF;
  if (text.empty() || text.size() > 6 || text[0] == '-' || text[0] == '+' || text[0] == ' ') {
    return std::nullopt;
  }
  char* end = nullptr;
  const unsigned long value = std::strtoul(text.c_str(), &end, 0);
  if (*end != '\0' || value > kLargest) return std::nullopt;
  return PKey{static_cast<std::uint16_t>(value)};
}

}  // namespace

std::optional<std::vector<PKey>> parse_p_keys(const std::string& list) {
  std::vector<PKey> keys;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    const std::optional<PKey> key = parse_p_key(list.substr(at, comma - at));
    if (!key) return std::nullopt;
    keys.push_back(*key);
    at = comma + 1;
  }
  return keys;
}

}  // namespace ib::sw
