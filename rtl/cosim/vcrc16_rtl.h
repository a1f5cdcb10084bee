// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/link/vcrc16.h"

namespace ib::cosim {

/// rtl/link/ib_vcrc16.sv, Verilated.
[[nodiscard]] std::unique_ptr<Vcrc16Machine> make_vcrc16_rtl();

}  // namespace ib::cosim
