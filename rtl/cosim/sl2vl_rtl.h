// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/link/sl2vl.h"

namespace ib::cosim {

/// The size it is Verilated in.
inline constexpr unsigned kSl2VlRtlDataVls = 8;

/// rtl/switch/ib_sl2vl.sv, Verilated.
[[nodiscard]] std::unique_ptr<Sl2VlMachine> make_sl2vl_rtl();

}  // namespace ib::cosim
