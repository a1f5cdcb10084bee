// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/switching/islip.h"

namespace ib::cosim {

/// Largest scheduler that is Verilated: 64 ports and the management port.
inline constexpr unsigned kIslipRtlPorts = 65;
inline constexpr unsigned kIslipRtlIterations = 4;

/// rtl/switching/ib_islip.sv, Verilated, in the smallest size that has room; ports beyond `ports`
/// stay idle, which changes no decision. Null when no size has room.
[[nodiscard]] std::unique_ptr<IslipMachine> make_islip_rtl(unsigned ports, unsigned iterations);

/// The two sizes: 8 ports and 3 iterations, 65 ports and 4 iterations.
[[nodiscard]] std::unique_ptr<IslipMachine> make_islip_8_rtl(unsigned iterations);
[[nodiscard]] std::unique_ptr<IslipMachine> make_islip_65_rtl(unsigned iterations);

}  // namespace ib::cosim
