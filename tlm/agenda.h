// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tlm/time.h"

namespace ib {

/// The order of work inside one cycle; inside a phase entities run by rising number.
enum class Phase : std::uint8_t { kArrive, kRelease, kDecide, kLaunch };
inline constexpr unsigned kPhases = 4;

/// A chip's calendar of future cycles: one bit per (cycle, phase, entity) in a timing wheel, and a
/// heap for what lies beyond it. Waking twice is waking once and insertion order never matters.
/// Entities are ports or engines; a wake-up that has become stale must do no harm.
class Agenda {
 public:
  /// `wheel_cycles` is a power of two from 64 to 4096.
  Agenda(unsigned entities, unsigned wheel_cycles);

  /// The cycle at work, or the last one before the window when idle.
  [[nodiscard]] Cycle now() const { return now_; }
  [[nodiscard]] unsigned entities() const { return entities_; }

  /// Wakes `entity` in `phase` of cycle `when`: a later cycle, or the current one where the phase
  /// (or, in the same phase, the entity) is still to come.
  void wake(Cycle when, Phase phase, unsigned entity) {
    if (static_cast<std::uint64_t>(when - now_) < wheel_cycles_) {
      set(static_cast<unsigned>(when) & wheel_mask_, phase, entity);
    } else {
      push_far(when, phase, entity);
    }
  }

  /// First cycle at or after `now` with work, kNoCycle when there is none.
  [[nodiscard]] Cycle next() const {
    const unsigned from = static_cast<unsigned>(now_) & wheel_mask_;
    const std::uint64_t here = occupied_[from / 64] >> (from % 64);
    const Cycle near = here != 0 ? now_ + __builtin_ctzll(here) : next_in_wheel();
    return far_.empty() || near <= far_.front().when ? near : far_.front().when;
  }

  /// Runs `handle(phase, entity)` for all work in cycles before `limit`, in order.
  template <class Handle>
  void run_before(Cycle limit, Handle&& handle) {
    for (Cycle cycle = next(); cycle < limit; cycle = next()) run_cycle(cycle, handle);
    if (now_ < limit - 1) now_ = limit - 1;
  }

 private:
  struct Far {
    Cycle when;
    Phase phase;
    std::uint32_t entity;
  };
  struct Later {
    bool operator()(const Far& a, const Far& b) const { return a.when > b.when; }
  };

  // A slot is a row of bits: entities of the first phase, then of the next, each phase padded to a
  // power of two, so that running a cycle is visiting set bits in order.
  [[nodiscard]] std::uint64_t* row(unsigned slot) {
    return &bits_[static_cast<std::size_t>(slot) * words_];
  }
  void set(unsigned slot, Phase phase, unsigned entity) {
    const unsigned bit = (static_cast<unsigned>(phase) << phase_shift_) + entity;
    row(slot)[bit / 64] |= std::uint64_t{1} << (bit % 64);
    occupied_[slot / 64] |= std::uint64_t{1} << (slot % 64);
    summary_ |= std::uint64_t{1} << (slot / 64);
  }
  void push_far(Cycle when, Phase phase, unsigned entity);
  void pull_far(Cycle cycle);
  void clear(unsigned slot) {
    std::uint64_t& word = occupied_[slot / 64];
    word &= ~(std::uint64_t{1} << (slot % 64));
    if (word == 0) summary_ &= ~(std::uint64_t{1} << (slot / 64));
  }
  [[nodiscard]] Cycle next_in_wheel() const;

  template <class Handle>
  void run_cycle(Cycle cycle, Handle&& handle) {
    now_ = cycle;
    if (!far_.empty() && far_.front().when <= cycle) pull_far(cycle);
    const unsigned slot = static_cast<unsigned>(cycle) & wheel_mask_;
    std::uint64_t* const mask = row(slot);
    for (unsigned word = 0; word < words_; ++word) {
      while (mask[word] != 0) {
        const unsigned bit = word * 64 + static_cast<unsigned>(__builtin_ctzll(mask[word]));
        mask[word] &= mask[word] - 1;
        handle(static_cast<Phase>(bit >> phase_shift_), bit & ((1u << phase_shift_) - 1));
      }
    }
    clear(slot);
  }

  unsigned entities_;
  unsigned phase_shift_;  ///< log2 of the bits a phase takes in a row.
  unsigned words_;        ///< Of a row.
  unsigned wheel_cycles_;
  unsigned wheel_mask_;
  Cycle now_ = -1;
  std::uint64_t summary_ = 0;  ///< One bit a word of `occupied_`.
  std::vector<std::uint64_t> occupied_;
  std::vector<std::uint64_t> bits_;
  std::vector<Far> far_;
};

}  // namespace ib
