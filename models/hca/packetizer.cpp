// SPDX-License-Identifier: Apache-2.0
#include "models/hca/packetizer.h"

#include <cstring>
#include <utility>

#include "models/hca/receive_queue.h"
#include "models/hca/requester.h"
#include "models/hca/responder.h"
#include "models/hca/send_scheduler.h"
#include "models/hca/timers.h"

namespace ib::hca {
namespace {

void add_request_headers(PacketBuilder& builder, const RequestPacket& packet) {
  const SendRequest& request = *packet.request;
  if (request.kind == MessageKind::kRead) {
    builder.add(Reth{request.remote_address + packet.offset, RKey{request.rkey}, packet.length});
  } else if (is_read_or_atomic(request.kind)) {
    builder.add(
        AtomicEth{request.remote_address, RKey{request.rkey}, request.swap_add, request.compare});
  } else if (is_write(request.kind) && packet.starts) {
    builder.add(Reth{request.remote_address, RKey{request.rkey}, request.length});
  }
  if (!packet.ends) return;
  if (request.kind == MessageKind::kSendInvalidate) {
    builder.add(Ieth{RKey{request.immediate}});
  } else if (request.kind == MessageKind::kSendImmediate ||
             request.kind == MessageKind::kWriteImmediate) {
    builder.add(ImmDt{request.immediate});
  }
}

}  // namespace

Packetizer::Draft Packetizer::begin() {
  Draft draft;
  draft.entry = core_.transmit->reserve();
  draft.slot = core_.store.allocate();
  link::StoredPacket& stored = core_.store[draft.slot];
  stored.bad = false;
  stored.in_port = 0;
  stored.packet.id = {core_.source_index, core_.packets_made++};
  return draft;
}

Lrh Packetizer::route(const AddressVector& to) const {
  Lrh lrh;
  lrh.sl = Sl{to.sl};
  lrh.vl = core_.sl2vl[lrh.sl];
  lrh.dlid = Lid{to.dlid};
  lrh.slid = Lid{static_cast<std::uint16_t>(core_.lid.value() + to.path_bits)};
  return lrh;
}

void Packetizer::address(PacketBuilder& builder, const QueuePair& qp, const AddressVector& to,
                         Bth bth) const {
  constexpr std::uint32_t kOwnQKey = 0x8000'0000;
  builder.lrh(route(to));
  if (to.has_grh) {
    Grh grh;
    grh.traffic_class = to.traffic_class;
    grh.flow_label = to.flow_label;
    grh.hop_limit = to.hop_limit;
    grh.sgid = core_.gid;
    store_be64(grh.dgid.data(), to.dgid_high);
    store_be64(grh.dgid.data() + 8, to.dgid_low);
    builder.grh(grh);
  }
  bth.dest_qp = Qpn{to.dest_qpn};
  const bool own = (to.q_key & kOwnQKey) != 0;  // IBTA Vol 1, 10.2.5
  builder.bth(bth).add(Deth{QKey{own ? qp.context.attributes.q_key : to.q_key}, Qpn{qp.number}});
}

Lrh Packetizer::route(const QueuePair& qp) const {
  const QpAttributes& path = qp.context.attributes;
  Lrh lrh;
  lrh.sl = Sl{path.sl};
  lrh.vl = core_.sl2vl[lrh.sl];
  lrh.dlid = Lid{path.dlid};
  lrh.slid = Lid{static_cast<std::uint16_t>(core_.lid.value() + path.source_path_bits)};
  return lrh;
}

Bth Packetizer::base(const QueuePair& qp, std::uint8_t opcode, Psn psn) const {
  Bth bth;
  bth.opcode = opcode;
  bth.p_key = core_.p_keys[qp.context.attributes.pkey_index];
  bth.dest_qp = Qpn{qp.context.attributes.dest_qpn};
  bth.psn = psn;
  return bth;
}

bool Packetizer::gather(const QueuePair& qp, const RequestPacket& packet, Payload& payload,
                        Draft& draft) {
  payload = Payload::real(core_.payloads);
  draft.read = core_.dma.open({DmaUser::kTransmit, draft.entry, 0}, payload);
  bool needs_dma = false;
  const bool there = core_.gathers.visit(
      packet.request->gather, packet.offset, packet.length,
      [&](const DataSegments::Piece& piece, std::uint32_t from, std::uint32_t count,
          std::uint32_t at) {
        if (piece.is_inline) {
          std::memcpy(payload.writable() + at, piece.inline_data + from, count);
          return true;
        }
        const auto bus = core_.protection.translate(piece.segment.lkey, qp.context.pd,
                                                    piece.segment.address + from, count, 0);
        if (!bus) return false;
        core_.dma.add(draft.read, *bus, at, count);
        if (!needs_dma) draft.key = piece.segment.lkey;
        needs_dma = true;
        return true;
      });
  if (needs_dma && there) return true;
  core_.dma.cancel(std::exchange(draft.read, DmaEngine::kNone));
  return there;
}

void Packetizer::make_request(QueuePair& qp) {
  const std::uint64_t resent_before = qp.requester.packets_resent();
  const RequestPacket packet = qp.requester.next();
  const std::uint64_t resent = qp.requester.packets_resent() - resent_before;
  qp.traffic.packets_resent += resent;
  core_.counters.packets_resent += resent;
  const SendRequest& request = *packet.request;
  Draft draft = begin();
  const std::uint32_t length = is_read_or_atomic(request.kind) ? 0 : packet.length;
  Payload payload;
  if (length > 0 && !gather(qp, packet, payload, draft)) {
    drop(draft);
    core_.requester->local_fault(qp, CqeSyndrome::kLocalProtection);
    return;
  }
  Bth bth = base(qp, packet.opcode, packet.psn);
  bth.ack_request = packet.ack_request;
  bth.solicited = packet.ends && request.solicited && takes_receive_request(request.kind);
  PacketBuilder builder(core_.store[draft.slot].packet);
  if (qp.context.type == QpType::kUd) {
    address(builder, qp, request.destination, bth);
  } else {
    builder.lrh(route(qp)).bth(bth);
  }
  add_request_headers(builder, packet);
  builder.finish(static_cast<std::uint16_t>(length), std::move(payload));
  ++core_.counters.request_packets;
  finish(qp, draft, TransmitLane::kRequests);
  core_.timers->sent(qp);
}

// Credits are those of the moment, not of when the answer was owed.
std::uint8_t Packetizer::with_credits(const QueuePair& qp, std::uint8_t syndrome) const {
  if (aeth_kind(syndrome) != AethKind::kAck) return syndrome;
  return ack_syndrome(core_.receives->credits(qp));
}

void Packetizer::make_response(QueuePair& qp) {
  const Response response = qp.responses.front();
  if (response.kind == Response::Kind::kRead) {
    make_read_response(qp);
    return;
  }
  const bool atomic = response.kind == Response::Kind::kAtomic;
  Draft draft = begin();
  PacketBuilder builder(core_.store[draft.slot].packet);
  builder.lrh(route(qp)).bth(
      base(qp, opcode(Transport::kRc, atomic ? op::kAtomicAck : op::kAck), response.psn));
  builder.add(Aeth{with_credits(qp, response.syndrome), response.msn});
  if (atomic) builder.add(AtomicAckEth{response.original});
  builder.finish();
  qp.responses.pop();
  if (atomic) --qp.reads_owed;
  ++core_.counters.acks_sent;
  finish(qp, draft, TransmitLane::kResponses);
}

void Packetizer::make_read_response(QueuePair& qp) {
  const Response response = qp.responses.front();
  const ReadResponsePacket packet = qp.responses.next_read_packet(qp.mtu());
  if (packet.ends) --qp.reads_owed;
  Draft draft = begin();
  Payload payload;
  if (packet.length > 0) {
    const auto bus = core_.protection.translate(response.rkey, qp.context.pd, packet.address,
                                                packet.length, access::kRemoteRead);
    if (!bus) {
      drop(draft);
      core_.responder->fail_response(qp, packet.psn, NakCode::kRemoteAccessError);
      return;
    }
    payload = Payload::real(core_.payloads);
    draft.read = core_.dma.open({DmaUser::kTransmit, draft.entry, 0}, payload);
    core_.dma.add(draft.read, *bus, 0, packet.length);
    draft.key = response.rkey;
  }
  PacketBuilder builder(core_.store[draft.slot].packet);
  builder.lrh(route(qp)).bth(base(qp, packet.opcode, packet.psn));
  if (packet.has_aeth) builder.add(Aeth{with_credits(qp, response.syndrome), response.msn});
  builder.finish(static_cast<std::uint16_t>(packet.length), std::move(payload));
  ++core_.counters.response_packets;
  finish(qp, draft, TransmitLane::kResponses);
}

void Packetizer::drop(const Draft& draft) {
  core_.store.release(draft.slot);
  core_.transmit->abandon(draft.entry);
}

void Packetizer::finish(QueuePair& qp, const Draft& draft, TransmitLane lane) {
  ++qp.traffic.packets_sent;
  qp.traffic.bytes_sent += core_.store[draft.slot].packet.wire_bytes;
  core_.transmit->add(draft.entry, qp, draft.slot, draft.read, lane, draft.key);
  if (draft.read != DmaEngine::kNone) {
    bytes_in_flight_ += core_.store[draft.slot].packet.payload_bytes;
  }
  const Cycle done = core_.now() + core_.config.scheduler_cycles;
  described_.push(done, draft.entry);
  core_.wake(done, Phase::kDecide, Engine::kPacketizer);
}

void Packetizer::decide() {
  while (described_.next() <= core_.now()) core_.transmit->start(described_.pop());
}

void Packetizer::payload_gone(std::uint32_t bytes) {
  const bool was_full = !has_room();
  bytes_in_flight_ -= bytes;
  if (was_full && has_room()) core_.scheduler->resume();
}

}  // namespace ib::hca
