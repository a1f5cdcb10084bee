// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/link/credit_tx.h"

namespace ib::cosim {

/// rtl/link/ib_credit_tx.sv, Verilated.
[[nodiscard]] std::unique_ptr<CreditTxMachine> make_credit_tx_rtl();

}  // namespace ib::cosim
