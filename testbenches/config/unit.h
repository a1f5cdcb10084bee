// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace ib::tb {

/// Factor that turns a number in unit `from` into one in unit `to`; nothing when they measure
/// different things. "us" to "ns" is 1000.
[[nodiscard]] std::optional<double> unit_factor(std::string_view from, std::string_view to);

}  // namespace ib::tb
