// SPDX-License-Identifier: Apache-2.0
#include "models/hca/delivery.h"

#include <algorithm>
#include <utility>

#include "models/hca/cqe_writer.h"
#include "models/hca/receive_queue.h"
#include "models/hca/reliable_datagram.h"
#include "models/hca/translator.h"

namespace ib::hca {
namespace {

bool is_send(const OpcodeInfo& info) { return info.operation == Operation::kSend; }

CqeOpcode cqe_opcode(const OpcodeInfo& info) {
  if (info.operation == Operation::kWrite) return CqeOpcode::kResponderWriteImmediate;
  if (info.has_immediate()) return CqeOpcode::kResponderSendImmediate;
  return info.has_invalidate() ? CqeOpcode::kResponderSendInvalidate : CqeOpcode::kResponderSend;
}

}  // namespace

RequestView view_of(const Packet& packet, const Bth& bth) {
  RequestView view;
  view.opcode = bth.opcode;
  view.psn = bth.psn;
  view.payload_bytes = packet.payload_bytes;
  const OpcodeInfo& info = opcode_info(bth.opcode);
  if (info.has(Extension::kReth)) {
    const Reth reth = extension<Reth>(packet, Extension::kReth);
    view.address = reth.virtual_address;
    view.rkey = reth.r_key.value();
    view.dma_length = reth.dma_length;
  } else if (info.has(Extension::kAtomicEth)) {
    const AtomicEth atomic = extension<AtomicEth>(packet, Extension::kAtomicEth);
    view.address = atomic.virtual_address;
    view.rkey = atomic.r_key.value();
  }
  return view;
}

WqeSearch Delivery::find_wqe(QueuePair& qp, const OpcodeInfo& info) {
  const bool takes_one = is_send(info) ? info.starts_message() : info.has_immediate();
  if (!takes_one || qp.receiving) return WqeSearch::kFound;
  QueuePair& owner = qp.end_to_end ? core_.datagrams->target(qp) : qp;
  if (core_.receives->take(owner)) {
    if (qp.end_to_end) qp.receiving = std::exchange(owner.receiving, std::nullopt);
    return WqeSearch::kFound;
  }
  if (owner.rq.found_empty) {
    owner.rq.found_empty = false;
    return WqeSearch::kNone;
  }
  if (qp.end_to_end) core_.datagrams->wait(qp, owner);
  core_.receives->demand(owner);
  return WqeSearch::kSearching;
}

bool Delivery::add_list(std::uint32_t job, const Accessor& who, GatherPool::Handle list,
                        std::uint32_t offset, std::uint32_t bytes) {
  return core_.gathers.visit(list, offset, bytes,
                             [&](const DataSegments::Piece& piece, std::uint32_t from,
                                 std::uint32_t count, std::uint32_t at) {
                               return core_.translator->add(job, piece.segment.lkey, who,
                                                            piece.segment.address + from, at, count,
                                                            access::kLocalWrite);
                             });
}

Placed Delivery::settle(std::uint32_t& job) {
  switch (core_.translator->resolve(job)) {
    case Translator::State::kReady:
      return Placed::kYes;
    case Translator::State::kWaiting:
      return Placed::kWaiting;
    case Translator::State::kFault:
      break;
  }
  core_.translator->close(job);
  return Placed::kForbidden;
}

Placed Delivery::reach_answer(QueuePair& qp, GatherPool::Handle list, std::uint32_t offset,
                              std::uint32_t bytes) {
  if (qp.answering == kNoTranslation) {
    qp.answering =
        core_.translator->open({TranslationWaiter::Stage::kRequester, qp.number, qp.epoch});
    if (!add_list(qp.answering, qp.self(), list, offset, bytes)) {
      core_.translator->close(qp.answering);
      return Placed::kForbidden;
    }
  }
  return settle(qp.answering);
}

Placed Delivery::reach_send(QueuePair& qp, std::uint32_t offset, std::uint32_t bytes) {
  const ReceiveWqe& wqe = *qp.receiving;
  if (std::uint64_t{offset} + bytes > wqe.bytes) return Placed::kTooLong;
  if (qp.placing == kNoTranslation) {
    qp.placing =
        core_.translator->open({TranslationWaiter::Stage::kResponder, qp.number, qp.epoch});
    if (!add_list(qp.placing, {wqe.pd, qp.receiver()}, wqe.gather, offset, bytes)) {
      core_.translator->close(qp.placing);
      return Placed::kForbidden;
    }
  }
  return settle(qp.placing);
}

void Delivery::put(std::uint32_t job, const Payload& data, std::uint32_t from, std::uint32_t bytes,
                   Ticks& left) {
  for (const BusPiece& piece : core_.translator->pieces(job)) {
    const std::uint32_t first = std::max(piece.offset, from);
    const std::uint32_t end = std::min(piece.offset + piece.length, from + bytes);
    if (first >= end) continue;
    left = core_.dma.write(core_.now_ticks(), piece.address + (first - piece.offset), data,
                           first - from, end - first);
  }
}

Placed Delivery::place_send(QueuePair& qp, const Payload& data, std::uint32_t bytes,
                            std::uint32_t offset, Ticks& left) {
  const Placed reached = reach_send(qp, offset, bytes);
  if (reached != Placed::kYes) return reached;
  put(qp.placing, data, 0, bytes, left);
  core_.translator->close(qp.placing);
  return Placed::kYes;
}

// The first packet is checked for the whole message, each for its own bytes.
Placed Delivery::place_write(QueuePair& qp, const InboundMessage& message, const RequestView& view,
                             const Packet& packet, Ticks& left) {
  const bool starts = opcode_info(view.opcode).starts_message();
  const std::uint32_t rkey = starts ? view.rkey : message.write_rkey();
  const std::uint64_t address = starts ? view.address : message.write_address() + message.offset();
  const std::uint64_t checked = starts ? view.dma_length : view.payload_bytes;
  return place_at(qp, rkey, address, checked, packet, left);
}

Placed Delivery::place_at(QueuePair& qp, std::uint32_t rkey, std::uint64_t address,
                          std::uint64_t checked, const Packet& packet, Ticks& left) {
  if (checked == 0) return Placed::kYes;
  if (qp.placing == kNoTranslation) {
    const bool whole =
        core_.protection.allows(rkey, qp.peer(), address, checked, access::kRemoteWrite);
    if (!whole) return Placed::kForbidden;
    qp.placing =
        core_.translator->open({TranslationWaiter::Stage::kResponder, qp.number, qp.epoch});
    static_cast<void>(core_.translator->add(qp.placing, rkey, qp.peer(), address, 0,
                                            packet.payload_bytes, access::kRemoteWrite));
  }
  const Placed reached = settle(qp.placing);
  if (reached != Placed::kYes) return reached;
  put(qp.placing, packet.payload, 0, packet.payload_bytes, left);
  core_.translator->close(qp.placing);
  return Placed::kYes;
}

void Delivery::complete(QueuePair& qp, const Packet& packet, const Bth& bth, std::uint32_t bytes) {
  const OpcodeInfo& info = opcode_info(bth.opcode);
  ++core_.counters.messages_received;
  if (!is_send(info) && !info.has_immediate()) return;
  Cqe cqe;
  cqe.opcode = cqe_opcode(info);
  cqe.solicited = bth.solicited;
  cqe.qpn = qp.receiver();
  cqe.wqe_counter = qp.receiving->index;
  cqe.byte_count = bytes;
  cqe.slid = packet.slid.value();
  cqe.sl = packet.sl.value();
  cqe.has_grh = lnh(packet) == Lnh::kGlobal;
  if (info.has(Extension::kDeth)) {
    cqe.remote_qpn = extension<Deth>(packet, Extension::kDeth).src_qp.value();
  }
  cqe.srqn = qp.receiving->srqn;
  if (info.has_immediate()) cqe.immediate = extension<ImmDt>(packet, Extension::kImmDt).data;
  if (info.has_invalidate()) {
    cqe.immediate = extension<Ieth>(packet, Extension::kIeth).r_key.value();
  }
  const std::uint32_t cqn = qp.receiving->cqn;
  release_wqe(qp);
  core_.cqes->post(cqn, cqe);
}

void Delivery::complete_raw(QueuePair& qp, const Packet& packet) {
  ++core_.counters.messages_received;
  Cqe cqe;
  cqe.opcode = CqeOpcode::kResponderSend;
  cqe.qpn = qp.number;
  cqe.wqe_counter = qp.receiving->index;
  cqe.byte_count = packet.payload_bytes;
  cqe.slid = packet.slid.value();
  cqe.sl = packet.sl.value();
  cqe.srqn = qp.receiving->srqn;
  if (lnh(packet) == Lnh::kRawEtherType) {
    cqe.immediate = Rwh::decode(packet.header.data() + Lrh::kBytes).ether_type;
  }
  const std::uint32_t cqn = qp.receiving->cqn;
  release_wqe(qp);
  core_.cqes->post(cqn, cqe);
}

void Delivery::fail_receive(QueuePair& qp, CqeSyndrome syndrome) {
  if (!qp.receiving) return;
  Cqe cqe;
  cqe.opcode = CqeOpcode::kResponderError;
  cqe.syndrome = syndrome;
  cqe.qpn = qp.receiver();
  cqe.wqe_counter = qp.receiving->index;
  const std::uint32_t cqn = qp.receiving->cqn;
  release_wqe(qp);
  core_.cqes->post(cqn, cqe);
}

void Delivery::release_wqe(QueuePair& qp) {
  core_.gathers.release(qp.receiving->gather);
  qp.receiving.reset();
}

}  // namespace ib::hca
