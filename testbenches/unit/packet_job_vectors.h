// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/ib/packet/packet_codec.h"
#include "models/ib/transport/packet_job.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib::tb {

/// A golden packet as what it says.
struct JobVector {
  std::string name;
  PacketJob job;
  Bytes payload;
};

/// None for packets that no job makes (CNP, RESYNC).
[[nodiscard]] inline std::optional<PacketKind> kind_of(const ParsedPacket& packet) {
  const bool immediate = packet.immediate.has_value();
  switch (packet.info->operation) {
    case Operation::kSend:
      return packet.invalidate ? PacketKind::kSendInvalidate
             : immediate       ? PacketKind::kSendImmediate
                               : PacketKind::kSend;
    case Operation::kWrite:
      return immediate ? PacketKind::kWriteImmediate : PacketKind::kWrite;
    case Operation::kReadRequest:
      return PacketKind::kRead;
    case Operation::kReadResponse:
      return PacketKind::kReadResponse;
    case Operation::kAck:
      return PacketKind::kAcknowledge;
    case Operation::kAtomicAck:
      return PacketKind::kAtomicAcknowledge;
    case Operation::kCmpSwap:
      return PacketKind::kCompareSwap;
    case Operation::kFetchAdd:
      return PacketKind::kFetchAdd;
    default:
      return std::nullopt;
  }
}

/// Length and index that put the packet where its opcode says, in a message of its MTU.
inline void place(PacketJob& job, const ParsedPacket& packet) {
  const auto payload = static_cast<std::uint32_t>(packet.payload.size);
  job.mtu = 256;
  switch (packet.info->position) {
    case Position::kFirst:
      job.length = packet.reth ? packet.reth->dma_length : 2 * job.mtu;
      break;
    case Position::kMiddle:
      job.index = 1;
      job.length = 3 * job.mtu;
      break;
    case Position::kLast:
      job.index = 1;
      job.length = job.mtu + payload;
      break;
    case Position::kOnly:
      job.length =
          packet.info->operation == Operation::kReadRequest ? packet.reth->dma_length : payload;
      break;
  }
}

inline void copy_extensions(PacketJob& job, const ParsedPacket& packet) {
  if (packet.rdeth) job.ee_context = packet.rdeth->ee_context;
  if (packet.deth) job.deth = *packet.deth;
  if (packet.xrc) job.xrc_srq = packet.xrc->srq;
  if (packet.reth) {
    job.remote_address = packet.reth->virtual_address;
    job.r_key = packet.reth->r_key.value();
  }
  if (packet.atomic) {
    job.remote_address = packet.atomic->virtual_address;
    job.r_key = packet.atomic->r_key.value();
    job.swap_add = packet.atomic->swap_or_add;
    job.compare = packet.atomic->compare;
  }
  if (packet.aeth) job.aeth = *packet.aeth;
  if (packet.atomic_ack) job.original = packet.atomic_ack->original_data;
  if (packet.immediate) job.immediate = packet.immediate->data;
  if (packet.invalidate) job.immediate = packet.invalidate->r_key.value();
}

/// Every golden packet that a job makes.
[[nodiscard]] inline std::vector<JobVector> job_vectors() {
  std::vector<JobVector> vectors;
  for (const auto& vector : wire_vectors()["packets"]) {
    const Bytes bytes = from_hex(vector["hex"]);
    const ParseResult parsed = parse(view(bytes));
    const ParsedPacket& packet = parsed.packet;
    if (!parsed.ok() || !packet.bth || !kind_of(packet)) continue;
    JobVector made;
    made.name = vector["name"];
    made.job.transport = packet.info->transport;
    made.job.kind = *kind_of(packet);
    made.job.lrh = packet.lrh;
    made.job.has_grh = packet.grh.has_value();
    if (packet.grh) made.job.grh = *packet.grh;
    made.job.bth = *packet.bth;
    place(made.job, packet);
    copy_extensions(made.job, packet);
    made.payload.assign(packet.payload.data, packet.payload.data + packet.payload.size);
    vectors.push_back(std::move(made));
  }
  return vectors;
}

}  // namespace ib::tb
