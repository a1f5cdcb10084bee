// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace ib::tb {

/// How often chips exchange what crosses links. Has no effect on results.
struct Quantum {
  enum class Kind : std::uint8_t { kMax, kOneCycle, kTime };
  Kind kind = Kind::kMax;
  double ns = 0;  ///< kTime only; the conductor cuts it to the smallest link latency.
};

/// "max", "1cycle" or a time with its unit ("250ns"); otherwise throws fabric::ConfigError.
[[nodiscard]] Quantum parse_quantum(std::string_view text);

}  // namespace ib::tb
