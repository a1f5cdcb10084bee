// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/switching/crossbar.h"

namespace ib::cosim {

/// The size it is Verilated in.
inline constexpr unsigned kCrossbarRtlPorts = 4;
inline constexpr unsigned kCrossbarRtlCycles = 3;

/// rtl/switch/ib_crossbar.sv, Verilated.
[[nodiscard]] std::unique_ptr<CrossbarMachine> make_crossbar_rtl();

}  // namespace ib::cosim
