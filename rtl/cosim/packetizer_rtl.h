// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/transport/packetizer.h"

namespace ib::cosim {

/// rtl/hca/ib_packetizer.sv, Verilated.
[[nodiscard]] std::unique_ptr<PacketizerMachine> make_packetizer_rtl();

}  // namespace ib::cosim
