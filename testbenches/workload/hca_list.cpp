// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/hca_list.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kMost = 65536;

std::optional<std::uint32_t> number_of(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && number < kMost ? std::optional{number} : std::nullopt;
}

/// Adds "7" or "0-3"; false for anything else.
bool add(std::string_view piece, std::vector<bool>& list) {
  const std::size_t dash = piece.find('-');
  const auto first = number_of(piece.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : number_of(piece.substr(dash + 1));
  if (!first || !last || *last < *first) return false;
  list.resize(std::max<std::size_t>(list.size(), *last + std::size_t{1}));
  std::fill(list.begin() + *first, list.begin() + *last + 1, true);
  return true;
}

}  // namespace

std::vector<bool> hca_list(const std::string& text) {
  std::vector<bool> list;
  if (text == "all") return std::vector<bool>(kMost, true);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    if (!add(rest.substr(0, end), list)) {
      throw fabric::ConfigError("testbench.hca_nodes = " + fabric::printable(text) +
                                ": allowed are all, or numbers of end nodes, 0-3,7");
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return list;
}

}  // namespace ib::tb
