// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "tlm/time.h"

namespace ib {

/// The order of work inside one cycle; inside a phase entities run by rising number.
enum class Phase : std::uint8_t { kArrive, kRelease, kDecide, kLaunch };
inline constexpr unsigned kPhases = 4;

/// A chip's calendar of future cycles: one bit per (cycle, phase, entity) in a timing wheel, and a
/// heap for what lies beyond it. A chip of one entity has little to remember: a short sorted list
/// takes the place of its wheel. Waking twice is waking once and insertion order never matters.
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
    if (listed_ != kNoList) {
      list(static_cast<std::uint64_t>(when) * kPhases + static_cast<unsigned>(phase));
    } else if (static_cast<std::uint64_t>(when - now_) < wheel_cycles_) {
      set(static_cast<unsigned>(when) & wheel_mask_, phase, entity);
    } else {
      push_far(when, phase, entity);
    }
  }

  /// First cycle at or after `now` with work, kNoCycle when there is none.
  [[nodiscard]] Cycle next() const {
    if (listed_ != kNoList) return next_listed();
    const unsigned from = static_cast<unsigned>(now_) & wheel_mask_;
    const std::uint64_t here = occupied_[from / 64] >> (from % 64);
    const Cycle near = here != 0 ? now_ + __builtin_ctzll(here) : next_in_wheel();
    return near < far_next_ ? near : far_next_;
  }

  /// Runs `handle(phase, entity)` for all work in cycles before `limit`, in order.
  template <class Handle>
  void run_before(Cycle limit, Handle&& handle) {
    if (listed_ != kNoList) return run_list_before(limit, handle);
    for (Cycle cycle = next(); cycle < limit; cycle = next()) run_cycle(cycle, handle);
    if (now_ < limit - 1) now_ = limit - 1;
  }

 private:
  static constexpr unsigned kMaxWheelCycles = 4096;
  static constexpr unsigned kWordShift = 6;
  static constexpr unsigned kMaxListed = 8;
  static constexpr unsigned kNoList = ~0u;

  struct Far {
    Cycle when;
    Phase phase;
    std::uint32_t entity;
  };
  struct Later {
    bool operator()(const Far& a, const Far& b) const { return a.when > b.when; }
  };

  // A slot is a row of bits: entities of the first phase, then of the next, each phase padded to a
  // power of two, so that running a cycle is visiting set bits in order. Small chips have several
  // rows in a word.
  void set(unsigned slot, Phase phase, unsigned entity) {
    const std::size_t bit = (static_cast<std::size_t>(slot) << row_shift_) +
                            (static_cast<std::size_t>(phase) << phase_shift_) + entity;
    bits_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    occupied_[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }
  void push_far(Cycle when, Phase phase, unsigned entity);
  void pull_far(Cycle cycle);

  // The list holds cycle * kPhases + phase, the earliest last. When it is full the latest is far.
  void list(std::uint64_t key) {
    unsigned at = listed_;
    while (at > 0 && list_[at - 1] < key) --at;
    if (at > 0 && list_[at - 1] == key) return;
    if (listed_ == kMaxListed) return list_full(key);
    for (unsigned i = listed_++; i > at; --i) list_[i] = list_[i - 1];
    list_[at] = key;
  }
  void list_full(std::uint64_t key);
  void list_far(Cycle cycle);
  [[nodiscard]] Cycle next_listed() const {
    const Cycle near = listed_ > 0 ? static_cast<Cycle>(list_[listed_ - 1] / kPhases) : kNoCycle;
    return near < far_next_ ? near : far_next_;
  }
  template <class Handle>
  void run_list_before(Cycle limit, Handle&& handle) {
    for (Cycle cycle = next_listed(); cycle < limit; cycle = next_listed()) {
      now_ = cycle;
      if (far_next_ <= cycle) list_far(cycle);
      const std::uint64_t key = list_[--listed_];
      handle(static_cast<Phase>(key % kPhases), 0u);
    }
    if (now_ < limit - 1) now_ = limit - 1;
  }
  [[nodiscard]] Cycle next_in_wheel() const;

  template <class Handle>
  void run_cycle(Cycle cycle, Handle&& handle) {
    now_ = cycle;
    if (far_next_ <= cycle) pull_far(cycle);
    const unsigned slot = static_cast<unsigned>(cycle) & wheel_mask_;
    const std::size_t first_bit = static_cast<std::size_t>(slot) << row_shift_;
    if (row_shift_ < kWordShift) {
      const auto shift = static_cast<unsigned>(first_bit % 64);
      const std::uint64_t row = (std::uint64_t{1} << (1u << row_shift_)) - 1;
      visit(bits_[first_bit / 64], row << shift, shift, handle);
    } else {
      for (unsigned done = 0; done < 1u << row_shift_; done += 64) {
        visit(bits_[(first_bit + done) / 64], ~std::uint64_t{0}, 0u - done, handle);
      }
    }
    occupied_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
  }

  /// Runs the bits of `word` in `mask`; bit `base` of it is the first of its row.
  template <class Handle>
  void visit(std::uint64_t& word, std::uint64_t mask, unsigned base, Handle&& handle) {
    const unsigned entity_mask = (1u << phase_shift_) - 1;
    while ((word & mask) != 0) {  // work may add to what is still to come of its own cycle
      const auto lowest = static_cast<unsigned>(__builtin_ctzll(word & mask));
      word &= ~(std::uint64_t{1} << lowest);
      const unsigned bit = lowest - base;
      handle(static_cast<Phase>(bit >> phase_shift_), bit & entity_mask);
    }
  }

  Cycle now_ = -1;
  unsigned listed_;  ///< Wake-ups in `list_`, or kNoList.
  std::array<std::uint64_t, kMaxListed> list_{};
  Cycle far_next_ = kNoCycle;  ///< Earliest of `far_`.
  unsigned wheel_cycles_;
  unsigned wheel_mask_;
  unsigned phase_shift_;  ///< log2 of the bits a phase takes in a row.
  unsigned row_shift_;    ///< log2 of the bits of a row.
  std::unique_ptr<std::uint64_t[]> bits_;
  unsigned entities_;
  std::vector<Far> far_;
  std::array<std::uint64_t, kMaxWheelCycles / 64> occupied_{};  ///< One bit a slot.
};

}  // namespace ib
