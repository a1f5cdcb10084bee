// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

namespace ib::tb {

/// The kernel's present time in picoseconds.
[[nodiscard]] inline std::int64_t simulated_ps() {
  return static_cast<std::int64_t>(sc_core::sc_time_stamp().value());
}

}  // namespace ib::tb
