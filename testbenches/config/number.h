// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ib::tb {

/// "1.5us" is 1.5 and "us"; "64" has no unit; "fast" has no value.
struct NumberText {
  std::optional<double> value;
  std::string_view unit;
};
[[nodiscard]] NumberText split_number(std::string_view text);

/// Digits alone, decimal or 0x, as an exact 64-bit integer: a double rounds beyond 2^53.
[[nodiscard]] std::optional<std::uint64_t> exact_integer(std::string_view text);

/// The shortest text that reads back as the same number; large round ones without an exponent.
[[nodiscard]] std::string number_text(double value);

}  // namespace ib::tb
