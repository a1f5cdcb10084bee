// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>

#include "models/ib/switching/switch_machine.h"

namespace ib::cosim {

/// The sizes that rtl/CMakeLists.txt Verilates for use in a fabric, the same numbers in the same
/// order.
inline constexpr std::array<SwitchMachineSizes, 2> kSwitchRtlSizes{{
    {8, 1, 2048, 256, 3, 8, 16, 12, 12},
    {4, 4, 2048, 256, 3, 8, 16, 12, 12},
}};
[[nodiscard]] std::unique_ptr<SwitchMachine> make_switch_rtl(unsigned size);

}  // namespace ib::cosim
