// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>

#include "models/ib/switching/switch_machine.h"

namespace ib::cosim {

/// Switches with small buffers, Verilated for lockstep alone: they differ in ports, VLs, buffers,
/// iterations and pipelines. The same numbers in the same order as in rtl/CMakeLists.txt.
inline constexpr std::array<SwitchMachineSizes, 5> kSmallSwitchSizes{{
    {4, 1, 40, 24, 2, 4, 8, 4, 6},
    {4, 2, 24, 20, 1, 1, 1, 1, 1},
    {8, 1, 64, 16, 3, 2, 3, 2, 2},
    {4, 4, 16, 12, 3, 3, 0, 1, 2},
    {4, 8, 16, 12, 2, 2, 2, 1, 1},
}};
[[nodiscard]] std::unique_ptr<SwitchMachine> make_small_switch(unsigned size);

}  // namespace ib::cosim
