// SPDX-License-Identifier: Apache-2.0
#include "models/ib/base/random.h"

#include <cmath>
#include <limits>

namespace ib {

double RandomStream::exponential(double mean) { return -mean * std::log(1.0 - uniform()); }

std::uint64_t RandomStream::geometric(double p) {
  if (p >= 1.0) return 0;
  const double skips = std::floor(std::log1p(-uniform()) / std::log1p(-p));
  constexpr double kLimit = 9.0e18;
  return skips >= kLimit ? static_cast<std::uint64_t>(kLimit) : static_cast<std::uint64_t>(skips);
}

}  // namespace ib
