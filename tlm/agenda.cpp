// SPDX-License-Identifier: Apache-2.0
#include "tlm/agenda.h"

#include <algorithm>
#include <cassert>

namespace ib {
namespace {

/// At least 16 entities, so that a row is a whole number of words.
unsigned phase_shift(unsigned entities) {
  unsigned shift = 4;
  while ((1u << shift) < entities) ++shift;
  return shift;
}

}  // namespace

Agenda::Agenda(unsigned entities, unsigned wheel_cycles)
    : entities_(entities),
      phase_shift_(phase_shift(entities)),
      words_((kPhases << phase_shift_) / 64),
      wheel_cycles_(wheel_cycles),
      wheel_mask_(wheel_cycles - 1),
      occupied_(wheel_cycles / 64),
      bits_(static_cast<std::size_t>(wheel_cycles) * words_) {
  assert(wheel_cycles >= 64 && wheel_cycles <= 4096 && (wheel_cycles & wheel_mask_) == 0);
}

void Agenda::push_far(Cycle when, Phase phase, unsigned entity) {
  assert(when >= now_);
  far_.push_back({when, phase, entity});
  std::push_heap(far_.begin(), far_.end(), Later{});
}

void Agenda::pull_far(Cycle cycle) {
  while (!far_.empty() && far_.front().when <= cycle) {
    std::pop_heap(far_.begin(), far_.end(), Later{});
    set(static_cast<unsigned>(cycle) & wheel_mask_, far_.back().phase, far_.back().entity);
    far_.pop_back();
  }
}

// The wheel holds cycles [now, now + wheel); the first occupied slot at or after now's own, going
// round once, is the earliest.
Cycle Agenda::next_in_wheel() const {
  if (summary_ == 0) return kNoCycle;
  const unsigned from = static_cast<unsigned>(now_) & wheel_mask_;
  const unsigned word = from / 64;
  const std::uint64_t here = occupied_[word] & (~std::uint64_t{0} << (from % 64));
  const auto distance = [&](unsigned found_word, std::uint64_t bits) {
    const unsigned slot = found_word * 64 + static_cast<unsigned>(__builtin_ctzll(bits));
    return now_ + static_cast<Cycle>((slot - from) & wheel_mask_);
  };
  if (here != 0) return distance(word, here);
  const std::uint64_t above = word == 63 ? 0 : summary_ & (~std::uint64_t{0} << (word + 1));
  const std::uint64_t rest = above != 0 ? above : summary_;
  const auto next_word = static_cast<unsigned>(__builtin_ctzll(rest));
  if (next_word == word) {  // only slots before `from` in its own word are left: a full turn away
    return distance(word, occupied_[word]);
  }
  return distance(next_word, occupied_[next_word]);
}

}  // namespace ib
