// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/link/vl_arbiter.h"

namespace ib::cosim {

/// rtl/link/ib_vl_arbiter.sv, Verilated.
[[nodiscard]] std::unique_ptr<VlArbiterMachine> make_vl_arbiter_rtl(const VlArbTables& tables);

}  // namespace ib::cosim
