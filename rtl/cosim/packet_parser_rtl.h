// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/packet/packet_parser.h"

namespace ib::cosim {

/// rtl/hca/ib_packet_parser.sv, Verilated.
[[nodiscard]] std::unique_ptr<PacketParserMachine> make_packet_parser_rtl(Mtu mtu);

}  // namespace ib::cosim
