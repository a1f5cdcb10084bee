// SPDX-License-Identifier: Apache-2.0
#include "models/hca/event_writer.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "models/hca/interrupts.h"
#include "models/ib/queues/cqe.h"

namespace ib::hca {
namespace {

constexpr double kNsPerUs = 1000;

/// Entry `index` lies behind entry `other` in a queue whose indices have 24 bits.
bool behind(std::uint32_t index, std::uint32_t other) { return Psn{other}.before(Psn{index}); }

}  // namespace

void EventWriter::completed(std::uint32_t cqn, CompletionQueueState& cq, bool solicited) {
  if (solicited) cq.solicited = cq.producer;
  const bool wanted = cq.armed == CqArmed::kNext || (cq.armed == CqArmed::kSolicited && solicited);
  if (!wanted) return;
  ++cq.moderated;
  if (cq.moderated >= cq.context.max_count) {
    fire(cqn, cq);
    return;
  }
  if (cq.moderated > 1 || cq.context.period_us == 0) return;
  const Ticks period = ticks_from_ns(kNsPerUs * cq.context.period_us);
  cq.moderation_deadline = core_.now() + core_.chip.clock().cycles_covering(period);
  waits_.push_back({cq.moderation_deadline, cqn});
  std::push_heap(waits_.begin(), waits_.end(), std::greater<>{});
  core_.wake(cq.moderation_deadline, Phase::kDecide, Engine::kEvents);
}

// Completions that software has not seen when it arms are reported at once.
void EventWriter::arm_completions(std::uint32_t cqn, CompletionQueueState& cq, const CqArm& arm) {
  cq.armed = arm.solicited_only ? CqArmed::kSolicited : CqArmed::kNext;
  cq.moderated = 0;
  const std::uint32_t newest = arm.solicited_only ? cq.solicited : cq.producer;
  if (behind(newest, arm.consumer)) fire(cqn, cq);
}

void EventWriter::fire(std::uint32_t cqn, CompletionQueueState& cq) {
  cq.armed = CqArmed::kNo;
  cq.moderated = 0;
  cq.moderation_deadline = kNoCycle;
  if (cq.context.eqn != 0) post(cq.context.eqn, {EventType::kCompletion, cqn, 0, 0});
}

void EventWriter::update_queue(std::uint32_t eqn, std::uint32_t consumer, bool arm) {
  EventQueueState* const eq = core_.eqs.find(eqn);
  if (eq == nullptr) return;
  eq->consumer = consumer;
  if (!arm) return;
  eq->armed = !behind(eq->producer, consumer);
  if (!eq->armed) core_.interrupts->raise(eq->context.vector);
}

void EventWriter::raise(EventType type, std::uint32_t object) { deliver({type, object, 0, 0}); }

void EventWriter::port_changed(PortChange change) {
  constexpr std::uint32_t kPort = 1;
  deliver({EventType::kPortChange, kPort, static_cast<std::uint8_t>(change), 0});
}

// Armed is between Initialize and Active, and nothing that software waits for.
void EventWriter::note_port() {
  const PortState state = core_.port.state().state();
  if (state == port_state_) return;
  const bool was_up = port_state_ == PortState::kArmed || port_state_ == PortState::kActive;
  port_state_ = state;
  const bool trained_again = was_up && state == PortState::kInitialize;
  if (state == PortState::kDown || trained_again) port_changed(PortChange::kDown);
  if (state == PortState::kInitialize) port_changed(PortChange::kInitialized);
  if (state == PortState::kActive) port_changed(PortChange::kActive);
}

void EventWriter::deliver(const Eqe& eqe) {
  const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(eqe.type);
  std::uint32_t taker = 0;
  core_.eqs.for_each([&](std::uint32_t eqn, const EventQueueState& eq) {
    if (taker == 0 && (eq.context.event_mask & bit) != 0) taker = eqn;
  });
  if (taker != 0) post(taker, eqe);
}

void EventWriter::post(std::uint32_t eqn, const Eqe& eqe) {
  const Cycle done = core_.now() + core_.config.event_cycles;
  pending_.push(done, {eqn, eqe});
  core_.wake(done, Phase::kDecide, Engine::kEvents);
}

void EventWriter::decide() {
  while (!waits_.empty() && waits_.front().due <= core_.now()) {
    std::pop_heap(waits_.begin(), waits_.end(), std::greater<>{});
    const Wait wait = waits_.back();
    waits_.pop_back();
    CompletionQueueState* const cq = core_.cqs.find(wait.cqn);
    if (cq != nullptr && cq->moderation_deadline == wait.due) fire(wait.cqn, *cq);
  }
  while (pending_.next() <= core_.now()) write(pending_.pop());
}

// A full event queue loses the event: software sized it wrong (counted).
void EventWriter::write(const Event& event) {
  EventQueueState* const eq = core_.eqs.find(event.eqn);
  if (eq == nullptr) return;
  const std::uint32_t size = std::uint32_t{1} << eq->context.log_size;
  if (((eq->producer - eq->consumer) & kMask24) >= size) {
    ++core_.counters.events_lost;
    return;
  }
  Eqe eqe = event.eqe;
  eqe.owner = owner_bit(eq->producer, eq->context.log_size);
  const Payload bytes = Payload::real(core_.payloads);
  Payload writable = bytes;
  encode(eqe, writable.writable());
  const std::uint64_t place = eq->producer & (size - 1);
  core_.dma.write(core_.now_ticks(), eq->context.buffer + place * kEqeBytes, bytes, 0, kEqeBytes);
  eq->producer = (eq->producer + 1) & kMask24;
  ++core_.counters.events_written;
  if (!std::exchange(eq->armed, false)) return;
  core_.interrupts->raise(eq->context.vector);
}

}  // namespace ib::hca
