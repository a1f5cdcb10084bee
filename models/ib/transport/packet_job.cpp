// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/packet_job.h"

namespace ib {
namespace {

constexpr bool is_request(PacketKind kind) { return kind <= PacketKind::kFetchAdd; }

bool starts(Position position) {
  return position == Position::kFirst || position == Position::kOnly;
}
bool ends(Position position) { return position == Position::kLast || position == Position::kOnly; }

std::uint8_t operation_of(PacketKind kind, Position position) {
  switch (kind) {
    case PacketKind::kReadResponse:
      return read_response_operation(position);
    case PacketKind::kAcknowledge:
      return op::kAck;
    case PacketKind::kAtomicAcknowledge:
      return op::kAtomicAck;
    default:
      return request_operation(static_cast<MessageKind>(kind), position);
  }
}

void write_bth(PacketBuilder& builder, const PacketJob& job, const JobPacket& packet) {
  Bth bth = job.bth;
  bth.opcode = opcode(job.transport, operation_of(job.kind, packet.position));
  bth.psn = packet.psn;
  bth.ack_request = packet.ack_request;
  bth.solicited = job.bth.solicited && ends(packet.position) && is_request(job.kind) &&
                  takes_receive_request(static_cast<MessageKind>(job.kind));
  builder.bth(bth);
}

void write_transport_extensions(PacketBuilder& builder, const PacketJob& job) {
  const bool request = is_request(job.kind);
  if (job.transport == Transport::kRd) builder.add(Rdeth{job.ee_context});
  if (job.transport == Transport::kUd || (job.transport == Transport::kRd && request)) {
    builder.add(job.deth);
  }
  if (job.transport == Transport::kXrc && request) builder.add(XrcEth{job.xrc_srq});
}

void write_request_extensions(PacketBuilder& builder, const PacketJob& job,
                              const JobPacket& packet) {
  switch (job.kind) {
    case PacketKind::kWrite:
    case PacketKind::kWriteImmediate:
      if (starts(packet.position)) {
        builder.add(Reth{job.remote_address, RKey{job.r_key}, job.length});
      }
      break;
    case PacketKind::kRead:
      builder.add(Reth{job.remote_address + packet.offset, RKey{job.r_key}, packet.length});
      break;
    case PacketKind::kCompareSwap:
    case PacketKind::kFetchAdd:
      builder.add(AtomicEth{job.remote_address, RKey{job.r_key}, job.swap_add, job.compare});
      break;
    default:
      break;
  }
  if (!ends(packet.position)) return;
  if (job.kind == PacketKind::kSendInvalidate) builder.add(Ieth{RKey{job.immediate}});
  if (job.kind == PacketKind::kSendImmediate || job.kind == PacketKind::kWriteImmediate) {
    builder.add(ImmDt{job.immediate});
  }
}

}  // namespace

JobPacket packet_of(const PacketJob& job, std::uint32_t number) {
  JobPacket packet;
  packet.psn = job.bth.psn.plus(number);
  packet.ack_request = job.bth.ack_request && number + 1 == job.packets;
  if (has_payload(job.kind)) {
    const Segment segment = segment_of(job.length, job.mtu, job.index + number);
    packet.position = segment.position;
    packet.offset = segment.offset;
    packet.length = segment.length;
  } else if (job.kind == PacketKind::kRead) {
    packet.offset = job.index * job.mtu;
    packet.length = job.length - packet.offset;
  }
  return packet;
}

void write_headers(PacketBuilder& builder, const PacketJob& job, const JobPacket& packet) {
  builder.lrh(job.lrh);
  if (job.has_grh) builder.grh(job.grh);
  write_bth(builder, job, packet);
  write_transport_extensions(builder, job);
  if (is_request(job.kind)) {
    write_request_extensions(builder, job, packet);
    return;
  }
  if (packet.position != Position::kMiddle) builder.add(job.aeth);
  if (job.kind == PacketKind::kAtomicAcknowledge) builder.add(AtomicAckEth{job.original});
}

}  // namespace ib
