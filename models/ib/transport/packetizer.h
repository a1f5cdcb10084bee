// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "models/ib/link/crc_stream.h"
#include "models/ib/machine.h"
#include "models/ib/transport/packet_job.h"

namespace ib {

/// One clock's input of the packetizer.
struct PacketizerIn {
  bool job_valid = false;
  PacketJob job;  ///< With a whole number of packets that its message has.
  bool payload_valid = false;
  /// Of the job's packets, 64 bytes a word; what is past the end of the message does not count.
  std::array<std::uint8_t, kWordBytes> payload{};
  bool ready = true;  ///< An offered word is taken.
};

struct PacketizerOut {
  bool job_ready = false;                       ///< An offered job is taken.
  bool payload_ready = false;                   ///< An offered payload word is taken.
  bool valid = false;                           ///< A word is offered.
  bool last = false;                            ///< It ends its packet.
  std::uint8_t bytes = 0;                       ///< Valid bytes of it; 64 unless `last`.
  std::array<std::uint8_t, kWordBytes> data{};  ///< LRH to ICRC; zero where not valid.
};

/// Makes the packets of a message, 64 bytes a clock: cuts it at the MTU, writes the headers of each
/// packet as `write_headers` does, counts the PSN on, adds pad and ICRC. Its RTL twin is
/// rtl/hca/ib_packetizer.sv.
using PacketizerMachine = Machine<PacketizerIn, PacketizerOut>;
[[nodiscard]] std::unique_ptr<PacketizerMachine> make_packetizer();

}  // namespace ib
