// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace ib::tb {

/// The candidate fewest edits away from `word` (Levenshtein distance); the first of equals.
/// `candidates` is not empty.
[[nodiscard]] std::string_view nearest(std::string_view word,
                                       const std::vector<std::string_view>& candidates);

}  // namespace ib::tb
