// SPDX-License-Identifier: Apache-2.0
#include "models/hca/transmit_queue.h"

#include "models/hca/context_loader.h"
#include "models/hca/packetizer.h"
#include "models/hca/reliable_datagram.h"
#include "models/hca/requester.h"
#include "models/hca/responder.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::hca {
namespace {

constexpr std::uint32_t kNoQueuePair = ~std::uint32_t{0};

}  // namespace

TransmitQueue::Entry TransmitQueue::reserve() {
  if (free_.empty()) {
    entries_.emplace_back();
    return static_cast<Entry>(entries_.size() - 1);
  }
  const Entry entry = free_.back();
  free_.pop_back();
  return entry;
}

void TransmitQueue::add(Entry entry, QueuePair& qp, link::Slot slot, Translator::Job job,
                        TransmitLane lane, std::uint32_t key, Psn psn) {
  std::uint32_t& in_lane =
      lane == TransmitLane::kRequests ? qp.requests_in_transmit : qp.responses_in_transmit;
  const bool express = job == Translator::kNone && in_lane == 0;
  if (!express) ++in_lane;
  Waiting& waiting = entries_[entry];
  waiting = Waiting{};
  waiting.slot = slot;
  waiting.job = job;
  waiting.key = key;
  waiting.lane = express ? TransmitLane::kExpress : lane;
  waiting.qpn = qp.number;
  waiting.epoch = qp.epoch;
  waiting.psn = psn;
  waiting.unreliable = !is_reliable(qp.context.type);
  waiting.payload_bytes = job == Translator::kNone ? 0 : core_.store[slot].packet.payload_bytes;
  lanes_[static_cast<std::size_t>(waiting.lane)].push(entry);
}

void TransmitQueue::add_notification(Entry entry, link::Slot slot) {
  Waiting& waiting = entries_[entry];
  waiting = Waiting{};
  waiting.slot = slot;
  waiting.qpn = kNoQueuePair;
  lanes_[static_cast<std::size_t>(TransmitLane::kExpress)].push(entry);
  start(entry);
}

void TransmitQueue::start(Entry entry) {
  Waiting& waiting = entries_[entry];
  if (waiting.job != Translator::kNone) {
    const ContextWaiter waiter{ContextWaiter::Stage::kTransmit, entry};
    const bool needs_key = core_.protection.exists(waiting.key);
    if (needs_key &&
        !core_.contexts->ready(ContextKind::kMkey, Protection::index_of(waiting.key), waiter)) {
      return;
    }
    read_payload(entry);
    return;
  }
  waiting.ready = true;
  core_.wake(core_.now(), Phase::kDecide, Engine::kTransmit);
}

void TransmitQueue::read_payload(Entry entry) {
  Waiting& waiting = entries_[entry];
  const Translator::State state = core_.translator->resolve(waiting.job);
  if (state == Translator::State::kWaiting) return;
  if (state == Translator::State::kFault) {
    core_.translator->close(waiting.job);
    payload_read(entry, /*ok=*/false);
    return;
  }
  const DmaEngine::Operation read =
      core_.dma.open({DmaUser::kTransmit, entry, 0}, core_.store[waiting.slot].packet.payload);
  for (const BusPiece& piece : core_.translator->pieces(waiting.job)) {
    core_.dma.add(read, piece.address, piece.offset, piece.length);
  }
  core_.translator->close(waiting.job);
  core_.dma.start(core_.now_ticks(), read);
}

void TransmitQueue::context_came(Entry entry) { start(entry); }

void TransmitQueue::payload_read(Entry entry, bool ok) {
  entries_[entry].ready = true;
  entries_[entry].failed = !ok;
  core_.wake(core_.now(), Phase::kDecide, Engine::kTransmit);
}

void TransmitQueue::decide() {
  bool moved = true;
  while (moved) {
    moved = move_one(TransmitLane::kExpress);
    const TransmitLane first =
        responses_first_ ? TransmitLane::kResponses : TransmitLane::kRequests;
    const TransmitLane other =
        responses_first_ ? TransmitLane::kRequests : TransmitLane::kResponses;
    if (move_one(first)) {
      responses_first_ = !responses_first_;
      moved = true;
    } else {
      moved = move_one(other) || moved;
    }
  }
}

bool TransmitQueue::move_one(TransmitLane lane) {
  Ring<Entry>& ring = lanes_[static_cast<std::size_t>(lane)];
  if (ring.empty() || !entries_[ring.front()].ready) return false;
  const Waiting waiting = entries_[ring.front()];
  if (waiting.failed) {
    core_.store.release(waiting.slot);
  } else {
    Packet& packet = core_.store[waiting.slot].packet;
    if (core_.port.tx_free_blocks(packet.vl, core_.now()) < core_.port.blocks_of(packet)) {
      core_.port.want_room(core_.now());
      return false;
    }
    core_.packetizer->seal(ring.front(), packet);
    core_.port.enqueue(waiting.slot, core_.now(), core_.now() + core_.config.packetizer_cycles);
  }
  free_.push_back(ring.front());
  ring.pop();
  leave(waiting);
  if (waiting.failed) report_failure(waiting);
  return true;
}

void TransmitQueue::leave(const Waiting& waiting) {
  if (waiting.payload_bytes > 0) core_.packetizer->payload_gone(waiting.payload_bytes);
  QueuePair* const qp = core_.find_qp(waiting.qpn, waiting.epoch);
  if (qp == nullptr) return;
  if (waiting.unreliable && !waiting.failed) core_.requester->sent(*qp, waiting.psn);
  if (waiting.lane == TransmitLane::kExpress) return;
  --(waiting.lane == TransmitLane::kRequests ? qp->requests_in_transmit
                                             : qp->responses_in_transmit);
}

void TransmitQueue::report_failure(const Waiting& waiting) {
  QueuePair* const qp = core_.find_qp(waiting.qpn, waiting.epoch);
  if (qp == nullptr) return;
  if (waiting.lane == TransmitLane::kResponses) {
    core_.responder->fail_response(*qp, waiting.psn, NakCode::kRemoteOperationalError);
  } else if (!qp->end_to_end || ReliableDatagram::under_way(*qp, waiting.psn)) {
    core_.requester->local_fault(*qp, CqeSyndrome::kLocalProtection);
  }
}

}  // namespace ib::hca
