// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/number.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace ib::tb {

NumberText split_number(std::string_view text) {
  if (const auto integer = exact_integer(text)) return {static_cast<double>(*integer), {}};
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || !std::isfinite(value)) return {std::nullopt, {}};
  std::string_view unit = text.substr(static_cast<std::size_t>(rest - text.data()));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  return {value, unit};
}

std::optional<std::uint64_t> exact_integer(std::string_view text) {
  const bool hexadecimal = text.substr(0, 2) == "0x";
  const std::string_view digits = hexadecimal ? text.substr(2) : text;
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, value, hexadecimal ? 16 : 10);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return value;
}

std::string number_text(double value) {
  if (value == std::floor(value) && std::abs(value) < 1e15) return fmt::format("{:.0f}", value);
  return fmt::format("{}", value);
}

}  // namespace ib::tb
