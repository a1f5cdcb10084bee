// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/plan.h"

namespace ib::tb {

std::vector<std::uint64_t> all_sizes() {
  constexpr std::uint64_t kLargest = 8u << 20;
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t size = 2; size <= kLargest; size *= 2) sizes.push_back(size);
  return sizes;
}

}  // namespace ib::tb
