// SPDX-License-Identifier: Apache-2.0
#include "models/hca/context_loader.h"

#include <utility>

#include "models/hca/cqe_writer.h"
#include "models/hca/doorbell.h"
#include "models/hca/receiver.h"
#include "models/hca/transmit_queue.h"
#include "models/ib/queues/context.h"

namespace ib::hca {
namespace {

constexpr std::array<std::uint32_t, kContextKinds> kBytes{qp_context::kBytes, cq_context::kBytes,
                                                          mkey_context::kBytes};

std::array<std::uint64_t, kContextKinds> counts(const HcaConfig& config) {
  return {std::uint64_t{config.max_qps} + 2, std::uint64_t{config.max_cqs} + 2,
          std::uint64_t{config.max_mkeys} + 2};
}

}  // namespace

ContextLoader::ContextLoader(Core& core)
    : core_(core),
      caches_{
          ContextCache{core.config.qp_cache_entries, core.config.cache_ways,
                       core.config.cache_replacement},
          ContextCache{core.config.cq_cache_entries, core.config.cache_ways,
                       core.config.cache_replacement},
          ContextCache{core.config.mkey_cache_entries, core.config.cache_ways,
                       core.config.cache_replacement},
      } {}

std::uint64_t ContextLoader::table_bytes(const HcaConfig& config) {
  std::uint64_t bytes = 0;
  for (std::size_t kind = 0; kind < kContextKinds; ++kind) {
    bytes += counts(config)[kind] * kBytes[kind];
  }
  return bytes;
}

void ContextLoader::set_table(std::uint64_t address) {
  table_ = address;
  for (ContextCache& each : caches_) each.clear();
}

std::uint64_t ContextLoader::place(ContextKind kind, std::uint32_t id) const {
  const auto wanted = static_cast<std::size_t>(kind);
  std::uint64_t at = table_;
  for (std::size_t before = 0; before < wanted; ++before) {
    at += counts(core_.config)[before] * kBytes[before];
  }
  return at + std::uint64_t{id} * kBytes[wanted];
}

bool ContextLoader::ready(ContextKind kind, std::uint32_t id, const ContextWaiter& waiter) {
  if (table_ == 0) return true;
  ContextCache::Line* line = cache(kind).find(id);
  if (line != nullptr && !line->filling()) {
    ++core_.counters.context_hits;
    return true;
  }
  if (line == nullptr) {
    ++core_.counters.context_misses;
    ContextCache::Line* const victim = cache(kind).victim(id);
    if (victim == nullptr) {
      line = cache(kind).filling_line(id);
    } else {
      if (victim->id != ContextCache::kNone) evict(kind, static_cast<std::uint32_t>(victim->id));
      cache(kind).take(*victim, id, new_fill(kind, id));
      line = victim;
    }
  }
  fills_[line->fill].waiters.push(waiter);
  return false;
}

void ContextLoader::touch(ContextKind kind, std::uint32_t id) {
  if (table_ == 0 || cache(kind).find(id) != nullptr) return;
  ContextCache::Line* const victim = cache(kind).victim(id);
  if (victim == nullptr) return;
  if (victim->id != ContextCache::kNone) evict(kind, static_cast<std::uint32_t>(victim->id));
  cache(kind).take(*victim, id, ContextCache::kNone);
}

// A context is written back whole: software may look at it, nobody else does.
void ContextLoader::evict(ContextKind kind, std::uint32_t id) {
  Payload bytes = Payload::real(core_.payloads);
  std::uint8_t* const to = bytes.writable();
  const QueuePair* const qp = kind == ContextKind::kQp ? core_.qps.find(id) : nullptr;
  const CompletionQueueState* const cq = kind == ContextKind::kCq ? core_.cqs.find(id) : nullptr;
  if (qp != nullptr) {
    encode(qp->context, to);
  } else if (cq != nullptr) {
    encode(cq->context, to);
  } else {
    return;  // a memory key's context does not change: nothing to write back
  }
  core_.dma.write(core_.now_ticks(), place(kind, id), bytes, 0,
                  kBytes[static_cast<std::size_t>(kind)]);
}

std::uint32_t ContextLoader::new_fill(ContextKind kind, std::uint32_t id) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(fills_.size()));
    fills_.emplace_back();
  }
  const std::uint32_t index = free_.back();
  free_.pop_back();
  fills_[index].kind = kind;
  fills_[index].id = id;
  if (reading_ < core_.config.context_fills) {
    start(index);
  } else {
    queued_.push(index);
  }
  return index;
}

void ContextLoader::start(std::uint32_t index) {
  ++reading_;
  const Fill& fill = fills_[index];
  const DmaEngine::Operation read =
      core_.dma.open({DmaUser::kContext, index, 0}, Payload::real(core_.payloads));
  core_.dma.add(read, place(fill.kind, fill.id), 0, kBytes[static_cast<std::size_t>(fill.kind)]);
  core_.dma.start(core_.now_ticks(), read);
}

void ContextLoader::filled(std::uint32_t index) {
  --reading_;
  if (!queued_.empty()) {
    const std::uint32_t next = queued_.front();
    queued_.pop();
    start(next);
  }
  ContextCache::Line* const line = cache(fills_[index].kind).find(fills_[index].id);
  if (line != nullptr) line->fill = ContextCache::kNone;
  for (std::size_t count = fills_[index].waiters.size(); count > 0; --count) {
    const ContextWaiter waiter = fills_[index].waiters.front();
    fills_[index].waiters.pop();
    resume(waiter);
  }
  free_.push_back(index);
}

void ContextLoader::resume(const ContextWaiter& waiter) {
  switch (waiter.stage) {
    case ContextWaiter::Stage::kPacket:
      core_.receiver->context_came(waiter.index);
      break;
    case ContextWaiter::Stage::kDoorbell:
      core_.doorbell->context_came(waiter.index);
      break;
    case ContextWaiter::Stage::kCompletion:
      core_.cqes->context_came(waiter.index);
      break;
    case ContextWaiter::Stage::kTransmit:
      core_.transmit->context_came(waiter.index);
      break;
  }
}

}  // namespace ib::hca
