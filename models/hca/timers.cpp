// SPDX-License-Identifier: Apache-2.0
#include "models/hca/timers.h"

#include <algorithm>

#include "models/hca/reliable_datagram.h"
#include "models/hca/requester.h"
#include "models/hca/send_scheduler.h"

namespace ib::hca {
namespace {

constexpr double kTimeoutUnitNs = 4096;  // 4.096 us * 2^n (ib-facts 6)

}  // namespace

Cycle Timers::timeout_cycles(const QueuePair& qp) const {
  const unsigned code = qp.context.attributes.timeout;
  if (code == 0) return kNoCycle;
  return core_.chip.clock().cycles_covering(ticks_from_ns(kTimeoutUnitNs) << code);
}

void Timers::push(const QueuePair& qp, Cycle due, Kind kind) {
  heap_.push_back({due, qp.number, qp.epoch, kind});
  std::push_heap(heap_.begin(), heap_.end(), Later{});
  core_.wake(due, Phase::kRelease, Engine::kTimer);
}

void Timers::sent(QueuePair& qp) {
  if (qp.transport_deadline != kNoCycle) return;
  progressed(qp);
}

void Timers::progressed(QueuePair& qp) {
  const Cycle timeout = timeout_cycles(qp);
  if (!qp.requester.awaits_answer() || timeout == kNoCycle) {
    qp.transport_deadline = kNoCycle;
    return;
  }
  qp.transport_deadline = core_.now() + timeout;
  if (qp.transport_timer_set) return;
  qp.transport_timer_set = true;
  push(qp, qp.transport_deadline, Kind::kTransport);
}

void Timers::wait_rnr(QueuePair& qp, std::uint8_t code) {
  qp.transport_deadline = kNoCycle;
  const double ns = 1000.0 * kRnrTimerUs[code];
  push(qp, core_.now() + core_.chip.clock().cycles_covering(ticks_from_ns(ns)), Kind::kRnr);
}

void Timers::wait_pace(QueuePair& qp) {
  if (qp.pace_timer_set) return;
  qp.pace_timer_set = true;
  push(qp, core_.cycle_at(qp.pacer.next()), Kind::kPace);
}

void Timers::delay_ack(QueuePair& qp) {
  if (qp.ack_deadline != kNoCycle) return;
  qp.ack_deadline =
      core_.now() + core_.chip.clock().cycles_covering(ticks_from_ns(core_.config.ack_delay_ns));
  push(qp, qp.ack_deadline, Kind::kAck);
}

void Timers::expire() {
  while (!heap_.empty() && heap_.front().due <= core_.now()) {
    std::pop_heap(heap_.begin(), heap_.end(), Later{});
    const Entry entry = heap_.back();
    heap_.pop_back();
    QueuePair* const qp = core_.find_qp(entry.qpn, entry.epoch);
    if (qp != nullptr) fire(*qp, entry.kind);
  }
}

void Timers::fire(QueuePair& qp, Kind kind) {
  switch (kind) {
    case Kind::kTransport:
      check_transport(qp);
      break;
    case Kind::kRnr:
      if (qp.datagrams) {
        core_.datagrams->rnr_ended(qp);
        break;
      }
      qp.requester.rnr_expired();
      core_.scheduler->activate_requests(qp);
      break;
    case Kind::kPace:
      qp.pace_timer_set = false;
      core_.scheduler->activate_requests(qp);
      core_.scheduler->activate_responses(qp);
      break;
    case Kind::kAck:
      qp.ack_deadline = kNoCycle;
      core_.scheduler->activate_responses(qp);
      break;
  }
}

void Timers::check_transport(QueuePair& qp) {
  qp.transport_timer_set = false;
  if (qp.transport_deadline == kNoCycle) return;
  if (qp.transport_deadline > core_.now()) {
    qp.transport_timer_set = true;
    push(qp, qp.transport_deadline, Kind::kTransport);
    return;
  }
  qp.transport_deadline = kNoCycle;
  core_.requester->timed_out(qp);
}

}  // namespace ib::hca
