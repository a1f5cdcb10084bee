// SPDX-License-Identifier: Apache-2.0
#include "models/hca/requester.h"

#include "models/hca/cqe_writer.h"
#include "models/hca/delivery.h"
#include "models/hca/event_writer.h"
#include "models/hca/flusher.h"
#include "models/hca/receiver.h"
#include "models/hca/reliable_datagram.h"
#include "models/hca/send_scheduler.h"
#include "models/hca/timers.h"
#include "models/hca/translator.h"
#include "models/hca/wqe_fetcher.h"

namespace ib::hca {

using Answer = RcRequester::Answer;

namespace {

constexpr std::uint32_t kAtomicBytes = 8;

}  // namespace

void Requester::receive(QueuePair& qp, link::Slot slot) {
  const Cycle done = core_.now() + core_.config.requester_cycles;
  arrivals_.push(done, {qp.number, qp.epoch, slot});
  core_.wake(done, Phase::kDecide, Engine::kRequester);
}

void Requester::decide() {
  while (arrivals_.next() <= core_.now()) {
    const Arrival arrival = arrivals_.pop();
    QueuePair* const qp = core_.find_qp(arrival.qpn, arrival.epoch);
    if (qp == nullptr || !can_finish_sends(qp->context.state)) {
      core_.receiver->done(arrival.slot, core_.now());
    } else if (!qp->stalled_answers.empty() || handle(*qp, arrival.slot) == Outcome::kStalled) {
      qp->stalled_answers.push(arrival.slot);
    }
  }
}

void Requester::resume(QueuePair& qp) {
  while (!qp.stalled_answers.empty()) {
    if (!can_finish_sends(qp.context.state)) {
      drop_stalled(qp);
      return;
    }
    const link::Slot slot = qp.stalled_answers.front();
    // The slot's link is used again once it is handled, so it leaves the list before.
    link::SlotQueue rest = qp.stalled_answers;
    static_cast<void>(rest.pop());
    if (handle(qp, slot) == Outcome::kStalled) return;
    qp.stalled_answers = rest;
  }
}

void Requester::drop_stalled(QueuePair& qp) {
  core_.translator->close(qp.answering);
  while (!qp.stalled_answers.empty()) core_.receiver->done(qp.stalled_answers.pop(), core_.now());
}

bool Requester::reach(QueuePair& qp, const Packet& packet, const Bth& bth) {
  const bool atomic = opcode_info(bth.opcode).operation == Operation::kAtomicAck;
  const auto place = qp.requester.place_of_response(bth.psn);
  if (!place) return true;
  const std::uint32_t bytes = atomic ? kAtomicBytes : packet.payload_bytes;
  return core_.delivery->reach_answer(qp, place->gather, place->offset, bytes) != Placed::kWaiting;
}

Outcome Requester::handle(QueuePair& qp, link::Slot slot) {
  const Packet& packet = core_.store[slot].packet;
  const Bth bth = Bth::decode(bth_bytes(packet));
  const OpcodeInfo& info = opcode_info(bth.opcode);
  Ticks left = core_.now_ticks();
  Answer answer = Answer::kIgnored;
  const bool known = info.transport == transport_of(qp.context.type) &&
                     (!qp.end_to_end || ReliableDatagram::expects(qp, bth));
  const bool data =
      info.operation == Operation::kReadResponse || info.operation == Operation::kAtomicAck;
  if (known && data && !reach(qp, packet, bth)) return Outcome::kStalled;
  if (info.has(Extension::kAeth)) {
    const Aeth aeth = extension<Aeth>(packet, Extension::kAeth);
    qp.requester.take_credits(aeth.syndrome, aeth.msn);
  }
  if (!known) {
    ++core_.counters.packets_misdirected;
  } else if (info.operation == Operation::kAck) {
    const Aeth aeth = extension<Aeth>(packet, Extension::kAeth);
    answer = qp.requester.on_ack(bth.psn, aeth.syndrome);
    const bool nak = aeth_kind(aeth.syndrome) == AethKind::kNak;
    core_.counters.sequence_naks_received += nak && answer == Answer::kResend ? 1 : 0;
  } else if (info.operation == Operation::kReadResponse) {
    answer = take_read_response(qp, packet, bth, left);
  } else if (info.operation == Operation::kAtomicAck) {
    answer = take_atomic_response(qp, packet, bth.psn, left);
  }
  core_.translator->close(qp.answering);
  core_.receiver->done(slot, core_.cycle_at(left));
  follow(qp, answer);
  return Outcome::kDone;
}

// What was reached is the place that the machine names: both come from the same state.
Answer Requester::take_read_response(QueuePair& qp, const Packet& packet, const Bth& bth,
                                     Ticks& left) {
  const RcRequester::Placement placement = qp.requester.on_read_response(
      bth.psn, opcode_info(bth.opcode).position, packet.payload_bytes);
  if (!placement.take) return placement.answer;
  if (qp.answering == kNoTranslation) {
    local_fault(qp, CqeSyndrome::kLocalProtection);
    return Answer::kIgnored;
  }
  core_.delivery->put(qp.answering, packet.payload, 0, packet.payload_bytes, left);
  return placement.answer;
}

Answer Requester::take_atomic_response(QueuePair& qp, const Packet& packet, Psn psn, Ticks& left) {
  const RcRequester::Placement placement = qp.requester.on_atomic_response(psn);
  if (!placement.take) return placement.answer;
  if (qp.answering == kNoTranslation) {
    local_fault(qp, CqeSyndrome::kLocalProtection);
    return Answer::kIgnored;
  }
  Payload word = Payload::real(core_.payloads);
  const auto ack = extension<AtomicAckEth>(packet, Extension::kAtomicAckEth);
  store_le64(word.writable(), ack.original_data);
  core_.delivery->put(qp.answering, word, 0, kAtomicBytes, left);
  return placement.answer;
}

void Requester::follow(QueuePair& qp, Answer answer) {
  switch (answer) {
    case Answer::kIgnored:
      return;
    case Answer::kRnrWait:
      ++core_.counters.rnr_naks_received;
      progress(qp);
      if (qp.end_to_end) {
        core_.datagrams->suspend(qp);
      } else {
        core_.timers->wait_rnr(qp, qp.requester.rnr_code());
      }
      return;
    case Answer::kProgress:
    case Answer::kResend:
    case Answer::kFailed:
      core_.timers->progressed(qp);
      progress(qp);
      return;
  }
}

void Requester::progress(QueuePair& qp) {
  if (flushes_sends(qp.context.state)) return;
  while (!flushes_sends(qp.context.state) &&
         (qp.requester.oldest_done() || qp.requester.oldest_operates())) {
    if (qp.requester.oldest_operates()) {
      operate(qp);
    } else {
      complete_oldest(qp);
    }
  }
  if (flushes_sends(qp.context.state)) return;
  if (qp.requester.oldest_is_faulty()) {
    local_fault(qp, qp.requester.oldest().fault);
  } else if (qp.requester.failure() == CqeSyndrome::kTransportRetryExceeded &&
             qp.migration.on_failure()) {
    migrate(qp);
    qp.requester.try_again();
    core_.timers->progressed(qp);
    core_.scheduler->activate_requests(qp);
  } else if (qp.requester.failure()) {
    local_fault(qp, *qp.requester.failure());
  } else {
    go_on(qp);
  }
}

void Requester::go_on(QueuePair& qp) {
  if (qp.datagrams) {
    core_.datagrams->dispatch(qp);
  } else {
    if (qp.end_to_end) core_.datagrams->start(qp);
    core_.scheduler->activate_requests(qp);
  }
  core_.wqes->kick(qp);
  report_drained(qp);
}

// IBTA Vol 1, 10.3.1: SQD lets what has begun finish, then says so once.
void Requester::report_drained(QueuePair& qp) {
  const bool drained = qp.datagrams ? ReliableDatagram::drained(qp) : qp.requester.drained();
  if (!qp.drain_reported && qp.context.state == QpState::kSqd && drained) {
    qp.drain_reported = true;
    core_.events->raise(EventType::kSendQueueDrained, qp.number);
  }
}

// IBTA Vol 1, 10.6.7 and 10.8.3.2: what is before it is complete, what is behind it waits.
void Requester::operate(QueuePair& qp) {
  const SendRequest& request = qp.requester.oldest();
  const bool binds = request.operation == LocalOperation::kBindWindow;
  const bool done = request.fault == CqeSyndrome::kNone &&
                    (binds ? core_.protection.bind(request.binding, qp.self())
                           : core_.protection.invalidate_locally(request.immediate, qp.self()));
  if (done) {
    core_.counters.windows_bound += binds ? 1 : 0;
    complete_oldest(qp);
    return;
  }
  const CqeSyndrome wrong = binds ? CqeSyndrome::kMemoryWindowBind : CqeSyndrome::kLocalQpOperation;
  local_fault(qp, request.fault == CqeSyndrome::kNone ? wrong : request.fault);
}

void Requester::complete_oldest(QueuePair& qp) {
  if (qp.end_to_end) {
    core_.datagrams->completed(qp);
    return;
  }
  const SendRequest request = qp.requester.oldest();
  qp.requester.retire();
  core_.gathers.release(request.gather);
  if (!request.completion) return;
  Cqe cqe;
  cqe.opcode = CqeOpcode::kRequester;
  cqe.qpn = qp.number;
  cqe.wqe_counter = request.wqe_index;
  cqe.wqe_opcode = request.wqe_opcode;
  cqe.byte_count = request.length;
  core_.cqes->post(qp.context.cqn_send, cqe);
}

void Requester::migrate(QueuePair& qp) {
  QpAttributes& path = qp.context.attributes;
  path.dlid = path.alternate.dlid;
  path.sl = path.alternate.sl;
  path.static_rate = path.alternate.static_rate;
  path.source_path_bits = path.alternate.source_path_bits;
  path.pkey_index = path.alternate.pkey_index;
  path.timeout = path.alternate.timeout;
  path.alternate = AlternatePath{};
  path.migration = MigrationState::kMigrated;
  core_.events->raise(EventType::kPathMigrated, qp.number);
}

void Requester::sent(QueuePair& qp, Psn psn) { follow(qp, qp.requester.on_sent(psn)); }

void Requester::timed_out(QueuePair& qp) {
  ++core_.counters.transport_timeouts;
  follow(qp, qp.requester.on_timeout());
}

// The oldest request takes the blame: those before it are complete, those behind it are flushed.
void Requester::local_fault(QueuePair& qp, CqeSyndrome syndrome) {
  if (flushes_sends(qp.context.state) || qp.requester.held() == 0) return;
  if (qp.end_to_end) {
    core_.datagrams->failed(qp, syndrome);
    return;
  }
  const SendRequest request = qp.requester.oldest();
  qp.requester.retire();
  core_.flusher->flush_request(qp, request, syndrome);
  if (is_reliable(qp.context.type) && !qp.datagrams) {
    core_.flusher->enter_error(qp);
  } else {
    core_.flusher->enter_send_error(qp);
  }
}

}  // namespace ib::hca
