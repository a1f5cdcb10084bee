// SPDX-License-Identifier: Apache-2.0
#include "models/hca/delivery.h"

#include "models/hca/cqe_writer.h"
#include "models/hca/receive_queue.h"

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
  if (core_.receives->take(qp)) return WqeSearch::kFound;
  if (qp.rq.found_empty) {
    qp.rq.found_empty = false;
    return WqeSearch::kNone;
  }
  core_.receives->demand(qp);
  return WqeSearch::kSearching;
}

bool Delivery::scatter(std::uint32_t pd, GatherPool::Handle list, std::uint32_t offset,
                       const Payload& data, std::uint32_t bytes, Ticks& left) {
  return core_.gathers.visit(list, offset, bytes,
                             [&](const DataSegments::Piece& piece, std::uint32_t from,
                                 std::uint32_t count, std::uint32_t at) {
                               const auto bus = core_.protection.translate(
                                   piece.segment.lkey, pd, piece.segment.address + from, count,
                                   access::kLocalWrite);
                               if (!bus) return false;
                               left = core_.dma.write(core_.now_ticks(), *bus, data, at, count);
                               return true;
                             });
}

Placed Delivery::place_send(QueuePair& qp, const Payload& data, std::uint32_t bytes,
                            std::uint32_t offset, Ticks& left) {
  const ReceiveWqe& wqe = *qp.receiving;
  if (std::uint64_t{offset} + bytes > wqe.bytes) return Placed::kTooLong;
  return scatter(wqe.pd, wqe.gather, offset, data, bytes, left) ? Placed::kYes : Placed::kForbidden;
}

Placed Delivery::place_write(QueuePair& qp, const InboundMessage& message, const RequestView& view,
                             const Packet& packet, Ticks& left) {
  const bool starts = opcode_info(view.opcode).starts_message();
  const std::uint32_t rkey = starts ? view.rkey : message.write_rkey();
  const std::uint64_t address = starts ? view.address : message.write_address() + message.offset();
  const std::uint64_t checked = starts ? view.dma_length : view.payload_bytes;
  if (checked == 0) return Placed::kYes;
  const auto bus =
      core_.protection.translate(rkey, qp.remote_pd(), address, checked, access::kRemoteWrite);
  if (!bus) return Placed::kForbidden;
  left = core_.dma.write(core_.now_ticks(), *bus, packet.payload, 0, view.payload_bytes);
  return Placed::kYes;
}

void Delivery::complete(QueuePair& qp, const Packet& packet, const Bth& bth, std::uint32_t bytes) {
  const OpcodeInfo& info = opcode_info(bth.opcode);
  ++core_.counters.messages_received;
  if (!is_send(info) && !info.has_immediate()) return;
  Cqe cqe;
  cqe.opcode = cqe_opcode(info);
  cqe.solicited = bth.solicited;
  cqe.qpn = qp.number;
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

void Delivery::fail_receive(QueuePair& qp, CqeSyndrome syndrome) {
  if (!qp.receiving) return;
  Cqe cqe;
  cqe.opcode = CqeOpcode::kResponderError;
  cqe.syndrome = syndrome;
  cqe.qpn = qp.number;
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
