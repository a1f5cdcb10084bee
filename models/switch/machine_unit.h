// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tlm/time.h"

namespace ib::sw {

/// The unit in which a clocked switch counts time: `times` of them make `ticks` ticks.
struct MachineUnit {
  std::uint64_t times = 1;
  std::uint64_t ticks = 1;
  /// Whole units of a span.
  [[nodiscard]] std::uint64_t of(Ticks span) const {
    return static_cast<std::uint64_t>(span) * times / ticks;
  }
};

}  // namespace ib::sw
