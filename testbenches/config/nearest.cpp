// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/nearest.h"

#include <algorithm>
#include <numeric>

namespace ib::tb {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates) {
  return *std::min_element(candidates.begin(), candidates.end(),
                           [word](std::string_view a, std::string_view b) {
                             return distance(word, a) < distance(word, b);
                           });
}

}  // namespace ib::tb
