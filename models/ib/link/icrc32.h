// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "models/ib/link/crc_stream.h"

namespace ib {

/// ICRC of a stream of packets, 64 bytes a clock, fields that change in flight taken as ones. The
/// first word of a packet holds LRH to BTH byte 4 and its LNH is 2 or 3. RTL twin:
/// rtl/link/ib_icrc32.sv. IBTA Vol 1, 7.8.1.
using Icrc32Machine = Machine<CrcStreamIn, CrcStreamOut<std::uint32_t>>;
[[nodiscard]] std::unique_ptr<Icrc32Machine> make_icrc32();

}  // namespace ib
