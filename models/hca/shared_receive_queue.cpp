// SPDX-License-Identifier: Apache-2.0
#include "models/hca/shared_receive_queue.h"

#include <algorithm>

#include "models/hca/event_writer.h"
#include "models/hca/responder.h"
#include "models/ib/queues/doorbell.h"

namespace ib::hca {
namespace {

std::uint32_t ring_wqes(const SharedReceiveState& srq) {
  return std::uint32_t{1} << srq.context.log_size;
}
std::uint32_t stride(const SharedReceiveState& srq) {
  return std::uint32_t{1} << srq.context.log_stride;
}
/// WQEs posted, as far as is known, and not used.
std::uint32_t left(const SharedReceiveState& srq) {
  return static_cast<std::uint16_t>(srq.producer - srq.fetched) +
         static_cast<std::uint32_t>(srq.ready.size());
}

}  // namespace

bool SharedReceiveQueue::take(QueuePair& qp) {
  const std::uint32_t srqn = qp.srqn();
  SharedReceiveState& srq = *core_.srqs.find(srqn);
  if (srq.ready.empty()) return false;
  qp.receiving = srq.ready.front();
  qp.receiving->srqn = srqn;
  qp.receiving->cqn = srq.context.xrcd != 0 ? srq.context.cqn : qp.context.cqn_receive;
  srq.ready.pop();
  const bool low = srq.ready.size() * 2 <= core_.config.rq_prefetch_wqes;
  if (low || left(srq) < srq.limit) look(srqn, srq);
  return true;
}

void SharedReceiveQueue::demand(QueuePair& qp) {
  SharedReceiveState& srq = *core_.srqs.find(qp.srqn());
  srq.waiting.push({qp.number, qp.epoch});
  look(qp.srqn(), srq);
}

void SharedReceiveQueue::arm(std::uint32_t srqn, std::uint32_t limit) {
  SharedReceiveState& srq = *core_.srqs.find(srqn);
  srq.limit = limit;
  if (limit > 0) look(srqn, srq);
}

void SharedReceiveQueue::look(std::uint32_t srqn, SharedReceiveState& srq) {
  if (srq.fetching) return;
  const bool wants_record = left(srq) < srq.limit;
  if (wants_record || !read_wqes(srqn, srq)) read_record(srqn, srq);
}

void SharedReceiveQueue::read_record(std::uint32_t srqn, SharedReceiveState& srq) {
  srq.fetching = true;
  srq.looking_for = static_cast<std::uint32_t>(srq.waiting.size());
  const DmaEngine::Operation read =
      core_.dma.open({DmaUser::kSrqRecord, srqn, srq.epoch}, Payload::real(core_.payloads));
  core_.dma.add(read, srq.context.doorbell_record, 0, qp_doorbell_record::kBytes);
  core_.dma.start(core_.now_ticks(), read);
}

void SharedReceiveQueue::record_read(std::uint32_t srqn, DmaResult& result) {
  SharedReceiveState* const srq = core_.srqs.find(srqn);
  if (srq == nullptr || srq->epoch != result.owner.epoch) return;
  srq->fetching = false;
  if (result.ok) {
    srq->producer = static_cast<std::uint16_t>(
        load_field(result.data.writable(), qp_doorbell_record::kReceive));
  }
  check_limit(srqn, *srq);
  if (!read_wqes(srqn, *srq) && srq->ready.empty()) resume_waiting(*srq, /*found=*/false);
}

void SharedReceiveQueue::check_limit(std::uint32_t srqn, SharedReceiveState& srq) {
  if (left(srq) >= srq.limit) return;
  srq.limit = 0;
  core_.events->raise(EventType::kSrqLimit, srqn);
}

bool SharedReceiveQueue::read_wqes(std::uint32_t srqn, SharedReceiveState& srq) {
  const auto posted = static_cast<std::uint16_t>(srq.producer - srq.fetched);
  if (posted == 0 || srq.ready.size() >= core_.config.rq_prefetch_wqes) return false;
  const auto in_buffer = static_cast<std::uint32_t>(kMaxPayloadBytes) / stride(srq);
  const std::uint32_t count = std::min(
      {std::uint32_t{posted}, core_.config.rq_prefetch_wqes, in_buffer, ring_wqes(srq) - srq.next});
  srq.fetching = true;
  srq.fetch_wqes = count;
  const DmaEngine::Operation read =
      core_.dma.open({DmaUser::kSrqWqe, srqn, srq.epoch}, Payload::real(core_.payloads));
  core_.dma.add(read, srq.context.buffer + std::uint64_t{srq.next} * stride(srq), 0,
                count * stride(srq));
  core_.dma.start(core_.now_ticks(), read);
  return true;
}

// WQEs are used as long as the chain goes on to the neighbour that was read with them.
void SharedReceiveQueue::wqes_read(std::uint32_t srqn, DmaResult& result) {
  SharedReceiveState* const srq = core_.srqs.find(srqn);
  if (srq == nullptr || srq->epoch != result.owner.epoch) return;
  srq->fetching = false;
  if (!result.ok) {
    core_.events->raise(EventType::kSrqCatastrophic, srqn);
    resume_waiting(*srq, /*found=*/false);
    return;
  }
  const std::uint32_t first = srq->next;
  for (std::uint32_t i = 0; i < srq->fetch_wqes && srq->next == first + i; ++i) {
    keep(*srq, result.data.writable() + std::size_t{i} * stride(*srq));
  }
  resume_waiting(*srq, /*found=*/true);
}

void SharedReceiveQueue::keep(SharedReceiveState& srq, const std::uint8_t* at) {
  const std::uint8_t* const first = at + kSegmentBytes;
  const std::uint8_t* end = first;
  std::uint64_t room = 0;
  while (end < at + stride(srq)) {
    const DataSegment segment = decode_data(end);
    if (segment.lkey == kTerminatorLKey) break;
    room += segment.byte_count;
    end += kSegmentBytes;
  }
  ReceiveWqe wqe;
  wqe.index = static_cast<std::uint16_t>(srq.next);
  wqe.pd = srq.context.pd;
  wqe.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(room, ~std::uint32_t{0}));
  wqe.gather = core_.gathers.keep(first, end);
  srq.ready.push(wqe);
  srq.next = load_field(at, next_segment::kNextIndex) & (ring_wqes(srq) - 1);
  ++srq.fetched;
}

void SharedReceiveQueue::resume_waiting(SharedReceiveState& srq, bool found) {
  std::size_t count = found ? srq.waiting.size() : srq.looking_for;
  for (; count > 0 && !srq.waiting.empty(); --count) {
    const SharedReceiveState::Waiter waiter = srq.waiting.front();
    srq.waiting.pop();
    QueuePair* const qp = core_.find_qp(waiter.qpn, waiter.epoch);
    if (qp == nullptr) continue;
    qp->rq.found_empty = !found;
    core_.responder->resume(*qp);
  }
}

void SharedReceiveQueue::clear(SharedReceiveState& srq) {
  while (!srq.ready.empty()) {
    core_.gathers.release(srq.ready.front().gather);
    srq.ready.pop();
  }
}

}  // namespace ib::hca
