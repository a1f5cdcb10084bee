// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/packet/packet_builder.h"
#include "models/ib/transport/segmentation.h"

namespace ib {

/// What a packet does: the kinds of message, numbered as those are, and the answers to them.
enum class PacketKind : std::uint8_t {
  kSend,
  kSendImmediate,
  kSendInvalidate,
  kWrite,
  kWriteImmediate,
  kRead,
  kCompareSwap,
  kFetchAdd,
  kReadResponse,
  kAcknowledge,
  kAtomicAcknowledge,
};

[[nodiscard]] constexpr PacketKind packet_kind(MessageKind kind) {
  return static_cast<PacketKind>(kind);
}
static_assert(packet_kind(MessageKind::kFetchAdd) == PacketKind::kFetchAdd);

/// Everything that the headers of a run of packets of one message say. Which fields count follows
/// from the transport and the kind, as ib-facts 1.5 lists the headers of each opcode.
struct PacketJob {
  Transport transport = Transport::kRc;
  PacketKind kind = PacketKind::kSend;
  Lrh lrh;  ///< LNH and PktLen are worked out.
  bool has_grh = false;
  Grh grh;                   ///< PayLen is worked out.
  Bth bth;                   ///< Of the first packet; opcode and PadCnt are worked out. `solicited`
                             ///< counts where a receive request is spent, `ack_request` in the
                             ///< last packet.
  std::uint32_t length = 0;  ///< Bytes of the message; of what a READ wants.
  std::uint32_t mtu = 4096;  ///< Bytes.
  std::uint32_t index = 0;   ///< Packet of the message that comes first; READ: bytes / mtu asked
                             ///< for before.
  std::uint32_t packets = 1;  ///< To make; 1 where there is no payload.

  std::uint32_t ee_context = 0;
  Deth deth;
  std::uint32_t xrc_srq = 0;
  std::uint64_t remote_address = 0;
  std::uint32_t r_key = 0;
  std::uint64_t swap_add = 0;
  std::uint64_t compare = 0;
  std::uint32_t immediate = 0;  ///< Or the R_Key to invalidate.
  Aeth aeth;
  std::uint64_t original = 0;  ///< Of an atomic.
};

/// One packet of a job.
struct JobPacket {
  Position position = Position::kOnly;
  std::uint32_t offset = 0;  ///< Of its payload in the message.
  std::uint32_t length = 0;  ///< Payload bytes; of a READ, the bytes it still asks for.
  Psn psn;
  bool ack_request = false;
};

/// Packet `number` of the job, the first is 0.
[[nodiscard]] JobPacket packet_of(const PacketJob& job, std::uint32_t number);
/// The packets carry parts of the message.
[[nodiscard]] constexpr bool has_payload(PacketKind kind) {
  return kind <= PacketKind::kWriteImmediate || kind == PacketKind::kReadResponse;
}
/// Writes LRH to the last extension header; `finish` of the builder is left to do.
void write_headers(PacketBuilder& builder, const PacketJob& job, const JobPacket& packet);

}  // namespace ib
