// SPDX-License-Identifier: Apache-2.0
#include "models/hca/receive_queue.h"

#include <algorithm>

#include "models/hca/flusher.h"
#include "models/hca/responder.h"
#include "models/hca/shared_receive_queue.h"
#include "models/ib/queues/doorbell.h"

namespace ib::hca {
namespace {

std::uint32_t ring_wqes(const QueuePair& qp) { return std::uint32_t{1} << qp.context.log_rq_size; }
/// Where WQEs lie in a buffer that the doorbell record was read into too.
constexpr std::uint32_t kWqesOffset = 64;

std::uint32_t stride(const QueuePair& qp) { return std::uint32_t{1} << qp.context.log_rq_stride; }

}  // namespace

void ReceiveQueue::stock_up(QueuePair& qp) {
  if (qp.context.srqn != 0 || !has_receive_queue(qp.context.type)) return;
  if (qp.rq.fetching || qp.rq.ready.size() >= core_.config.rq_prefetch_wqes) return;
  if (!read_wqes(qp)) read_record(qp);
}

void ReceiveQueue::demand(QueuePair& qp) {
  if (qp.srqn() != 0) {
    core_.shared_receives->demand(qp);
    return;
  }
  if (qp.rq.fetching) return;  // its answer resumes the responder
  if (!read_wqes(qp)) read_record_and_wqes(qp);
}

bool ReceiveQueue::take(QueuePair& qp) {
  if (qp.srqn() != 0) return core_.shared_receives->take(qp);
  if (qp.rq.ready.empty()) return false;
  qp.receiving = qp.rq.ready.front();
  qp.rq.ready.pop();
  if (qp.rq.ready.size() * 2 <= core_.config.rq_prefetch_wqes) stock_up(qp);
  return true;
}

// IBTA Vol 1, 9.7.7.2: none are counted for a shared receive queue.
std::uint8_t ReceiveQueue::credits(const QueuePair& qp) const {
  if (!core_.config.end_to_end_credits || qp.context.srqn != 0 ||
      !has_receive_queue(qp.context.type)) {
    return kNoCreditCode;
  }
  const auto posted = static_cast<std::uint16_t>(qp.rq.producer - qp.rq.next);
  return credit_code(posted + static_cast<std::uint32_t>(qp.rq.ready.size()));
}

void ReceiveQueue::read_record(QueuePair& qp) {
  qp.rq.fetching = true;
  const DmaEngine::Operation read =
      core_.dma.open({DmaUser::kReceiveRecord, qp.number, qp.epoch}, Payload::real(core_.payloads));
  core_.dma.add(read, qp.context.doorbell_record, 0, qp_doorbell_record::kBytes);
  core_.dma.start(core_.now_ticks(), read);
}

// WQEs were written before the record that tells of them: read behind it, they are there.
void ReceiveQueue::read_record_and_wqes(QueuePair& qp) {
  const std::uint32_t first = qp.rq.next & (ring_wqes(qp) - 1);
  const auto in_buffer = (static_cast<std::uint32_t>(kMaxPayloadBytes) - kWqesOffset) / stride(qp);
  const std::uint32_t count =
      std::min({core_.config.rq_prefetch_wqes, in_buffer, ring_wqes(qp) - first});
  qp.rq.fetching = true;
  qp.rq.fetch_wqes = static_cast<std::uint16_t>(count);
  const DmaEngine::Operation read =
      core_.dma.open({DmaUser::kReceiveBoth, qp.number, qp.epoch}, Payload::real(core_.payloads));
  core_.dma.add(read, qp.context.doorbell_record, 0, qp_doorbell_record::kBytes);
  core_.dma.add(read, qp.context.rq_buffer + std::uint64_t{first} * stride(qp), kWqesOffset,
                count * stride(qp));
  core_.dma.start(core_.now_ticks(), read);
}

void ReceiveQueue::record_and_wqes_read(QueuePair& qp, DmaResult& result) {
  if (!result.ok) {  // the record alone may be there
    read_record(qp);
    return;
  }
  take_record(qp, result);
  const auto posted = static_cast<std::uint16_t>(qp.rq.producer - qp.rq.next);
  const std::uint32_t count = std::min<std::uint32_t>(posted, qp.rq.fetch_wqes);
  if (count == 0) {
    record_read(qp, result);
    return;
  }
  take_wqes(qp, result.data.writable() + kWqesOffset, count);
}

void ReceiveQueue::take_record(QueuePair& qp, DmaResult& result) {
  qp.rq.fetching = false;
  if (!result.ok) return;
  const std::uint8_t* const record = result.data.writable();
  qp.rq.producer = static_cast<std::uint16_t>(load_field(record, qp_doorbell_record::kReceive));
}

void ReceiveQueue::record_read(QueuePair& qp, DmaResult& result) {
  take_record(qp, result);
  if (read_wqes(qp)) return;
  if (qp.context.state == QpState::kError) return;
  // Only a look that began after the message came may say that there is nothing for it.
  const bool context_waits = qp.datagrams && !qp.datagrams->waiting.empty();
  if (!context_waits && (qp.stalled.empty() || qp.receiving)) return;
  qp.rq.found_empty = true;
  core_.responder->resume(qp);
}

bool ReceiveQueue::read_wqes(QueuePair& qp) {
  const auto posted = static_cast<std::uint16_t>(qp.rq.producer - qp.rq.next);
  if (posted == 0) return false;
  const std::uint32_t first = qp.rq.next & (ring_wqes(qp) - 1);
  const auto in_buffer = static_cast<std::uint32_t>(kMaxPayloadBytes) / stride(qp);
  const std::uint32_t count =
      std::min({std::uint32_t{posted}, ring_wqes(qp), core_.config.rq_prefetch_wqes, in_buffer});
  const std::uint32_t before_wrap = std::min(count, ring_wqes(qp) - first);
  qp.rq.fetching = true;
  qp.rq.fetch_wqes = static_cast<std::uint16_t>(count);
  const DmaEngine::Operation read =
      core_.dma.open({DmaUser::kReceiveWqe, qp.number, qp.epoch}, Payload::real(core_.payloads));
  const std::uint64_t base = qp.context.rq_buffer;
  core_.dma.add(read, base + std::uint64_t{first} * stride(qp), 0, before_wrap * stride(qp));
  core_.dma.add(read, base, before_wrap * stride(qp), (count - before_wrap) * stride(qp));
  core_.dma.start(core_.now_ticks(), read);
  return true;
}

void ReceiveQueue::wqes_read(QueuePair& qp, DmaResult& result) {
  qp.rq.fetching = false;
  if (!result.ok) {
    core_.responder->fail(qp, NakCode::kRemoteOperationalError);
    core_.responder->drop_stalled(qp);
    return;
  }
  take_wqes(qp, result.data.writable(), qp.rq.fetch_wqes);
}

void ReceiveQueue::take_wqes(QueuePair& qp, const std::uint8_t* at, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) keep(qp, at + std::size_t{i} * stride(qp));
  if (qp.context.state == QpState::kError) {
    core_.flusher->flush_receives(qp);
    return;
  }
  core_.responder->resume(qp);
  stock_up_if_low(qp);
}

void ReceiveQueue::stock_up_if_low(QueuePair& qp) {
  const bool more = qp.rq.producer != qp.rq.next;
  if (more && qp.rq.ready.size() * 2 <= core_.config.rq_prefetch_wqes) stock_up(qp);
}

void ReceiveQueue::keep(QueuePair& qp, const std::uint8_t* at) {
  const std::uint8_t* end = at;
  std::uint64_t room = 0;
  while (end < at + stride(qp)) {
    const DataSegment segment = decode_data(end);
    if (segment.lkey == kTerminatorLKey) break;
    room += segment.byte_count;
    end += kSegmentBytes;
  }
  ReceiveWqe wqe;
  wqe.index = qp.rq.next++;
  wqe.pd = qp.context.pd;
  wqe.cqn = qp.context.cqn_receive;
  wqe.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(room, ~std::uint32_t{0}));
  wqe.gather = core_.gathers.keep(at, end);
  qp.rq.ready.push(wqe);
}

}  // namespace ib::hca
