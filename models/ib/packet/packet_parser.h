// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "models/ib/link/crc_stream.h"
#include "models/ib/machine.h"
#include "models/ib/packet/packet_codec.h"

namespace ib {

/// One clock's input of the parser.
struct PacketParserIn {
  bool valid = false;                           ///< A word is offered.
  bool last = false;                            ///< It ends its packet.
  std::uint8_t bytes = kWordBytes;              ///< Valid bytes of it, 1-64; 64 unless `last`.
  std::array<std::uint8_t, kWordBytes> data{};  ///< LRH to VCRC in wire order.
  bool ready = true;                            ///< A result is taken.
};

/// What steers a packet: its headers as far as the RETH. IBA packets whose fault, if any, comes
/// after the opcode was judged hold all of them, other packets without fault the LRH alone.
struct SteeringHeaders {
  Lrh lrh;
  Grh grh;  ///< With LNH 3.
  Bth bth;
  std::uint16_t extensions = 0;  ///< Set of extension_bit; those below count where it has them.
  std::uint32_t ee_context = 0;
  Deth deth;
  std::uint32_t xrc_srq = 0;
  Reth reth;  ///< Of an atomic: address and key.
  std::uint8_t header_bytes = 0;
};

/// The result of a packet is offered from the clock after its last word until it is taken.
struct PacketParserOut {
  bool ready = false;  ///< An offered word is taken.
  bool valid = false;  ///< There is a result.
  Fault fault = Fault::kNone;
  bool parsed = false;  ///< `headers` holds the BTH and what follows it.
  SteeringHeaders headers;
};

/// The rules of `parse` but for the CRCs, as a clocked block, 64 bytes a clock; its RTL twin is
/// rtl/hca/ib_packet_parser.sv. `mtu`: largest payload the port takes.
using PacketParserMachine = Machine<PacketParserIn, PacketParserOut>;
[[nodiscard]] std::unique_ptr<PacketParserMachine> make_packet_parser(Mtu mtu);

/// Runs a whole packet, LRH to VCRC, through a parser that is idle.
[[nodiscard]] PacketParserOut run_packet(PacketParserMachine& parser, const std::uint8_t* bytes,
                                         std::size_t count);

}  // namespace ib
