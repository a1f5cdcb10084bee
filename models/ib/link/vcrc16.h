// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "models/ib/link/crc_stream.h"

namespace ib {

/// VCRC of a stream of packets, 64 bytes a clock; its RTL twin is rtl/link/ib_vcrc16.sv.
/// IBTA Vol 1, 7.8.2.
using Vcrc16Machine = Machine<CrcStreamIn, CrcStreamOut<std::uint16_t>>;
[[nodiscard]] std::unique_ptr<Vcrc16Machine> make_vcrc16();

}  // namespace ib
