// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <tuple>
#include <vector>

#include "tlm/chip.h"
#include "tlm/observer.h"
#include "tlm/worker.h"

namespace ib {

struct ConductorConfig {
  Ticks quantum = kNever;  ///< Longest window; cut to the smallest declared latency.
  unsigned threads = 1;    ///< Threads that advance chips; results never depend on it.
  Ticks watchdog = 0;      ///< No progress for this long with packets held is a deadlock; 0 = off.
};

/// The one module with the one process that lets all chips advance: it runs every chip that has
/// work over a window no longer than the smallest latency between chips, then gives observers the
/// window's events in order. The result is the same for any quantum and any number of threads.
class Conductor : public sc_core::sc_module {
 public:
  Conductor(const sc_core::sc_module_name& name, ConductorConfig config);
  ~Conductor() override;

  /// Before elaboration ends: registers a chip (its index is the order of calls).
  void add(Chip& chip);
  /// Declares that something one chip, or the host, does reaches another no sooner than `latency`.
  void limit_quantum(Ticks latency);
  void add(Observer& observer);

  /// Something outside the window put work for `when` into a chip's agenda. Kernel thread only.
  void wake_by(Ticks when);
  /// The same for what was announced to a chip, as a host access is.
  void run_by(Ticks when);

  /// Calls `poll` about every `interval` of simulated time; it may stop the simulation.
  void on_progress(Ticks interval, std::function<void(Ticks)> poll);

  /// Windows that touch [from, to) are no longer than `quantum`, and `sample(start, limit)` is
  /// called behind each of them and of those that follow, after the observers. For waveforms; it
  /// changes nothing.
  void sample_windows(Ticks from, Ticks to, Ticks quantum,
                      std::function<void(Ticks start, Ticks limit)> sample);
  /// Windows are as long as they were; `sample` is called all the same.
  void stop_sampling() { fine_to_ = 0; }

  /// Simulated time up to which all chips have run.
  [[nodiscard]] Ticks done_until() const { return done_until_; }
  [[nodiscard]] Ticks quantum() const { return quantum_; }
  [[nodiscard]] const std::vector<Chip*>& chips() const { return chips_; }
  /// Explains a lack of progress, one line each; asked once, instead of every chip's waits.
  void explain_deadlock_by(std::function<std::vector<std::string>()> explain);
  /// Set when the watchdog found no progress: the waits it collected, one a line.
  [[nodiscard]] const std::vector<std::string>& deadlock() const { return deadlock_; }
  /// Chips do nothing at or after this time; the kernel is left to run on. kNever by default. May
  /// be moved on between two runs of the kernel.
  void stop_at(Ticks end);

 private:
  /// An event that waits for observers, by what they are ordered by.
  struct EventPlace {
    Ticks time;
    std::uint32_t chip;
    std::uint64_t order;
    const PortEvent* event;
    friend bool operator<(const EventPlace& a, const EventPlace& b) {
      return std::tie(a.time, a.chip, a.order) < std::tie(b.time, b.chip, b.order);
    }
  };

  void end_of_elaboration() override;
  void run();
  void keep_due_times();
  void look_up_agendas();
  void plan_next_window();
  [[nodiscard]] bool any_held() const;
  void run_window(Ticks start);
  [[nodiscard]] Ticks window_at(Ticks start) const;
  void advance_group(std::size_t group, Ticks limit);
  void deliver_events(Ticks limit);
  void watch(Ticks now);
  [[nodiscard]] Ticks next_work();

  ConductorConfig config_;
  Ticks quantum_ = kNever;
  Ticks done_until_ = 0;
  Ticks end_ = kNever;
  bool finished_elaboration_ = false;
  std::vector<Chip*> chips_;
  std::vector<Chip*> hosted_;  ///< Chips with a host side.
  std::vector<Observer*> observers_;
  std::vector<PortEvent> pending_events_;  ///< In order, between windows.
  std::vector<PortEvent> later_events_;
  std::vector<EventPlace> event_order_;
  std::vector<std::vector<Chip*>> groups_;
  /// When each chip is due, in the order of groups_: looking for work passes over few cache lines.
  std::unique_ptr<std::atomic<Ticks>[]> due_;
  std::vector<std::size_t> first_due_;  ///< Of each group.
  bool agendas_changed_ = true;         ///< From outside a window.
  std::unique_ptr<Workers> workers_;
  sc_core::sc_event wake_;
  Ticks planned_ = kNever;  ///< Kernel time at which the process is to run next.
  Ticks poll_interval_ = kNever;
  Ticks next_poll_ = kNever;
  std::function<void(Ticks)> poll_;
  std::function<void(Ticks, Ticks)> sample_;
  Ticks fine_from_ = kNever;
  Ticks fine_to_ = kNever;
  Ticks fine_quantum_ = kNever;
  Ticks next_watch_ = 0;
  std::uint64_t last_progress_ = 0;
  std::function<std::vector<std::string>()> explain_;
  std::vector<std::string> deadlock_;
};

}  // namespace ib
