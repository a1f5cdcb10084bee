// SPDX-License-Identifier: Apache-2.0
#include "models/hca/wqe_fetcher.h"

#include <algorithm>
#include <utility>

#include "models/hca/flusher.h"
#include "models/hca/requester.h"
#include "models/ib/transport/wqe_decoder.h"

namespace ib::hca {
namespace {

/// An empty list of memory: its first byte is its end.
constexpr std::uint8_t kNoSegments = 0;

/// A datagram is one packet; a raw one has no pad, and IPv6 its own header (ib-facts 1.1).
bool length_fits(const QueuePair& qp, const SendRequest& request) {
  constexpr std::uint32_t kIpv6HeaderBytes = 40;
  if (!is_datagram(qp.context.type) || request.local_only) return true;
  if (request.length > qp.mtu()) return false;
  if (!is_raw(qp.context.type)) return true;
  const std::uint32_t least = qp.context.type == QpType::kRawIpv6 ? kIpv6HeaderBytes : 0;
  return request.length % 4 == 0 && request.length >= least;
}

std::uint32_t ring_blocks(const QueuePair& qp) {
  return std::uint32_t{1} << qp.context.log_sq_size;
}

}  // namespace

void WqeFetcher::kick(QueuePair& qp) {
  SendQueueState& sq = qp.sq;
  const bool takes = can_send(qp.context.state) || flushes_sends(qp.context.state);
  if (!takes || sq.fetching || sq.next == sq.producer) return;
  if (qp.requester.held() >= core_.config.send_window_wqes) return;
  sq.fetching = true;
  const auto waiting = static_cast<std::uint16_t>(sq.producer - sq.next);
  if (sq.pushed && sq.pushed_index == sq.next && sq.pushed_blocks == waiting) {
    sq.pushed = false;
    ++core_.counters.blueflame_wqes;
    start_decoding({qp.number, qp.epoch, sq.pushed_blocks, true, std::move(sq.pushed_wqe)});
    return;
  }
  const std::uint32_t wanted =
      std::max<std::uint32_t>(core_.config.wqe_prefetch_blocks, sq.least_fetch);
  read_blocks(qp, std::min({std::uint32_t{waiting}, wanted, ring_blocks(qp)}));
}

void WqeFetcher::read_blocks(QueuePair& qp, std::uint32_t count) {
  const std::uint32_t first = qp.sq.next & (ring_blocks(qp) - 1);
  const std::uint32_t before_wrap = std::min(count, ring_blocks(qp) - first);
  const DmaEngine::Operation read =
      core_.dma.open({DmaUser::kSendWqe, qp.number, qp.epoch}, Payload::real(core_.payloads));
  const std::uint64_t base = qp.context.sq_buffer;
  core_.dma.add(read, base + std::uint64_t{first} * kBasicBlockBytes, 0,
                before_wrap * kBasicBlockBytes);
  core_.dma.add(read, base, before_wrap * kBasicBlockBytes,
                (count - before_wrap) * kBasicBlockBytes);
  core_.dma.start(core_.now_ticks(), read);
  qp.sq.fetch_blocks = static_cast<std::uint16_t>(count);
}

void WqeFetcher::fetched(QueuePair& qp, DmaResult& result) {
  start_decoding({qp.number, qp.epoch, qp.sq.fetch_blocks, result.ok, std::move(result.data)});
}

void WqeFetcher::start_decoding(Batch batch) {
  const Cycle done = core_.now() + core_.config.wqe_decode_cycles;
  decoding_.push(done, std::move(batch));
  core_.wake(done, Phase::kDecide, Engine::kWqeFetcher);
}

void WqeFetcher::decide() {
  while (decoding_.next() <= core_.now()) {
    Batch batch = decoding_.pop();
    QueuePair* const qp = core_.find_qp(batch.qpn, batch.epoch);
    if (qp == nullptr) continue;
    qp->sq.fetching = false;
    decode(*qp, batch);
  }
}

void WqeFetcher::decode(QueuePair& qp, Batch& batch) {
  if (!batch.ok) {
    SendRequest unreadable;
    unreadable.fault = CqeSyndrome::kLocalProtection;
    unreadable.wqe_index = qp.sq.next;
    qp.sq.next = qp.sq.producer;
    accept(qp, unreadable, nullptr, nullptr);
  } else {
    const std::uint8_t* const bytes = batch.bytes.writable();
    for (std::uint32_t at = 0; at < batch.blocks;) {
      if (qp.requester.held() >= core_.config.send_window_wqes) break;
      const std::uint32_t used =
          decode_one(qp, bytes + std::size_t{at} * kBasicBlockBytes, batch.blocks - at);
      if (used == 0) break;
      at += used;
    }
  }
  core_.requester->progress(qp);
  kick(qp);
}

std::uint32_t WqeFetcher::decode_one(QueuePair& qp, const std::uint8_t* at,
                                     std::uint32_t available) {
  const std::uint32_t blocks = wqe_blocks(at);
  const auto posted = static_cast<std::uint16_t>(qp.sq.producer - qp.sq.next);
  const bool reaches_too_far = blocks > posted || blocks > ring_blocks(qp);
  if (blocks > available && !reaches_too_far) {
    qp.sq.least_fetch = static_cast<std::uint8_t>(blocks);
    return 0;
  }
  qp.sq.least_fetch = 1;
  DecodedWqe wqe;
  if (!reaches_too_far) {
    wqe = core_.machines.wqe_decoder != nullptr
              ? run_wqe(*core_.machines.wqe_decoder, at, qp.context.type)
              : decode_send_wqe(at, qp.context.type);
  }
  SendRequest& request = wqe.request;
  if (reaches_too_far || wqe.qpn != qp.number || request.wqe_index != qp.sq.next) {
    request.fault = CqeSyndrome::kLocalQpOperation;
    request.wqe_index = qp.sq.next;
  }
  const std::uint32_t used = reaches_too_far ? 1 : blocks;
  request.blocks = static_cast<std::uint8_t>(used);
  qp.sq.next = static_cast<std::uint16_t>(qp.sq.next + used);
  ++core_.counters.wqes_decoded;
  accept(qp, request, wqe.pieces, wqe.end);
  return used;
}

bool WqeFetcher::may_use(const QueuePair& qp, const SendRequest& request) const {
  const std::uint32_t needed = is_read_or_atomic(request.kind) ? access::kLocalWrite : 0;
  return core_.gathers.visit(
      request.gather, 0, request.length,
      [&](const DataSegments::Piece& piece, std::uint32_t, std::uint32_t, std::uint32_t) {
        return piece.is_inline ||
               core_.protection.allows(piece.segment.lkey, qp.self(), piece.segment.address,
                                       piece.byte_count, needed);
      });
}

void WqeFetcher::accept(QueuePair& qp, SendRequest request, const std::uint8_t* first,
                        const std::uint8_t* end) {
  // A WQE that could not be taken apart has no list.
  request.gather = first == end ? core_.gathers.keep(&kNoSegments, &kNoSegments)
                                : core_.gathers.keep(first, end);
  if (request.fault == CqeSyndrome::kNone && !request.local_only && !may_use(qp, request)) {
    request.fault = CqeSyndrome::kLocalProtection;
  }
  if (request.fault == CqeSyndrome::kNone && !length_fits(qp, request)) {
    request.fault = CqeSyndrome::kLocalLength;
  }
  if (request.fault != CqeSyndrome::kNone) ++core_.counters.wqes_malformed;
  if (flushes_sends(qp.context.state)) {
    core_.flusher->flush_request(qp, request);
    return;
  }
  qp.requester.accept(request);
}

}  // namespace ib::hca
