// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/phy/transcode_256b257b.h"

namespace ib::cosim {

/// rtl/phy/ib_transcode_256b257b.sv, Verilated.
[[nodiscard]] std::unique_ptr<Transcode256b257b> make_transcode_256b257b_rtl();

}  // namespace ib::cosim
