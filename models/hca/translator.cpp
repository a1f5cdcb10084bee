// SPDX-License-Identifier: Apache-2.0
#include "models/hca/translator.h"

#include <algorithm>

#include "models/hca/atomic_unit.h"
#include "models/hca/requester.h"
#include "models/hca/responder.h"
#include "models/hca/transmit_queue.h"

namespace ib::hca {
namespace {

constexpr std::uint32_t kLineBytes = 64;
constexpr std::uint32_t kEntryBytes = 8;

}  // namespace

Translator::Translator(Core& core)
    : core_(core),
      tags_(core.config.translation_cache_lines, core.config.cache_ways,
            core.config.cache_replacement),
      lines_(core.config.translation_cache_lines) {}

Translator::Job Translator::open(const TranslationWaiter& waiter) {
  if (free_jobs_.empty()) {
    free_jobs_.push_back(static_cast<Job>(jobs_.size()));
    jobs_.emplace_back();
  }
  const Job job = free_jobs_.back();
  free_jobs_.pop_back();
  jobs_[job].waiter = waiter;
  return job;
}

void Translator::close(Job& job) {
  if (job == kNone) return;
  JobState& state = jobs_[job];
  state.stretches.clear();
  state.pieces.clear();
  state.next = 0;
  state.fill = kNoFill;
  state.gone = false;
  free_jobs_.push_back(job);
  job = kNone;
}

bool Translator::add(Job job, std::uint32_t key, const Accessor& who, std::uint64_t address,
                     std::uint32_t offset, std::uint32_t length, std::uint32_t needed) {
  const auto place = core_.protection.place(key, who, address, length, needed);
  if (!place) return false;
  const MkeyContext& region = *place->region;
  if (region.log_page_size == 0) {
    jobs_[job].stretches.push_back(
        {place->region, 0, 0, region.bus_address + place->offset, offset, length});
    return true;
  }
  const std::uint64_t into_page = region.start & ((std::uint64_t{1} << region.log_page_size) - 1);
  jobs_[job].stretches.push_back(
      {place->region, region.mtt, region.log_page_size, into_page + place->offset, offset, length});
  return true;
}

Translator::State Translator::resolve(Job job) {
  JobState& state = jobs_[job];
  if (state.gone) return State::kFault;
  while (state.next < state.stretches.size()) {
    const State done = step(state, job);
    if (done != State::kReady) return done;
  }
  return State::kReady;
}

Translator::State Translator::step(JobState& state, Job job) {
  Stretch& stretch = state.stretches[state.next];
  if (stretch.table == 0) {
    state.pieces.push_back({stretch.at, stretch.offset, stretch.length});
    ++state.next;
    return State::kReady;
  }
  const std::uint64_t page_bytes = std::uint64_t{1} << stretch.log_page;
  const std::uint64_t entry = stretch.table + (stretch.at >> stretch.log_page) * kEntryBytes;
  const ContextCache::Line* const line = tags_.find(entry / kLineBytes);
  if (line == nullptr || line->filling()) return wait_for(state, job, entry / kLineBytes);
  ++core_.counters.translation_hits;
  const std::uint64_t page = lines_[tags_.index_of(*line)][entry / kEntryBytes % kLineEntries];
  if ((page & mtt_entry::kPresent) == 0) return State::kFault;
  const std::uint64_t into = stretch.at & (page_bytes - 1);
  const auto length =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(stretch.length, page_bytes - into));
  state.pieces.push_back({(page & ~(page_bytes - 1)) + into, stretch.offset, length});
  stretch.at += length;
  stretch.offset += length;
  stretch.length -= length;
  if (stretch.length == 0) ++state.next;
  return State::kReady;
}

Translator::State Translator::wait_for(JobState& state, Job job, std::uint64_t line) {
  ContextCache::Line* found = tags_.find(line);
  if (found == nullptr) {
    ++core_.counters.translation_misses;
    ContextCache::Line* const victim = tags_.victim(line);
    if (victim == nullptr) {
      found = tags_.filling_line(line);
    } else {
      tags_.take(*victim, line, new_fill(line));
      found = victim;
    }
  }
  const auto fill = static_cast<std::uint32_t>(found->fill);
  if (state.fill != fill) fills_[fill].waiters.push_back(job);
  state.fill = fill;
  return State::kWaiting;
}

std::uint32_t Translator::new_fill(std::uint64_t line) {
  if (free_fills_.empty()) {
    free_fills_.push_back(static_cast<std::uint32_t>(fills_.size()));
    fills_.emplace_back();
  }
  const std::uint32_t index = free_fills_.back();
  free_fills_.pop_back();
  fills_[index].line = line;
  fills_[index].stale = false;
  if (reading_ < core_.config.context_fills) {
    start(index);
  } else {
    queued_.push(index);
  }
  return index;
}

void Translator::start(std::uint32_t index) {
  ++reading_;
  const DmaEngine::Operation read =
      core_.dma.open({DmaUser::kTranslation, index, 0}, Payload::real(core_.payloads));
  core_.dma.add(read, fills_[index].line * kLineBytes, 0, kLineBytes);
  core_.dma.start(core_.now_ticks(), read);
}

// A table that cannot be read holds no page.
void Translator::filled(std::uint32_t index, DmaResult& result) {
  --reading_;
  if (!queued_.empty()) {
    const std::uint32_t next = queued_.front();
    queued_.pop();
    start(next);
  }
  Fill& fill = fills_[index];
  ContextCache::Line* const line = tags_.find(fill.line);
  if (line != nullptr && line->fill == index) {
    LineData& data = lines_[tags_.index_of(*line)];
    const std::uint8_t* const bytes = result.data.writable();
    for (std::uint32_t i = 0; i < kLineEntries; ++i) {
      data[i] = result.ok ? load_be64(bytes + std::size_t{i} * kEntryBytes) : 0;
    }
    line->fill = ContextCache::kNone;
    if (fill.stale) *line = ContextCache::Line{};
  }
  for (std::size_t i = 0; i < fill.waiters.size(); ++i) {
    JobState& state = jobs_[fill.waiters[i]];
    if (state.fill != index) continue;  // closed meanwhile
    state.fill = kNoFill;
    resume(state.waiter);
  }
  fill.waiters.clear();
  free_fills_.push_back(index);
}

void Translator::resume(const TranslationWaiter& waiter) {
  using Stage = TranslationWaiter::Stage;
  if (waiter.stage == Stage::kTransmit) {
    core_.transmit->context_came(waiter.index);
    return;
  }
  if (waiter.stage == Stage::kAtomic) {
    core_.atomics->resume();
    return;
  }
  QueuePair* const qp = core_.find_qp(waiter.index, waiter.epoch);
  if (qp == nullptr) return;
  if (waiter.stage == Stage::kResponder) {
    core_.responder->resume(*qp);
  } else {
    core_.requester->resume(*qp);
  }
}

void Translator::forget(const MkeyContext* gone, const MkeyContext& region) {
  for (JobState& job : jobs_) {
    for (const Stretch& stretch : job.stretches) job.gone = job.gone || stretch.region == gone;
  }
  if (region.log_page_size == 0) return;
  const std::uint64_t into_page = region.start & ((std::uint64_t{1} << region.log_page_size) - 1);
  const std::uint64_t pages =
      region.length == 0 ? 0 : ((into_page + region.length - 1) >> region.log_page_size) + 1;
  const std::uint64_t first = region.mtt / kLineBytes;
  const std::uint64_t end = (region.mtt + pages * kEntryBytes + kLineBytes - 1) / kLineBytes;
  for (Fill& fill : fills_) fill.stale = fill.stale || (fill.line >= first && fill.line < end);
  tags_.forget_range(first, end);
}

}  // namespace ib::hca
