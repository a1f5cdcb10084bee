// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/transport/wqe_decoder.h"

namespace ib::cosim {

/// rtl/hca/ib_wqe_decoder.sv, Verilated.
[[nodiscard]] std::unique_ptr<WqeDecoderMachine> make_wqe_decoder_rtl();

}  // namespace ib::cosim
