// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/phy/pam4_gray_precoder.h"

namespace ib::cosim {

/// rtl/phy/ib_pam4_gray_precoder.sv, Verilated.
[[nodiscard]] std::unique_ptr<Pam4GrayPrecoder> make_pam4_gray_precoder_rtl();

}  // namespace ib::cosim
