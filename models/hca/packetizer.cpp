// SPDX-License-Identifier: Apache-2.0
#include "models/hca/packetizer.h"

#include <cstring>
#include <utility>

#include "models/hca/congestion_control.h"
#include "models/hca/receive_queue.h"
#include "models/hca/requester.h"
#include "models/hca/responder.h"
#include "models/hca/send_scheduler.h"
#include "models/hca/timers.h"
#include "models/hca/translator.h"

namespace ib::hca {
namespace {

constexpr std::uint32_t kOwnQKey = 0x8000'0000;

JobPacket packet_of(const RequestPacket& packet) {
  JobPacket job;
  job.position = packet.starts ? packet.ends ? Position::kOnly : Position::kFirst
                 : packet.ends ? Position::kLast
                               : Position::kMiddle;
  job.offset = packet.offset;
  job.length = packet.length;
  job.psn = packet.psn;
  job.ack_request = packet.ack_request;
  return job;
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

void Packetizer::address(PacketJob& job, const QueuePair& qp, const AddressVector& to) const {
  job.lrh = route(to);
  job.has_grh = to.has_grh;
  if (to.has_grh) {
    job.grh.traffic_class = to.traffic_class;
    job.grh.flow_label = to.flow_label;
    job.grh.hop_limit = to.hop_limit;
    job.grh.sgid = core_.gid;
    store_be64(job.grh.dgid.data(), to.dgid_high);
    store_be64(job.grh.dgid.data() + 8, to.dgid_low);
  }
  job.bth.dest_qp = Qpn{to.dest_qpn};
  const bool own = (to.q_key & kOwnQKey) != 0;  // IBTA Vol 1, 10.2.5
  job.deth = Deth{QKey{own ? qp.context.attributes.q_key : to.q_key}, Qpn{qp.number}};
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

PacketJob Packetizer::base(const QueuePair& qp, PacketKind kind, Psn psn) const {
  PacketJob job;
  job.transport = transport_of(qp.context.type);
  job.kind = kind;
  job.lrh = route(qp);
  job.bth.p_key = core_.p_keys[qp.context.attributes.pkey_index];
  job.bth.mig_req = qp.migration.mig_req() && qp.context.type != QpType::kUd;
  job.bth.dest_qp = Qpn{qp.context.attributes.dest_qpn};
  job.ee_context = qp.context.attributes.dest_qpn;
  job.bth.psn = psn;
  job.mtu = qp.mtu();
  return job;
}

PacketJob Packetizer::job_of(const QueuePair& qp, const RequestPacket& packet) const {
  const SendRequest& request = *packet.request;
  PacketJob job = base(qp, packet_kind(request.kind), packet.psn);
  job.bth.solicited = request.solicited;
  job.bth.ack_request = packet.ack_request;
  job.length = request.length;
  job.index = packet.offset / job.mtu;
  job.remote_address = request.remote_address;
  job.xrc_srq = request.xrc_srqn;
  job.r_key = request.rkey;
  job.swap_add = request.swap_add;
  job.compare = request.compare;
  job.immediate = request.immediate;
  if (qp.context.type == QpType::kUd) address(job, qp, request.destination);
  if (qp.end_to_end) {
    const EndToEndState& message = *qp.end_to_end;
    job.bth.dest_qp = Qpn{message.dest_qpn};
    job.deth = Deth{QKey{message.q_key}, Qpn{message.sender_memory.qpn}};
  }
  return job;
}

PacketJob Packetizer::answer(const QueuePair& qp, PacketKind kind, const Response& response) const {
  PacketJob job = base(qp, kind, response.psn);
  if (qp.end_to_end) job.bth.dest_qp = Qpn{response.dest_qpn};
  return job;
}

bool Packetizer::gather(const QueuePair& qp, const RequestPacket& packet, Payload& payload,
                        Draft& draft) {
  payload = Payload::real(core_.payloads);
  draft.job = core_.translator->open({TranslationWaiter::Stage::kTransmit, draft.entry, 0});
  bool needs_dma = false;
  const bool there = core_.gathers.visit(
      packet.request->gather, packet.offset, packet.length,
      [&](const DataSegments::Piece& piece, std::uint32_t from, std::uint32_t count,
          std::uint32_t at) {
        if (piece.is_inline) {
          std::memcpy(payload.writable() + at, piece.inline_data + from, count);
          return true;
        }
        if (!core_.translator->add(draft.job, piece.segment.lkey, qp.self(),
                                   piece.segment.address + from, at, count, 0)) {
          return false;
        }
        if (!needs_dma) draft.key = piece.segment.lkey;
        needs_dma = true;
        return true;
      });
  if (needs_dma && there) return true;
  core_.translator->close(draft.job);
  return there;
}

void Packetizer::write_raw_headers(PacketBuilder& builder, const QueuePair& qp,
                                   const SendRequest& request) const {
  builder.lrh(route(request.destination));
  if (qp.context.type == QpType::kRawIpv6) return;
  Rwh rwh;
  rwh.ether_type = static_cast<std::uint16_t>(request.immediate);
  builder.rwh(rwh);
}

// No message: no machine makes it.
void Packetizer::write_resync(const Draft& draft, const PacketJob& job,
                              const RequestPacket& packet) {
  Bth bth = job.bth;
  bth.opcode = packet.opcode;
  PacketBuilder builder(core_.store[draft.slot].packet);
  builder.lrh(job.lrh).bth(bth).add(Rdeth{job.ee_context}).add(job.deth).finish(0, {});
  if (draft.entry < jobs_.size()) jobs_[draft.entry].packets = 0;
  ++core_.counters.resyncs_sent;
}

std::uint32_t Packetizer::make_request(QueuePair& qp) {
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
    return 0;
  }
  if (is_raw(qp.context.type)) {
    PacketBuilder builder(core_.store[draft.slot].packet);
    write_raw_headers(builder, qp, request);
    builder.finish(static_cast<std::uint16_t>(length), std::move(payload));
    if (draft.entry < jobs_.size()) jobs_[draft.entry].packets = 0;
  } else if (request.resync) {
    write_resync(draft, job_of(qp, packet), packet);
  } else {
    write(draft, job_of(qp, packet), packet_of(packet), std::move(payload));
  }
  ++core_.counters.request_packets;
  const std::uint32_t bytes = finish(qp, draft, TransmitLane::kRequests, packet.psn);
  core_.timers->sent(qp);
  return bytes;
}

// Credits are those of the moment, not of when the answer was owed.
std::uint8_t Packetizer::with_credits(const QueuePair& qp, std::uint8_t syndrome) const {
  if (aeth_kind(syndrome) != AethKind::kAck) return syndrome;
  return ack_syndrome(core_.receives->credits(qp));
}

std::uint32_t Packetizer::make_response(QueuePair& qp) {
  const Response response = qp.responses.front();
  if (response.kind == Response::Kind::kRead) {
    return make_read_response(qp);
  }
  const bool atomic = response.kind == Response::Kind::kAtomic;
  Draft draft = begin();
  PacketJob job =
      answer(qp, atomic ? PacketKind::kAtomicAcknowledge : PacketKind::kAcknowledge, response);
  job.aeth = Aeth{with_credits(qp, response.syndrome), response.msn};
  job.original = response.original;
  job.bth.becn = std::exchange(qp.owes_becn, false);
  write(draft, job, ib::packet_of(job, 0), {});
  qp.responses.pop();
  if (atomic) --qp.reads_owed;
  ++core_.counters.acks_sent;
  return finish(qp, draft, TransmitLane::kResponses, response.psn);
}

std::uint32_t Packetizer::make_read_response(QueuePair& qp) {
  const Response response = qp.responses.front();
  const ReadResponsePacket packet = qp.responses.next_read_packet(qp.mtu());
  if (packet.ends) --qp.reads_owed;
  Draft draft = begin();
  Payload payload;
  if (packet.length > 0) {
    draft.job = core_.translator->open({TranslationWaiter::Stage::kTransmit, draft.entry, 0});
    if (!core_.translator->add(draft.job, response.rkey, {response.pd, qp.receiver()},
                               packet.address, 0, packet.length, access::kRemoteRead)) {
      core_.translator->close(draft.job);
      drop(draft);
      core_.responder->fail_response(qp, packet.psn, NakCode::kRemoteAccessError);
      return 0;
    }
    payload = Payload::real(core_.payloads);
    draft.key = response.rkey;
  }
  // A response that has begun goes on as if its First had carried one MTU.
  PacketJob job = answer(qp, PacketKind::kReadResponse, response);
  job.index = response.begun ? 1 : 0;
  job.length = response.remaining + job.index * job.mtu;
  job.aeth = Aeth{with_credits(qp, response.syndrome), response.msn};
  job.bth.becn = std::exchange(qp.owes_becn, false);
  write(draft, job, ib::packet_of(job, 0), std::move(payload));
  ++core_.counters.response_packets;
  return finish(qp, draft, TransmitLane::kResponses, packet.psn);
}

void Packetizer::write(const Draft& draft, const PacketJob& job, const JobPacket& packet,
                       Payload payload) {
  PacketBuilder builder(core_.store[draft.slot].packet);
  write_headers(builder, job, packet);
  const std::uint32_t length = has_payload(job.kind) ? packet.length : 0;
  builder.finish(static_cast<std::uint16_t>(length), std::move(payload));
  if (core_.machines.packetizer == nullptr) return;
  if (jobs_.size() <= draft.entry) jobs_.resize(draft.entry + 1);
  jobs_[draft.entry] = job;
}

void Packetizer::seal(TransmitQueue::Entry entry, Packet& packet) {
  const bool has_job = entry < jobs_.size() && jobs_[entry].packets > 0;
  if (core_.machines.packetizer != nullptr && has_job) {
    make_anew(*core_.machines.packetizer, jobs_[entry], packet);
  }
}

void Packetizer::drop(const Draft& draft) {
  core_.store.release(draft.slot);
  core_.transmit->abandon(draft.entry);
}

std::uint32_t Packetizer::finish(QueuePair& qp, const Draft& draft, TransmitLane lane, Psn psn) {
  ++qp.traffic.packets_sent;
  qp.traffic.bytes_sent += core_.store[draft.slot].packet.wire_bytes;
  const Packet& packet = core_.store[draft.slot].packet;
  if (lane == TransmitLane::kRequests || packet.payload_bytes > 0) {
    core_.congestion->sent(qp, packet);
  }
  core_.transmit->add(draft.entry, qp, draft.slot, draft.job, lane, draft.key, psn);
  if (draft.job != Translator::kNone) {
    bytes_in_flight_ += core_.store[draft.slot].packet.payload_bytes;
  }
  const Cycle done = core_.now() + core_.config.scheduler_cycles;
  described_.push(done, draft.entry);
  core_.wake(done, Phase::kDecide, Engine::kPacketizer);
  return core_.store[draft.slot].packet.wire_bytes;
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
