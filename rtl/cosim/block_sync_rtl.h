// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/phy/block_sync.h"

namespace ib::cosim {

/// rtl/phy/ib_block_sync.sv, Verilated.
[[nodiscard]] std::unique_ptr<BlockSync> make_block_sync_rtl();

}  // namespace ib::cosim
