// SPDX-License-Identifier: Apache-2.0
#include "models/hca/responder.h"

#include <algorithm>

#include "models/hca/atomic_unit.h"
#include "models/hca/cqe_writer.h"
#include "models/hca/flusher.h"
#include "models/hca/receive_queue.h"
#include "models/hca/receiver.h"
#include "models/hca/send_scheduler.h"
#include "models/hca/timers.h"

namespace ib::hca {
namespace {

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

constexpr std::uint32_t kAtomicBytes = 8;

bool is_send(const OpcodeInfo& info) { return info.operation == Operation::kSend; }

CqeOpcode cqe_opcode(const OpcodeInfo& info) {
  if (info.operation == Operation::kWrite) return CqeOpcode::kResponderWriteImmediate;
  if (info.has_immediate()) return CqeOpcode::kResponderSendImmediate;
  return info.has_invalidate() ? CqeOpcode::kResponderSendInvalidate : CqeOpcode::kResponderSend;
}

}  // namespace

void Responder::receive(QueuePair& qp, link::Slot slot) {
  const Cycle done = core_.now() + core_.config.responder_cycles;
  arrivals_.push(done, {qp.number, qp.epoch, slot});
  core_.wake(done, Phase::kDecide, Engine::kResponder);
}

void Responder::decide() {
  while (arrivals_.next() <= core_.now()) {
    const Arrival arrival = arrivals_.pop();
    QueuePair* const qp = core_.find_qp(arrival.qpn, arrival.epoch);
    if (qp == nullptr || !can_receive(qp->context.state)) {
      core_.receiver->done(arrival.slot, core_.now());
    } else if (!qp->stalled.empty() || handle(*qp, arrival.slot) == Outcome::kStalled) {
      qp->stalled.push(core_.store, arrival.slot);
    }
  }
}

void Responder::resume(QueuePair& qp) {
  while (!qp.stalled.empty()) {
    const link::Slot slot = qp.stalled.front();
    if (!can_receive(qp.context.state)) {
      drop_stalled(qp);
      return;
    }
    // The slot's link is used again once it is handled, so it leaves the list before.
    link::SlotQueue rest = qp.stalled;
    static_cast<void>(rest.pop(core_.store));
    if (handle(qp, slot) == Outcome::kStalled) return;
    qp.stalled = rest;
  }
}

Responder::Outcome Responder::handle(QueuePair& qp, link::Slot slot) {
  using Verdict = RcResponder::Verdict;
  const Packet& packet = core_.store[slot].packet;
  const Bth bth = Bth::decode(bth_bytes(packet));
  const RequestView view = view_of(packet, bth);
  const RcResponder::Judgement judgement = qp.responder.judge(view);
  switch (judgement.verdict) {
    case Verdict::kExecute:
      return execute(qp, slot, view, bth);
    case Verdict::kAcknowledgeAgain:
      ++core_.counters.duplicate_requests;
      acknowledge(qp, /*asked=*/true);
      break;
    case Verdict::kReadAgain:
      ++core_.counters.duplicate_requests;
      ++qp.reads_owed;
      qp.responses.read(view.psn, qp.responder.msn(), view.address, view.rkey, view.dma_length);
      core_.scheduler->activate_responses(qp);
      break;
    case Verdict::kNakSequence:
      ++core_.counters.sequence_naks_sent;
      qp.responses.refuse(qp.responder.expected_psn(), qp.responder.msn(),
                          nak_syndrome(NakCode::kPsnSequenceError));
      core_.scheduler->activate_responses(qp);
      break;
    case Verdict::kNakInvalid:
      fail_receive(qp, CqeSyndrome::kLocalLength, NakCode::kInvalidRequest);
      break;
    case Verdict::kAtomicAgain:
      ++core_.counters.duplicate_requests;
      ++qp.reads_owed;
      qp.responses.atomic(view.psn, qp.responder.msn(), judgement.record.atomic_result);
      core_.scheduler->activate_responses(qp);
      break;
    case Verdict::kDrop:
      break;
  }
  core_.receiver->done(slot, core_.now());
  return Outcome::kDone;
}

bool Responder::receive_wqe_missing(const QueuePair& qp, const OpcodeInfo& info) const {
  const bool takes_one = is_send(info) ? info.starts_message() : info.has_immediate();
  return takes_one && qp.rq.ready.empty();
}

Responder::Outcome Responder::miss_receive_wqe(QueuePair& qp, const RequestView& view) {
  if (!qp.rq.found_empty) {
    core_.receives->demand(qp);
    return Outcome::kStalled;
  }
  qp.rq.found_empty = false;
  qp.responder.refuse_not_ready();
  ++core_.counters.rnr_naks_sent;
  qp.responses.refuse(view.psn, qp.responder.msn(),
                      rnr_nak_syndrome(qp.context.attributes.min_rnr_timer));
  core_.scheduler->activate_responses(qp);
  return Outcome::kDone;
}

Responder::Outcome Responder::execute(QueuePair& qp, link::Slot slot, const RequestView& view,
                                      const Bth& bth) {
  const OpcodeInfo& info = opcode_info(bth.opcode);
  Ticks left = core_.now_ticks();
  if (info.operation == Operation::kReadRequest) {
    execute_read(qp, view);
  } else if (info.is_atomic()) {
    execute_atomic(qp, core_.store[slot].packet, view);
  } else if (receive_wqe_missing(qp, info)) {
    if (miss_receive_wqe(qp, view) == Outcome::kStalled) return Outcome::kStalled;
  } else {
    const bool placed = is_send(info) ? place_send(qp, slot, view, info, left)
                                      : place_write(qp, slot, view, info, left);
    if (placed) {
      qp.responder.accept(view);
      if (info.ends_message()) complete_message(qp, slot, info, bth, qp.responder.message_offset());
      acknowledge(qp, bth.ack_request);
    }
  }
  core_.receiver->done(slot, core_.cycle_at(left));
  return Outcome::kDone;
}

bool Responder::may_owe(QueuePair& qp, const RequestView& view, std::uint32_t length,
                        std::uint32_t right) {
  const bool too_many = qp.reads_owed >= qp.context.attributes.max_dest_rd_atomic;
  const bool allowed =
      length == 0 ||
      core_.protection.translate(view.rkey, qp.context.pd, view.address, length, right).has_value();
  if (!too_many && allowed) return true;
  fail(qp, too_many ? NakCode::kInvalidRequest : NakCode::kRemoteAccessError);
  return false;
}

// The answer keeps its place among the others while the word is read and written.
void Responder::execute_atomic(QueuePair& qp, const Packet& packet, const RequestView& view) {
  const auto operands = extension<AtomicEth>(packet, Extension::kAtomicEth);
  if (!may_owe(qp, view, kAtomicBytes, access::kRemoteAtomic)) return;
  qp.responder.accept(view);
  ++qp.reads_owed;
  qp.responses.await_atomic(view.psn, qp.responder.msn());
  AtomicJob job;
  job.qpn = qp.number;
  job.epoch = qp.epoch;
  job.psn = view.psn;
  job.rkey = view.rkey;
  job.address = view.address;
  job.compares = opcode_info(view.opcode).operation == Operation::kCmpSwap;
  job.swap_or_add = operands.swap_or_add;
  job.compare = operands.compare;
  core_.atomics->start(job);
}

void Responder::atomic_done(QueuePair& qp, Psn psn, std::uint64_t original) {
  qp.responder.keep_atomic_result(psn, original);
  qp.responses.complete_atomic(psn, original);
  core_.scheduler->activate_responses(qp);
}

void Responder::execute_read(QueuePair& qp, const RequestView& view) {
  if (!may_owe(qp, view, view.dma_length, access::kRemoteRead)) return;
  qp.responder.accept(view);
  ++qp.reads_owed;
  qp.responses.read(view.psn, qp.responder.msn(), view.address, view.rkey, view.dma_length);
  core_.scheduler->activate_responses(qp);
}

bool Responder::place_write(QueuePair& qp, link::Slot slot, const RequestView& view,
                            const OpcodeInfo& info, Ticks& left) {
  const bool starts = info.starts_message();
  const std::uint32_t rkey = starts ? view.rkey : qp.responder.write_rkey();
  const std::uint64_t address =
      starts ? view.address : qp.responder.write_address() + qp.responder.message_offset();
  const std::uint64_t checked = starts ? view.dma_length : view.payload_bytes;
  if (checked == 0) return true;
  const auto bus =
      core_.protection.translate(rkey, qp.context.pd, address, checked, access::kRemoteWrite);
  if (!bus) {
    fail(qp, NakCode::kRemoteAccessError);
    return false;
  }
  left = core_.dma.write(core_.now_ticks(), *bus, core_.store[slot].packet.payload, 0,
                         view.payload_bytes);
  return true;
}

bool Responder::place_send(QueuePair& qp, link::Slot slot, const RequestView& view,
                           const OpcodeInfo& info, Ticks& left) {
  const ReceiveWqe& wqe = qp.rq.ready.front();
  const std::uint32_t offset = info.starts_message() ? 0 : qp.responder.message_offset();
  if (std::uint64_t{offset} + view.payload_bytes > wqe.bytes) {
    fail_receive(qp, CqeSyndrome::kLocalLength, NakCode::kInvalidRequest);
    return false;
  }
  const Payload& payload = core_.store[slot].packet.payload;
  const bool placed =
      core_.gathers.visit(wqe.gather, offset, view.payload_bytes,
                          [&](const DataSegments::Piece& piece, std::uint32_t from,
                              std::uint32_t count, std::uint32_t at) {
                            const auto bus = core_.protection.translate(
                                piece.segment.lkey, qp.context.pd, piece.segment.address + from,
                                count, access::kLocalWrite);
                            if (!bus) return false;
                            left = core_.dma.write(core_.now_ticks(), *bus, payload, at, count);
                            return true;
                          });
  if (!placed) fail_receive(qp, CqeSyndrome::kLocalProtection, NakCode::kRemoteOperationalError);
  return placed;
}

void Responder::complete_message(QueuePair& qp, link::Slot slot, const OpcodeInfo& info,
                                 const Bth& bth, std::uint32_t bytes) {
  ++core_.counters.messages_received;
  if (!is_send(info) && !info.has_immediate()) return;
  const Packet& packet = core_.store[slot].packet;
  Cqe cqe;
  cqe.opcode = cqe_opcode(info);
  cqe.solicited = bth.solicited;
  cqe.qpn = qp.number;
  cqe.wqe_counter = qp.rq.ready.front().index;
  cqe.byte_count = bytes;
  cqe.slid = packet.slid.value();
  cqe.sl = packet.sl.value();
  if (info.has_immediate()) cqe.immediate = extension<ImmDt>(packet, Extension::kImmDt).data;
  if (info.has_invalidate()) {
    cqe.immediate = extension<Ieth>(packet, Extension::kIeth).r_key.value();
  }
  core_.receives->consume(qp);
  core_.cqes->post(qp.context.cqn_receive, cqe);
}

void Responder::acknowledge(QueuePair& qp, bool asked) {
  qp.responses.acknowledge(qp.responder.last_psn(), qp.responder.msn(), ack_syndrome(kNoCreditCode),
                           asked);
  if (!qp.responses.due()) return;
  const Response& first = qp.responses.front();
  const bool waits = core_.config.ack_delay_ns > 0 && qp.responses.size() == 1 &&
                     first.merged < core_.config.ack_coalescing_packets;
  if (waits) {
    core_.timers->delay_ack(qp);
  } else {
    core_.scheduler->activate_responses(qp);
  }
}

// A receive request that is in use completes in error; without one the NAK is all there is.
void Responder::fail_receive(QueuePair& qp, CqeSyndrome syndrome, NakCode code) {
  if (!qp.rq.ready.empty()) {
    Cqe cqe;
    cqe.opcode = CqeOpcode::kResponderError;
    cqe.syndrome = syndrome;
    cqe.qpn = qp.number;
    cqe.wqe_counter = qp.rq.ready.front().index;
    core_.receives->consume(qp);
    core_.cqes->post(qp.context.cqn_receive, cqe);
  }
  fail(qp, code);
}

void Responder::fail_response(QueuePair& qp, Psn psn, NakCode code) {
  if (qp.context.state == QpState::kError) return;
  ++core_.counters.fatal_naks_sent;
  qp.responses.clear();
  qp.reads_owed = 0;
  qp.responses.refuse(psn, qp.responder.msn(), nak_syndrome(code));
  core_.scheduler->activate_responses(qp);
  core_.flusher->enter_error(qp);
}

void Responder::drop_stalled(QueuePair& qp) {
  while (!qp.stalled.empty()) core_.receiver->done(qp.stalled.pop(core_.store), core_.now());
}

void Responder::fail(QueuePair& qp, NakCode code) {
  if (qp.context.state == QpState::kError) return;
  ++core_.counters.fatal_naks_sent;
  qp.responses.refuse(qp.responder.expected_psn(), qp.responder.msn(), nak_syndrome(code));
  core_.scheduler->activate_responses(qp);
  core_.flusher->enter_error(qp);
}

}  // namespace ib::hca
