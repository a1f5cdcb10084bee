// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/ib/packet/packet_parser.h"
#include "models/ib/transport/packetizer.h"
#include "models/ib/transport/psn_checker.h"
#include "models/ib/transport/send_scheduler.h"
#include "models/ib/transport/wqe_decoder.h"

namespace ib::hca {

/// Clocked blocks that an HCA asks in the place of its own functions; null: it asks those. Results
/// and times are the same.
struct Machines {
  std::unique_ptr<PacketParserMachine> packet_parser;
  std::unique_ptr<PacketizerMachine> packetizer;
  std::unique_ptr<PsnCheckerMachine> psn_checker;
  std::unique_ptr<SendSchedulerMachine> send_scheduler;
  std::unique_ptr<WqeDecoderMachine> wqe_decoder;
};

/// Headers as the parser reads them, written back in the place of those that came; false when it
/// finds the packet malformed.
[[nodiscard]] bool reread(PacketParserMachine& parser, Packet& packet);

/// Headers and ICRC of one packet as the packetizer makes them of its job and payload. Headers that
/// differ are on the wire then; a packet whose ICRC is wrong goes out corrupted.
void make_anew(PacketizerMachine& packetizer, const PacketJob& job, Packet& packet);

/// The answer to one query.
[[nodiscard]] PsnAnswer ask(PsnCheckerMachine& checker, const PsnQuery& query);

}  // namespace ib::hca
