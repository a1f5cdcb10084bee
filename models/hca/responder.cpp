// SPDX-License-Identifier: Apache-2.0
#include "models/hca/responder.h"

#include <algorithm>

#include "models/hca/atomic_unit.h"
#include "models/hca/event_writer.h"
#include "models/hca/flusher.h"
#include "models/hca/receiver.h"
#include "models/hca/reliable_datagram.h"
#include "models/hca/send_scheduler.h"
#include "models/hca/timers.h"
#include "models/hca/translator.h"

namespace ib::hca {
namespace {

constexpr std::uint32_t kAtomicBytes = 8;

bool is_send(const OpcodeInfo& info) { return info.operation == Operation::kSend; }

/// How this end's software is told of a request that was refused (IBTA Vol 1, 11.6.3).
EventType event_of(NakCode code) {
  if (code == NakCode::kInvalidRequest) return EventType::kInvalidRequest;
  return code == NakCode::kRemoteAccessError ? EventType::kAccessError : EventType::kWqCatastrophic;
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
    if (qp != nullptr) note_first_packet(*qp);
    if (qp == nullptr || !can_receive(qp->context.state)) {
      core_.receiver->done(arrival.slot, core_.now());
    } else if (!qp->stalled.empty() || handle(*qp, arrival.slot) == Outcome::kStalled) {
      qp->stalled.push(arrival.slot);
    }
  }
}

// IBTA Vol 1, 11.6.3.1: what software may wait for before it moves the queue pair to RTS.
void Responder::note_first_packet(QueuePair& qp) {
  if (qp.context.state != QpState::kRtr || qp.established) return;
  qp.established = true;
  core_.events->raise(EventType::kCommunicationEstablished, qp.number);
}

void Responder::resume(QueuePair& qp) {
  if (qp.datagrams) {
    core_.datagrams->resume_waiting(qp);
    return;
  }
  while (!qp.stalled.empty()) {
    const link::Slot slot = qp.stalled.front();
    if (!can_receive(qp.context.state)) {
      drop_stalled(qp);
      return;
    }
    // The slot's link is used again once it is handled, so it leaves the list before.
    link::SlotQueue rest = qp.stalled;
    static_cast<void>(rest.pop());
    if (handle(qp, slot) == Outcome::kStalled) return;
    qp.stalled = rest;
  }
}

Outcome Responder::handle_unreliable(QueuePair& qp, link::Slot slot) {
  Ticks left = core_.now_ticks();
  const Outcome outcome = unreliable_.handle(qp, slot, left);
  if (outcome == Outcome::kDone) core_.receiver->done(slot, core_.cycle_at(left));
  return outcome;
}

RcResponder::Judgement Responder::judge(QueuePair& qp, const RequestView& view) {
  PsnCheckerMachine* const checker = core_.machines.psn_checker.get();
  if (checker == nullptr) return qp.responder.judge(view);
  return qp.responder.judge(view, ask(*checker, qp.responder.psn_query(view)));
}

Outcome Responder::handle(QueuePair& qp, link::Slot slot) {
  if (!is_reliable(qp.context.type)) return handle_unreliable(qp, slot);
  const Packet& packet = core_.store[slot].packet;
  const Bth bth = Bth::decode(bth_bytes(packet));
  const RequestView view = view_of(packet, bth);
  if (qp.end_to_end) {
    qp.responses.answer_to(extension<Deth>(packet, Extension::kDeth).src_qp.value());
  }
  const RcResponder::Judgement judgement = judge(qp, view);
  if (judgement.verdict == RcResponder::Verdict::kExecute) return execute(qp, slot, view, bth);
  if (judgement.verdict == RcResponder::Verdict::kPlaceEarly) return place_early(qp, slot, view);
  answer(qp, packet, view, judgement);
  core_.receiver->done(slot, core_.now());
  return Outcome::kDone;
}

void Responder::answer(QueuePair& qp, const Packet& packet, const RequestView& view,
                       const RcResponder::Judgement& judgement) {
  using Verdict = RcResponder::Verdict;
  switch (judgement.verdict) {
    case Verdict::kAcknowledgeAgain:
      ++core_.counters.duplicate_requests;
      acknowledge(qp, /*asked=*/true);
      break;
    case Verdict::kReadAgain:
      ++core_.counters.duplicate_requests;
      read_again(qp, packet, view);
      break;
    case Verdict::kResync:
      resync(qp, view);
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
    case Verdict::kExecute:
    case Verdict::kPlaceEarly:
    case Verdict::kDrop:
      break;
  }
}

// The answers that are still owed are for a message that nobody waits for any more.
void Responder::resync(QueuePair& qp, const RequestView& view) {
  core_.delivery->fail_receive(qp, CqeSyndrome::kRemoteAborted);
  qp.responses.clear();
  qp.reads_owed = 0;
  qp.responder.accept_resync(view.psn);
  acknowledge(qp, /*asked=*/true);
}

// The key is checked when the data is read: for XRC in the domain that the duplicate names.
void Responder::read_again(QueuePair& qp, const Packet& packet, const RequestView& view) {
  if (qp.end_to_end && core_.datagrams->address(qp, packet)) return;
  std::uint32_t pd = qp.remote_pd();
  if (qp.context.type == QpType::kXrcTarget) {
    const SharedReceiveState* const srq = named_queue(qp, packet);
    if (srq == nullptr) return;
    pd = srq->context.pd;
  }
  ++qp.reads_owed;
  qp.responses.read(view.psn, qp.responder.msn(), view.address, view.rkey, view.dma_length, pd);
  core_.scheduler->activate_responses(qp);
}

SharedReceiveState* Responder::named_queue(const QueuePair& qp, const Packet& packet) const {
  SharedReceiveState* const srq =
      core_.srqs.find(extension<XrcEth>(packet, Extension::kXrcEth).srq);
  return srq != nullptr && srq->context.xrcd == qp.context.xrcd ? srq : nullptr;
}

std::optional<NakCode> Responder::refused(QueuePair& qp, const Packet& packet) {
  if (qp.end_to_end) return core_.datagrams->address(qp, packet);
  if (take_name(qp, packet)) return std::nullopt;
  return NakCode::kInvalidRequest;
}

// IBTA Vol 1, A14: each request names a shared queue of the target's XRC domain; all packets of a
// message the same.
bool Responder::take_name(QueuePair& qp, const Packet& packet) {
  if (qp.context.type != QpType::kXrcTarget) return true;
  const SharedReceiveState* const srq = named_queue(qp, packet);
  const std::uint32_t srqn = extension<XrcEth>(packet, Extension::kXrcEth).srq;
  if (srq == nullptr || (qp.responder.message().open() && srqn != qp.named_srqn)) return false;
  qp.named_srqn = srqn;
  qp.named_pd = srq->context.pd;
  return true;
}

Outcome Responder::place_early(QueuePair& qp, link::Slot slot, const RequestView& view) {
  const InboundMessage& message = qp.responder.message();
  const std::uint64_t address = message.write_address() + qp.responder.early_offset(view.psn);
  Ticks left = core_.now_ticks();
  const Placed placed = core_.delivery->place_at(
      qp, message.write_rkey(), address, view.payload_bytes, core_.store[slot].packet, left);
  if (placed == Placed::kWaiting) return Outcome::kStalled;
  if (placed == Placed::kYes) {
    qp.responder.accept_early(view);
    ++core_.counters.packets_placed_early;
  } else {
    fail(qp, NakCode::kRemoteAccessError);
  }
  core_.receiver->done(slot, core_.cycle_at(left));
  return Outcome::kDone;
}

void Responder::refuse_not_ready(QueuePair& qp, const RequestView& view) {
  qp.responder.refuse_not_ready();
  ++core_.counters.rnr_naks_sent;
  const QueuePair& receiver = qp.end_to_end ? core_.datagrams->target(qp) : qp;
  qp.responses.refuse(view.psn, qp.responder.msn(),
                      rnr_nak_syndrome(receiver.context.attributes.min_rnr_timer));
  core_.scheduler->activate_responses(qp);
}

Outcome Responder::execute(QueuePair& qp, link::Slot slot, const RequestView& view,
                           const Bth& bth) {
  const OpcodeInfo& info = opcode_info(bth.opcode);
  const Packet& packet = core_.store[slot].packet;
  Ticks left = core_.now_ticks();
  if (const std::optional<NakCode> code = refused(qp, packet)) {
    fail_receive(qp, CqeSyndrome::kRemoteInvalidRequest, *code);
  } else if (info.operation == Operation::kReadRequest) {
    execute_read(qp, view);
  } else if (info.is_atomic()) {
    execute_atomic(qp, packet, view);
  } else {
    const WqeSearch search = core_.delivery->find_wqe(qp, info);
    if (search == WqeSearch::kSearching) return Outcome::kStalled;
    if (search == WqeSearch::kNone) {
      refuse_not_ready(qp, view);
    } else if (execute_data(qp, packet, view, bth, left) == Outcome::kStalled) {
      return Outcome::kStalled;
    }
  }
  core_.receiver->done(slot, core_.cycle_at(left));
  return Outcome::kDone;
}

Outcome Responder::execute_data(QueuePair& qp, const Packet& packet, const RequestView& view,
                                const Bth& bth, Ticks& left) {
  const Placed placed = place(qp, packet, view, left);
  if (placed == Placed::kWaiting) return Outcome::kStalled;
  if (placed != Placed::kYes || !invalidate(qp, packet)) return Outcome::kDone;
  qp.responder.accept(view);
  // The last packet may have come before this one.
  const bool ended = !qp.responder.message().open();
  if (ended) core_.delivery->complete(qp, packet, bth, qp.responder.message().offset());
  acknowledge(qp, bth.ack_request || (ended && !opcode_info(bth.opcode).ends_message()));
  return Outcome::kDone;
}

bool Responder::may_owe(QueuePair& qp, const RequestView& view, std::uint32_t length,
                        std::uint32_t right) {
  const bool too_many = qp.reads_owed >= qp.context.attributes.max_dest_rd_atomic;
  const bool allowed =
      length == 0 || core_.protection.allows(view.rkey, qp.peer(), view.address, length, right);
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
  job.who = qp.peer();
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
  qp.responses.read(view.psn, qp.responder.msn(), view.address, view.rkey, view.dma_length,
                    qp.remote_pd());
  core_.scheduler->activate_responses(qp);
}

bool Responder::invalidate(QueuePair& qp, const Packet& packet) {
  if (!opcode_info(packet).has_invalidate()) return true;
  const std::uint32_t key = extension<Ieth>(packet, Extension::kIeth).r_key.value();
  if (core_.protection.invalidate(key, qp.peer())) return true;
  fail_receive(qp, CqeSyndrome::kLocalAccess, NakCode::kRemoteAccessError);
  return false;
}

Placed Responder::place(QueuePair& qp, const Packet& packet, const RequestView& view, Ticks& left) {
  const OpcodeInfo& info = opcode_info(view.opcode);
  const InboundMessage& message = qp.responder.message();
  if (!is_send(info)) {
    const Placed written = core_.delivery->place_write(qp, message, view, packet, left);
    if (written == Placed::kForbidden) fail(qp, NakCode::kRemoteAccessError);
    return written;
  }
  const std::uint32_t offset = info.starts_message() ? 0 : message.offset();
  const Placed placed =
      core_.delivery->place_send(qp, packet.payload, packet.payload_bytes, offset, left);
  if (placed == Placed::kTooLong) {
    fail_receive(qp, CqeSyndrome::kLocalLength, NakCode::kInvalidRequest);
  } else if (placed == Placed::kForbidden) {
    fail_receive(qp, CqeSyndrome::kLocalProtection, NakCode::kRemoteOperationalError);
  }
  return placed;
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
  core_.delivery->fail_receive(qp, syndrome);
  fail(qp, code);
}

void Responder::fail_response(QueuePair& qp, Psn psn, NakCode code) {
  if (qp.context.state == QpState::kError) return;
  ++core_.counters.fatal_naks_sent;
  qp.responses.clear();
  qp.reads_owed = 0;
  qp.responses.refuse(psn, qp.responder.msn(), nak_syndrome(code));
  core_.scheduler->activate_responses(qp);
  if (qp.end_to_end) return;
  core_.events->raise(event_of(code), qp.number);
  core_.flusher->enter_error(qp);
}

void Responder::drop_stalled(QueuePair& qp) {
  core_.translator->close(qp.placing);
  while (!qp.stalled.empty()) core_.receiver->done(qp.stalled.pop(), core_.now());
}

// IBTA Vol 1, 9.9: an end-to-end context outlives the faults of messages, and what a peer does
// wrong is not the receiving queue pair's fault either; its own broken receive queue is.
void Responder::fail_message(QueuePair& ee, NakCode code) {
  ++core_.counters.fatal_naks_sent;
  ee.responses.refuse(ee.responder.expected_psn(), ee.responder.msn(), nak_syndrome(code));
  ee.responder.abandon();
  core_.scheduler->activate_responses(ee);
  if (code == NakCode::kRemoteOperationalError) {
    core_.flusher->enter_error(core_.datagrams->target(ee));
  }
}

void Responder::fail(QueuePair& qp, NakCode code) {
  if (qp.context.state == QpState::kError) return;
  if (qp.end_to_end) {
    fail_message(qp, code);
    return;
  }
  if (qp.datagrams) {
    core_.flusher->enter_error(qp);
    return;
  }
  ++core_.counters.fatal_naks_sent;
  qp.responses.refuse(qp.responder.expected_psn(), qp.responder.msn(), nak_syndrome(code));
  core_.scheduler->activate_responses(qp);
  core_.events->raise(event_of(code), qp.number);
  core_.flusher->enter_error(qp);
}

}  // namespace ib::hca
