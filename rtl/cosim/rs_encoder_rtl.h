// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/phy/rs_encoder.h"

namespace ib::cosim {

/// rtl/phy/ib_rs_encoder.sv, Verilated.
[[nodiscard]] std::unique_ptr<RsEncoder> make_rs_encoder_rtl();

}  // namespace ib::cosim
