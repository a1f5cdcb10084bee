// SPDX-License-Identifier: Apache-2.0
#include "models/hca/reliable_datagram.h"

#include "models/hca/delivery.h"
#include "models/hca/hca_management.h"
#include "models/hca/requester.h"
#include "models/hca/responder.h"
#include "models/hca/send_scheduler.h"
#include "models/hca/timers.h"

namespace ib::hca {
namespace {

constexpr std::uint32_t kOwnQKey = 0x8000'0000;
constexpr std::uint8_t kEndlessRnrRetry = 7;

bool names(const QueuePairRef& ref, const QueuePair& qp) {
  return ref.number == qp.number && ref.epoch == qp.epoch;
}

/// The operation is enabled at the queue pair (IBTA Vol 1, 9.7.4.1.4).
bool enabled(const OpcodeInfo& info, std::uint32_t rights) {
  if (info.operation == Operation::kWrite) return (rights & access::kRemoteWrite) != 0;
  if (info.operation == Operation::kReadRequest) return (rights & access::kRemoteRead) != 0;
  return !info.is_atomic() || (rights & access::kRemoteAtomic) != 0;
}

}  // namespace

// --- sending -----------------------------------------------------------------------------------

void ReliableDatagram::dispatch(QueuePair& qp) {
  DatagramState& state = *qp.datagrams;
  const bool may_begin = can_send(qp.context.state) || state.again;
  if (state.dispatched || !may_begin || qp.requester.held() == 0) return;
  const SendRequest& request = qp.requester.oldest();
  if (request.local_only || request.fault != CqeSyndrome::kNone) return;
  QueuePair* const ee = core_.qps.find(request.ee_context);
  if (ee == nullptr || !ee->end_to_end) {
    fault(qp, CqeSyndrome::kInvalidEecn);
  } else if (ee->context.rdd != qp.context.rdd) {
    fault(qp, CqeSyndrome::kLocalRddViolation);
  } else if (!can_finish_sends(ee->context.state)) {
    fault(qp, CqeSyndrome::kInvalidEecState);
  } else {
    if (!state.again) state.rnr_left = ee->context.attributes.rnr_retry;
    state.dispatched = true;
    state.context = {ee->number, ee->epoch};
    ee->end_to_end->senders.push({qp.number, qp.epoch});
    start(*ee);
  }
}

void ReliableDatagram::start(QueuePair& ee) {
  Ring<QueuePairRef>& line = ee.end_to_end->senders;
  while (can_send(ee.context.state) && ee.requester.held() == 0 && !line.empty()) {
    const QueuePairRef next = line.front();
    line.pop();
    if (QueuePair* const qp = core_.find_qp(next.number, next.epoch)) begin(ee, *qp);
  }
}

void ReliableDatagram::begin(QueuePair& ee, QueuePair& qp) {
  EndToEndState& state = *ee.end_to_end;
  const SendRequest& request = qp.requester.oldest();
  const AddressVector& to = request.destination;
  state.sender = {qp.number, qp.epoch};
  state.sender_memory = qp.self();
  state.dest_qpn = to.dest_qpn;
  state.q_key = (to.q_key & kOwnQKey) != 0 ? qp.context.attributes.q_key : to.q_key;
  qp.datagrams->again = true;
  ee.requester.accept(request);
  core_.scheduler->activate_requests(ee);
}

QueuePair* ReliableDatagram::take_sender(QueuePair& ee) const {
  const QueuePairRef sender = ee.end_to_end->sender;
  ee.end_to_end->sender = {};
  return core_.find_qp(sender.number, sender.epoch);
}

// The requester of the queue pair learns it as if it had sent the packets itself.
void ReliableDatagram::completed(QueuePair& ee) {
  const bool resync = ee.requester.oldest().resync;
  ee.requester.retire();
  QueuePair* const qp = resync ? nullptr : take_sender(ee);
  if (qp != nullptr) {
    qp->datagrams->dispatched = qp->datagrams->again = false;
    const SendRequest& request = qp->requester.oldest();
    core_.requester->sent(*qp, request.first_psn.plus(request.packets - 1));
  }
  start(ee);
}

void ReliableDatagram::fault(QueuePair& qp, CqeSyndrome syndrome) {
  qp.datagrams->dispatched = qp.datagrams->again = qp.datagrams->waits_rnr = false;
  core_.requester->local_fault(qp, syndrome);
}

void ReliableDatagram::give_up(QueuePair& ee) {
  ee.requester.resync();
  core_.timers->progressed(ee);
  core_.scheduler->activate_requests(ee);
  start(ee);
}

// What is wrong with a message is its queue pair's affair; only silence or nonsense from the other
// end breaks the context.
void ReliableDatagram::failed(QueuePair& ee, CqeSyndrome syndrome) {
  if (flushes_sends(ee.context.state)) return;
  QueuePair* const qp = take_sender(ee);
  const bool broken = syndrome == CqeSyndrome::kTransportRetryExceeded ||
                      syndrome == CqeSyndrome::kBadResponse || ee.requester.oldest().resync;
  if (broken) {
    ee.context.state = QpState::kError;
    close(ee);
  }
  if (qp != nullptr) fault(*qp, syndrome);
  if (!broken) give_up(ee);
}

void ReliableDatagram::suspend(QueuePair& ee) {
  const QueuePairRef sender = ee.end_to_end->sender;
  QueuePair* const qp = core_.find_qp(sender.number, sender.epoch);
  if (qp == nullptr || qp->datagrams->rnr_left == 0) {
    failed(ee, CqeSyndrome::kRnrRetryExceeded);
    return;
  }
  DatagramState& state = *qp->datagrams;
  if (state.rnr_left != kEndlessRnrRetry) --state.rnr_left;
  state.waits_rnr = true;
  ee.end_to_end->sender = {};
  core_.timers->wait_rnr(*qp, ee.requester.rnr_code());
  give_up(ee);
}

void ReliableDatagram::rnr_ended(QueuePair& qp) {
  if (!qp.datagrams->waits_rnr) return;
  qp.datagrams->waits_rnr = qp.datagrams->dispatched = false;
  dispatch(qp);
}

void ReliableDatagram::remove_from_line(QueuePair& ee, const QueuePair& qp) const {
  Ring<QueuePairRef>& line = ee.end_to_end->senders;
  for (std::size_t count = line.size(); count > 0; --count) {
    const QueuePairRef ref = line.front();
    line.pop();
    if (!names(ref, qp)) line.push(ref);
  }
}

void ReliableDatagram::pause(QueuePair& qp) {
  if (!qp.datagrams->dispatched || qp.datagrams->again) return;
  qp.datagrams->dispatched = false;
  const QueuePairRef at = qp.datagrams->context;
  if (QueuePair* const ee = core_.find_qp(at.number, at.epoch)) remove_from_line(*ee, qp);
}

// --- receiving ---------------------------------------------------------------------------------

bool ReliableDatagram::q_key_matches(const QueuePair& qp, const Packet& packet) const {
  const Deth deth = extension<Deth>(packet, Extension::kDeth);
  if (deth.q_key.value() == qp.context.attributes.q_key) return true;
  ++core_.counters.q_key_violations;
  if (core_.management != nullptr) core_.management->bad_key(TrapNumber::kBadQKey, packet);
  return false;
}

// All packets of a message come from one queue pair and go to one.
std::optional<NakCode> ReliableDatagram::address(QueuePair& ee, const Packet& packet) {
  EndToEndState& state = *ee.end_to_end;
  const std::uint32_t dest = Bth::decode(bth_bytes(packet)).dest_qp.value();
  const std::uint32_t source = extension<Deth>(packet, Extension::kDeth).src_qp.value();
  const bool open = ee.responder.message().open();
  if (open && (dest != state.target.number || source != state.source_qpn)) {
    return NakCode::kInvalidRequest;
  }
  const QueuePair* const qp = core_.qps.find(dest);
  const bool there = qp != nullptr && qp->datagrams && can_receive(qp->context.state) &&
                     qp->context.rdd == ee.context.rdd;
  const bool same = there && (!open || qp->epoch == state.target.epoch);
  if (!same || !q_key_matches(*qp, packet)) return NakCode::kInvalidRdRequest;
  if (!enabled(opcode_info(packet), qp->context.attributes.access)) {
    return NakCode::kInvalidRequest;
  }
  state.target = {qp->number, qp->epoch};
  state.target_pd = qp->context.pd;
  state.source_qpn = source;
  return std::nullopt;
}

QueuePair& ReliableDatagram::target(const QueuePair& ee) const {
  return *core_.qps.find(ee.end_to_end->target.number);
}

void ReliableDatagram::resume_waiting(QueuePair& qp) {
  // A context that finds nothing again waits behind those that are resumed now.
  for (std::size_t count = qp.datagrams->waiting.size(); count > 0; --count) {
    const QueuePairRef next = qp.datagrams->waiting.front();
    qp.datagrams->waiting.pop();
    if (QueuePair* const ee = core_.find_qp(next.number, next.epoch)) core_.responder->resume(*ee);
  }
}

// --- the end -----------------------------------------------------------------------------------

void ReliableDatagram::withdraw(QueuePair& qp) {
  DatagramState& state = *qp.datagrams;
  const bool under_way = state.dispatched && !state.waits_rnr;
  state.dispatched = state.again = state.waits_rnr = false;
  QueuePair* const ee = core_.find_qp(state.context.number, state.context.epoch);
  if (!under_way || ee == nullptr) return;
  if (names(ee->end_to_end->sender, qp)) {
    ee->end_to_end->sender = {};
    give_up(*ee);
  } else {
    remove_from_line(*ee, qp);
  }
}

void ReliableDatagram::flush_receives(QueuePair& qp) {
  core_.qps.for_each([&](std::uint32_t, QueuePair& ee) {
    if (!ee.end_to_end || !names(ee.end_to_end->target, qp)) return;
    core_.delivery->fail_receive(ee, CqeSyndrome::kFlushed);
  });
  resume_waiting(qp);
}

void ReliableDatagram::forget_receives(const QueuePair& qp) {
  core_.qps.for_each([&](std::uint32_t, QueuePair& ee) {
    if (!ee.end_to_end || !ee.receiving || !names(ee.end_to_end->target, qp)) return;
    core_.gathers.release(ee.receiving->gather);
    ee.receiving.reset();
  });
}

void ReliableDatagram::close(QueuePair& ee) {
  ee.transport_deadline = kNoCycle;
  core_.delivery->fail_receive(ee, CqeSyndrome::kLocalEecOperation);
  if (QueuePair* const qp = take_sender(ee)) fault(*qp, CqeSyndrome::kLocalEecOperation);
  // The memory lists belong to the queue pairs.
  while (ee.requester.held() > 0) ee.requester.retire();
  Ring<QueuePairRef>& line = ee.end_to_end->senders;
  while (!line.empty()) {
    const QueuePairRef next = line.front();
    line.pop();
    QueuePair* const qp = core_.find_qp(next.number, next.epoch);
    if (qp != nullptr) fault(*qp, CqeSyndrome::kInvalidEecState);
  }
}

}  // namespace ib::hca
