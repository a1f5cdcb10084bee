// SPDX-License-Identifier: Apache-2.0
#include "models/hca/atomic_unit.h"

#include <optional>

#include "models/hca/responder.h"
#include "models/ib/base/bytes.h"

namespace ib::hca {
namespace {

constexpr std::uint32_t kWordBytes = 8;

bool allowed(const Core& core, const AtomicJob& job) {
  return core.protection.allows(job.rkey, job.who, job.address, kWordBytes, access::kRemoteAtomic);
}

}  // namespace

void AtomicUnit::start(const AtomicJob& job) {
  waiting_.push(job);
  resume();
}

// False while its page address is on its way.
bool AtomicUnit::find_place(const AtomicJob& job, std::optional<std::uint64_t>& bus) {
  if (place_ == Translator::kNone) {
    place_ = core_.translator->open({TranslationWaiter::Stage::kAtomic, 0, 0});
    if (!core_.translator->add(place_, job.rkey, job.who, job.address, 0, kWordBytes,
                               access::kRemoteAtomic)) {
      core_.translator->close(place_);
      return true;
    }
  }
  const Translator::State state = core_.translator->resolve(place_);
  if (state == Translator::State::kWaiting) return false;
  if (state == Translator::State::kReady) bus = core_.translator->pieces(place_).front().address;
  return true;
}

AtomicUnit::Slot* AtomicUnit::free_slot(std::uint64_t bus_address) {
  Slot* free = nullptr;
  for (Slot& slot : slots_) {
    if (!slot.busy) {
      free = &slot;
    } else if (slot.bus_address == bus_address) {
      return nullptr;
    }
  }
  return free;
}

bool AtomicUnit::start_first() {
  if (waiting_.empty()) return false;
  const AtomicJob job = waiting_.front();
  QueuePair* const qp = core_.find_qp(job.qpn, job.epoch);
  std::optional<std::uint64_t> bus;
  if (qp != nullptr && !find_place(job, bus)) return false;
  if (!bus) {  // gone while it waited
    core_.translator->close(place_);
    waiting_.pop();
    if (qp != nullptr) core_.responder->fail_response(*qp, job.psn, NakCode::kRemoteAccessError);
    return true;
  }
  Slot* const slot = free_slot(*bus);
  if (slot == nullptr) return false;
  core_.translator->close(place_);
  waiting_.pop();
  *slot = {true, *bus, job};
  const auto index = static_cast<std::uint32_t>(slot - slots_.data());
  const DmaEngine::Operation read =
      core_.dma.open({DmaUser::kAtomic, index, 0}, Payload::real(core_.payloads));
  core_.dma.add(read, *bus, 0, kWordBytes);
  core_.dma.start(core_.now_ticks(), read);
  return true;
}

void AtomicUnit::read_done(std::uint32_t slot, DmaResult& result) {
  const AtomicJob job = slots_[slot].job;
  slots_[slot].busy = false;
  QueuePair* const qp = core_.find_qp(job.qpn, job.epoch);
  if (qp != nullptr && !result.ok) {
    core_.responder->fail_response(*qp, job.psn, NakCode::kRemoteOperationalError);
  } else if (qp != nullptr && allowed(core_, job)) {
    finish(slots_[slot], *qp, load_le64(result.data.writable()));
  } else if (qp != nullptr) {  // the region went while the word was read
    core_.responder->fail_response(*qp, job.psn, NakCode::kRemoteAccessError);
  }
  resume();
}

// The write is posted before any later read of the word, so the slot is free at once.
void AtomicUnit::finish(const Slot& slot, QueuePair& qp, std::uint64_t original) {
  const AtomicJob& job = slot.job;
  const bool writes = !job.compares || original == job.compare;
  if (writes) {
    const Payload word = Payload::real(core_.payloads);
    Payload bytes = word;
    store_le64(bytes.writable(), job.compares ? job.swap_or_add : original + job.swap_or_add);
    core_.dma.write(core_.now_ticks(), slot.bus_address, word, 0, kWordBytes);
  }
  ++core_.counters.atomics_executed;
  core_.responder->atomic_done(qp, job.psn, original);
}

}  // namespace ib::hca
