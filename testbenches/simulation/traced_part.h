// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "rtl/cosim/traceable.h"
#include "testbenches/wave/vcd_feed.h"

namespace ib::tb {

/// A Verilated machine as a part of a waveform; nothing to see if it cannot be traced. It outlives
/// what is answered.
template <class Machine>
[[nodiscard]] TracedPart traced_part(Chip& chip, std::string scope, Machine& machine) {
  auto* const traceable = dynamic_cast<cosim::Traceable*>(&machine);
  return {&chip, std::move(scope),
          [traceable](std::function<std::uint64_t()> now, std::string& vcd) {
            if (traceable != nullptr) traceable->trace(std::move(now), vcd);
          }};
}

}  // namespace ib::tb
