// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/switching/round_robin.h"

namespace ib::cosim {

/// rtl/switching/ib_rr_arbiter.sv, Verilated for 64 requesters; fewer may be used, since a turn
/// that passes the last of them comes round to the first.
[[nodiscard]] std::unique_ptr<RoundRobinMachine> make_round_robin_rtl();

}  // namespace ib::cosim
