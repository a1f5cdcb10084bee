// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/transport/send_scheduler.h"

namespace ib::cosim {

/// rtl/hca/ib_send_scheduler.sv, Verilated.
[[nodiscard]] std::unique_ptr<SendSchedulerMachine> make_send_scheduler_rtl();

}  // namespace ib::cosim
