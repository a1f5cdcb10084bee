// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/core.h"
#include "models/hca/stage.h"
#include "models/hca/translator.h"
#include "models/hca/transmit_queue.h"
#include "models/ib/transport/packet_job.h"

namespace ib::hca {

/// Makes packets: headers at once, payload by DMA from host memory, read again for every resend.
/// The ICRC is computed where somebody looks at it. Entity kPacketizer.
class Packetizer {
 public:
  explicit Packetizer(Core& core) : core_(core) {}

  /// Payload being read stays below the size of the transmit buffer.
  [[nodiscard]] bool has_room() const {
    return bytes_in_flight_ + kMaxPayloadBytes <= core_.config.transmit_buffer_bytes;
  }
  /// The next packet of `qp.requester`, which is ready. Both answer its bytes on the wire, 0 when
  /// none could be made.
  std::uint32_t make_request(QueuePair& qp);
  /// The next packet of `qp.responses`, which are due.
  std::uint32_t make_response(QueuePair& qp);
  /// Phase kDecide: described packets start to read their payload.
  void decide();
  /// With a packetizer among the machines: a packet that leaves is made anew by it.
  void seal(TransmitQueue::Entry entry, Packet& packet);
  /// Payload of a packet has left the transmit buffer.
  void payload_gone(std::uint32_t bytes);

 private:
  struct Draft {
    TransmitQueue::Entry entry = 0;
    link::Slot slot = link::kNoSlot;
    Translator::Job job = Translator::kNone;  ///< Of the payload that is read.
    std::uint32_t key = 0;                    ///< Of the memory first read.
  };

  [[nodiscard]] Draft begin();
  [[nodiscard]] Lrh route(const QueuePair& qp) const;
  [[nodiscard]] Lrh route(const AddressVector& to) const;
  /// What differs in a datagram.
  void address(PacketJob& job, const QueuePair& qp, const AddressVector& to) const;
  [[nodiscard]] PacketJob base(const QueuePair& qp, PacketKind kind, Psn psn) const;
  [[nodiscard]] PacketJob job_of(const QueuePair& qp, const RequestPacket& packet) const;
  [[nodiscard]] PacketJob answer(const QueuePair& qp, PacketKind kind,
                                 const Response& response) const;
  [[nodiscard]] std::uint8_t with_credits(const QueuePair& qp, std::uint8_t syndrome) const;
  std::uint32_t finish(QueuePair& qp, const Draft& draft, TransmitLane lane, Psn psn);
  void write_raw_headers(PacketBuilder& builder, const QueuePair& qp,
                         const SendRequest& request) const;
  void write_resync(const Draft& draft, const PacketJob& job, const RequestPacket& packet);
  void drop(const Draft& draft);
  std::uint32_t make_read_response(QueuePair& qp);
  void write(const Draft& draft, const PacketJob& job, const JobPacket& packet, Payload payload);
  /// Inline bytes at once, the rest by DMA. False when memory is not there any more.
  [[nodiscard]] bool gather(const QueuePair& qp, const RequestPacket& packet, Payload& payload,
                            Draft& draft);

  Core& core_;
  Stage<TransmitQueue::Entry> described_;
  std::uint32_t bytes_in_flight_ = 0;
  std::vector<PacketJob> jobs_;  ///< By entry, for `seal`; no packets: a raw packet.
};

}  // namespace ib::hca
