// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <string>
#include <systemc>
#include <vector>

#include "tlm/agenda.h"
#include "tlm/observer.h"
#include "tlm/time.h"

namespace ib {

class Conductor;

/// A module that keeps its own clock and agenda and is advanced by the conductor, a window of time
/// at once. Nothing it does reaches another chip sooner than that chip's window ends.
class Chip : public sc_core::sc_module {
 public:
  static constexpr unsigned kMaxEntities = 192;

  Chip(const sc_core::sc_module_name& name, Clock clock, unsigned entities, unsigned wheel_cycles);

  /// Does all work at clock edges before `limit`.
  virtual void advance(Ticks limit) = 0;
  /// What this chip is waiting for, one line a blocked resource; for the report of a deadlock.
  virtual void describe_waits(std::vector<std::string>& lines) const;
  /// Packets this chip has moved on; the watchdog sees progress by it.
  [[nodiscard]] virtual std::uint64_t progress() const = 0;
  /// Packets this chip holds now.
  [[nodiscard]] virtual std::uint64_t held_packets() const = 0;
  /// Share of the work of a fabric, to balance threads: about one a port.
  [[nodiscard]] virtual unsigned weight() const { return 1; }

  /// Least time from what this chip does to what the kernel's processes see of it, and back;
  /// kNever for a chip without a host side.
  [[nodiscard]] virtual Ticks host_latency() const { return kNever; }
  /// After each window, on the kernel's thread, for chips with a host side: may notify events.
  virtual void window_done() {}

  [[nodiscard]] const Clock& clock() const { return clock_; }
  [[nodiscard]] Agenda& agenda() { return agenda_; }
  [[nodiscard]] std::uint32_t index() const { return index_; }
  [[nodiscard]] const std::vector<PortEvent>& events() const { return events_; }

  /// Tells that something was put into inbox `inbox`, to arrive at `when`. Any thread.
  void announce(Ticks when, unsigned inbox) {
    std::atomic<std::uint64_t>& word = announced_[inbox / 64];
    const std::uint64_t bit = std::uint64_t{1} << (inbox % 64);
    if (threaded_) {
      word.fetch_or(bit);  // before `due_` is looked at: see Conductor::advance_group
    } else {
      word.store(word.load(std::memory_order_relaxed) | bit, std::memory_order_relaxed);
    }
    due_by(when);
  }
  /// The same for a process of the kernel, between windows.
  void announce_from_host(Ticks when, unsigned inbox);
  /// Calls `take(inbox)` for every inbox announced since the last call. At the start of `advance`.
  template <class Take>
  void take_announced(Take&& take) {
    for (std::size_t word = 0; word * 64 < agenda_.entities(); ++word) {
      std::uint64_t bits = announced_[word].load();
      if (bits == 0) continue;
      if (threaded_) {
        bits = announced_[word].exchange(0, std::memory_order_acq_rel);
      } else {
        announced_[word].store(0, std::memory_order_relaxed);
      }
      for (; bits != 0; bits &= bits - 1) {
        take(static_cast<unsigned>(word * 64) + static_cast<unsigned>(__builtin_ctzll(bits)));
      }
    }
  }

  [[nodiscard]] bool observed() const { return observed_; }
  /// Adds an event to the log that observers see after the window. Only while observed.
  PortEvent& log(Ticks time, std::uint16_t port, EventKind kind);

 private:
  friend class Conductor;

  void due_by(Ticks when) {
    if (threaded_) {
      due_by_atomically(when);
    } else if (when < due_->load(std::memory_order_relaxed)) {
      due_->store(when, std::memory_order_relaxed);
    }
  }
  /// The agenda's next work counts as known.
  void look_up_agenda() {
    const Cycle next = agenda_.next();
    if (next != kNoCycle) due_by(clock_.edge(next));
  }
  void due_by_atomically(Ticks when);

  std::atomic<Ticks> own_due_{kNever};
  /// Earliest work that is known of: of the agenda, or announced. The conductor keeps those of all
  /// chips together.
  std::atomic<Ticks>* due_ = &own_due_;
  std::array<std::atomic<std::uint64_t>, kMaxEntities / 64> announced_{};  ///< One bit an inbox.
  bool observed_ = false;
  bool threaded_ = false;  ///< Senders may run on other threads.
  std::uint32_t index_ = 0;
  std::uint64_t event_order_ = 0;
  Conductor* conductor_ = nullptr;
  std::vector<PortEvent> events_;

 protected:
  Clock clock_;
  Agenda agenda_;
};

}  // namespace ib
