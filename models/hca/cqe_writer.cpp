// SPDX-License-Identifier: Apache-2.0
#include "models/hca/cqe_writer.h"

#include <algorithm>
#include <cstring>

#include "models/hca/event_writer.h"
#include "models/hca/flusher.h"
#include "models/ib/queues/doorbell.h"

namespace ib::hca {
namespace {

std::uint32_t size_of(const CompletionQueueState& cq) {
  return std::uint32_t{1} << cq.context.log_size;
}

/// Entries that software is not known to have taken.
std::uint32_t used(const CompletionQueueState& cq) {
  return (cq.producer + static_cast<std::uint32_t>(cq.session.size()) - cq.consumer) & kMask24;
}

}  // namespace

void CqeWriter::post(std::uint32_t cqn, const Cqe& cqe) {
  const Cycle done = core_.now() + core_.config.cqe_cycles;
  pending_.push(done, {cqn, cqe});
  core_.wake(done, Phase::kDecide, Engine::kCqeWriter);
}

void CqeWriter::decide() {
  while (pending_.next() <= core_.now()) report(pending_.pop());
  while (!sessions_.empty() && sessions_.front().due <= core_.now()) {
    const Session session = sessions_.front();
    sessions_.pop();
    CompletionQueueState* const cq = core_.cqs.find(session.cqn);
    if (cq != nullptr && cq->session_deadline == session.due) end_session(session.cqn, *cq);
  }
}

void CqeWriter::report(const Completion& completion) {
  CompletionQueueState* const cq = core_.cqs.find(completion.cqn);
  if (cq == nullptr || cq->overrun) return;
  const ContextWaiter waiter{ContextWaiter::Stage::kCompletion, parked_.next()};
  if (!core_.contexts->ready(ContextKind::kCq, completion.cqn, waiter)) {
    parked_.keep(completion);
    return;
  }
  if (!cq->held.empty() || used(*cq) >= size_of(*cq)) {
    cq->held.push(completion.cqe);
    if (!cq->reading_record) cq->seemed_full = true;
    read_record(completion.cqn, *cq);
    return;
  }
  enter(completion.cqn, *cq, completion.cqe);
  if (used(*cq) * 2 == size_of(*cq)) read_record(completion.cqn, *cq);
}

void CqeWriter::context_came(std::uint32_t index) { report(parked_.take(index)); }

void CqeWriter::read_record(std::uint32_t cqn, CompletionQueueState& cq) {
  if (cq.reading_record) return;
  cq.reading_record = true;
  const DmaEngine::Operation read =
      core_.dma.open({DmaUser::kCqRecord, cqn, cq.epoch}, Payload::real(core_.payloads));
  core_.dma.add(read, cq.context.doorbell_record, 0, cq_doorbell_record::kBytes);
  core_.dma.start(core_.now_ticks(), read);
}

// Only a look that began after the queue seemed full may say that it is.
void CqeWriter::record_read(std::uint32_t cqn, DmaResult& result) {
  CompletionQueueState* const cq = core_.cqs.find(cqn);
  if (cq == nullptr || cq->epoch != result.owner.epoch) return;
  const bool sure = cq->seemed_full;
  cq->reading_record = false;
  cq->seemed_full = false;
  if (result.ok) {
    cq->consumer = load_field(result.data.writable(), cq_doorbell_record::kConsumer);
  }
  while (!cq->held.empty() && used(*cq) < size_of(*cq)) {
    const Cqe cqe = cq->held.front();
    cq->held.pop();
    enter(cqn, *cq, cqe);
  }
  if (cq->held.empty()) return;
  if (sure || !result.ok) {
    overrun(cqn, *cq);
  } else {
    cq->seemed_full = true;
    read_record(cqn, *cq);
  }
}

// IBTA Vol 1, 11.6.3.2: the queue is in error, and so are the queue pairs that report to it.
void CqeWriter::overrun(std::uint32_t cqn, CompletionQueueState& cq) {
  cq.overrun = true;
  cq.held.clear();
  cq.session.clear();
  ++core_.counters.cq_overruns;
  core_.events->raise(EventType::kCqError, cqn);
  core_.qps.for_each([&](std::uint32_t number, QueuePair& qp) {
    if (qp.context.cqn_send != cqn && qp.context.cqn_receive != cqn) return;
    if (qp.context.state == QpState::kReset) return;
    core_.events->raise(EventType::kWqCatastrophic, number);
    core_.flusher->enter_error(qp);
  });
  core_.srqs.for_each([&](std::uint32_t number, const SharedReceiveState& srq) {
    if (srq.context.cqn == cqn) core_.events->raise(EventType::kSrqCatastrophic, number);
  });
}

void CqeWriter::enter(std::uint32_t cqn, CompletionQueueState& cq, const Cqe& cqe) {
  if (!cq.context.compress) {
    write(cqn, cq, cqe);
    return;
  }
  const bool joins = !cq.session.empty() && compressible(cq.session.front(), cqe);
  if (!joins) end_session(cqn, cq);
  if (is_error(cqe.opcode)) {
    write(cqn, cq, cqe);
    return;
  }
  cq.session.push(cqe);
  if (cq.session.size() == core_.config.compression_entries) {
    end_session(cqn, cq);
  } else if (cq.session.size() == 1) {
    cq.session_deadline = core_.now() + core_.config.compression_cycles;
    sessions_.push({cq.session_deadline, cqn});
    core_.wake(cq.session_deadline, Phase::kDecide, Engine::kCqeWriter);
  }
}

// An entry that found no other is written as it is.
void CqeWriter::end_session(std::uint32_t cqn, CompletionQueueState& cq) {
  cq.session_deadline = kNoCycle;
  if (cq.session.size() > 1) write_session(cq);
  const bool written = cq.session.size() > 1;
  while (!cq.session.empty()) {
    const Cqe cqe = cq.session.front();
    cq.session.pop();
    if (!written) {
      write(cqn, cq, cqe);
      continue;
    }
    cq.producer = (cq.producer + 1) & kMask24;
    ++core_.counters.cqes_written;
    core_.events->completed(cqn, cq, cqe.solicited);
  }
}

// The title is written last: what it stands for is there when software finds it.
void CqeWriter::write_session(CompletionQueueState& cq) {
  const auto count = static_cast<std::uint32_t>(cq.session.size());
  for (std::uint32_t first = 0; first < count; first += mini_cqe::kPerArray) {
    Payload array = Payload::real(core_.payloads);
    const std::uint32_t in_array = std::min(mini_cqe::kPerArray, count - first);
    std::memset(array.writable(), 0, kCqeBytes);
    for (std::uint32_t i = 0; i < in_array; ++i) {
      encode_mini(cq.session[first + i], array.writable() + std::size_t{i} * mini_cqe::kBytes);
    }
    put(cq, cq.producer + mini_cqe::array_place(first), array);
  }
  Cqe title = cq.session.front();
  title.format = mini_cqe::kCompressed;
  title.byte_count = count;
  title.owner = owner_bit(cq.producer, cq.context.log_size);
  title.timestamp = static_cast<std::uint64_t>(core_.now_ticks() / kTicksPerNs);
  Payload bytes = Payload::real(core_.payloads);
  encode(title, bytes.writable());
  put(cq, cq.producer, bytes);
  ++core_.counters.cqe_titles;
}

void CqeWriter::put(const CompletionQueueState& cq, std::uint32_t index, const Payload& bytes) {
  const std::uint64_t place = index & (size_of(cq) - 1);
  core_.dma.write(core_.now_ticks(), cq.context.buffer + place * kCqeBytes, bytes, 0, kCqeBytes);
}

void CqeWriter::write(std::uint32_t cqn, CompletionQueueState& cq, Cqe cqe) {
  cqe.owner = owner_bit(cq.producer, cq.context.log_size);
  cqe.timestamp = static_cast<std::uint64_t>(core_.now_ticks() / kTicksPerNs);
  Payload bytes = Payload::real(core_.payloads);
  encode(cqe, bytes.writable());
  put(cq, cq.producer, bytes);
  cq.producer = (cq.producer + 1) & kMask24;
  ++core_.counters.cqes_written;
  if (is_error(cqe.opcode)) ++core_.counters.cqes_in_error;
  core_.events->completed(cqn, cq, cqe.solicited || is_error(cqe.opcode));
}

}  // namespace ib::hca
