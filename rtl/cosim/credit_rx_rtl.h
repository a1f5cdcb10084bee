// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/link/credit_rx.h"

namespace ib::cosim {

/// The size it is Verilated in.
inline constexpr unsigned kCreditRxRtlDataVls = 4;
inline constexpr unsigned kCreditRxRtlBlocks = 300;

/// rtl/switch/ib_credit_rx.sv, Verilated.
[[nodiscard]] std::unique_ptr<CreditRxMachine> make_credit_rx_rtl();

}  // namespace ib::cosim
