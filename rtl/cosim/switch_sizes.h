// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "rtl/cosim/switch_rtl.h"

namespace ib::cosim {

/// The sizes that rtl/CMakeLists.txt Verilates, the same numbers in the same order.
inline constexpr std::array<SwitchRtlSizes, kSwitchRtlConfigs> kSwitchSizes{{
    {4, 1, 40, 24, 10, 2, 4, 8, 4, 6, 10},
    {4, 2, 24, 20, 10, 1, 1, 1, 1, 1, 4},
    {8, 1, 64, 16, 10, 3, 2, 3, 2, 2, 16},
    {4, 4, 16, 12, 10, 3, 3, 0, 1, 2, 8},
    {4, 8, 16, 12, 10, 2, 2, 2, 1, 1, 6},
}};
inline constexpr SwitchRtlSizes kSwitchMutantSizes{2, 2, 24, 20, 10, 1, 1, 1, 1, 1, 4};

}  // namespace ib::cosim
