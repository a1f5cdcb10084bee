// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/phy/scrambler.h"

namespace ib::cosim {

/// rtl/phy/ib_scrambler.sv, Verilated.
[[nodiscard]] std::unique_ptr<ScramblerMachine> make_scrambler_rtl();

}  // namespace ib::cosim
