// SPDX-License-Identifier: Apache-2.0
#include "tlm/agenda.h"

#include <algorithm>
#include <cassert>

namespace ib {
namespace {

unsigned phase_shift(unsigned entities) {
  unsigned shift = 0;
  while ((1u << shift) < entities) ++shift;
  return shift;
}

}  // namespace

Agenda::Agenda(unsigned entities, unsigned wheel_cycles)
    : listed_(entities == 1 ? 0 : kNoList),
      wheel_cycles_(wheel_cycles),
      wheel_mask_(wheel_cycles - 1),
      phase_shift_(phase_shift(entities)),
      row_shift_(phase_shift_ + 2),
      bits_(std::make_unique<std::uint64_t[]>((std::size_t{wheel_cycles} << row_shift_) / 64)),
      entities_(entities) {
  static_assert(kPhases == 4, "a row is four times a phase");
  assert(wheel_cycles >= 64 && wheel_cycles <= kMaxWheelCycles &&
         (wheel_cycles & wheel_mask_) == 0);
}

void Agenda::push_far(Cycle when, Phase phase, unsigned entity) {
  assert(when >= now_);
  far_.push_back({when, phase, entity});
  std::push_heap(far_.begin(), far_.end(), Later{});
  far_next_ = far_.front().when;
}

void Agenda::pull_far(Cycle cycle) {
  while (!far_.empty() && far_.front().when <= cycle) {
    std::pop_heap(far_.begin(), far_.end(), Later{});
    set(static_cast<unsigned>(cycle) & wheel_mask_, far_.back().phase, far_.back().entity);
    far_.pop_back();
  }
  far_next_ = far_.empty() ? kNoCycle : far_.front().when;
}

void Agenda::list_full(std::uint64_t key) {
  const std::uint64_t latest = std::max(key, list_[0]);
  push_far(static_cast<Cycle>(latest / kPhases), static_cast<Phase>(latest % kPhases), 0);
  if (latest == key) return;
  std::copy(list_.begin() + 1, list_.end(), list_.begin());
  --listed_;
  list(key);
}

void Agenda::list_far(Cycle cycle) {
  while (!far_.empty() && far_.front().when <= cycle) {
    std::pop_heap(far_.begin(), far_.end(), Later{});
    const Far far = far_.back();
    far_.pop_back();
    list(static_cast<std::uint64_t>(far.when) * kPhases + static_cast<unsigned>(far.phase));
  }
  far_next_ = far_.empty() ? kNoCycle : far_.front().when;
}

// The wheel holds cycles [now, now + wheel); the first occupied slot at or after now's own, going
// round once, is the earliest. `next` has looked at the slots from now's own to the end of a word.
Cycle Agenda::next_in_wheel() const {
  const unsigned from = static_cast<unsigned>(now_) & wheel_mask_;
  const unsigned words = wheel_cycles_ / 64;
  for (unsigned step = 1; step <= words; ++step) {
    const unsigned word = (from / 64 + step) & (words - 1);
    if (occupied_[word] == 0) continue;
    const unsigned slot = word * 64 + static_cast<unsigned>(__builtin_ctzll(occupied_[word]));
    return now_ + static_cast<Cycle>((slot - from) & wheel_mask_);
  }
  return kNoCycle;
}

}  // namespace ib
