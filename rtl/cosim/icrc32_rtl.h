// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/link/icrc32.h"

namespace ib::cosim {

/// rtl/link/ib_icrc32.sv, Verilated.
[[nodiscard]] std::unique_ptr<Icrc32Machine> make_icrc32_rtl();

}  // namespace ib::cosim
