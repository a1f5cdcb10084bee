// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/transport/psn_checker.h"

namespace ib::cosim {

/// rtl/hca/ib_psn_checker.sv, Verilated.
[[nodiscard]] std::unique_ptr<PsnCheckerMachine> make_psn_checker_rtl();

}  // namespace ib::cosim
