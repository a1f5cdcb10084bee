// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/switching/lft.h"

namespace ib::cosim {

/// The size it is Verilated in.
inline constexpr unsigned kLftRtlInputs = 4;
inline constexpr unsigned kLftRtlLidBits = 6;

/// rtl/switch/ib_lft.sv, Verilated.
[[nodiscard]] std::unique_ptr<LftMachine> make_lft_rtl();

}  // namespace ib::cosim
