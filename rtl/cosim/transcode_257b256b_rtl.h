// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/phy/transcode_257b256b.h"

namespace ib::cosim {

/// rtl/phy/ib_transcode_257b256b.sv, Verilated.
[[nodiscard]] std::unique_ptr<Transcode257b256b> make_transcode_257b256b_rtl();

}  // namespace ib::cosim
