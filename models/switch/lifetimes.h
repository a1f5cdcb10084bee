// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tlm/time.h"

namespace ib::sw {

/// HOQLife or LifeTimeValue of a code in cycles; kNoCycle: no limit.
[[nodiscard]] Cycle life_cycles(std::uint32_t code, const Clock& clock);

}  // namespace ib::sw
