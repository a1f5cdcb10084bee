// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/phy/rs_decoder.h"

namespace ib::cosim {

/// rtl/phy/ib_rs_decoder.sv, Verilated.
[[nodiscard]] std::unique_ptr<RsDecoder> make_rs_decoder_rtl();

}  // namespace ib::cosim
