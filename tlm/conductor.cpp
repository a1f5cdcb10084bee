// SPDX-License-Identifier: Apache-2.0
#include "tlm/conductor.h"

#include <algorithm>
#include <utility>

namespace ib {
namespace {

/// Windows start at whole picoseconds, since kernel time does.
Ticks whole_ps(Ticks t) { return t - t % kTicksPerPs; }

/// Shares chips among groups, heaviest first, each to the lightest group so far.
std::vector<std::vector<Chip*>> share(const std::vector<Chip*>& chips, unsigned groups) {
  std::vector<Chip*> order = chips;
  std::stable_sort(order.begin(), order.end(),
                   [](const Chip* a, const Chip* b) { return a->weight() > b->weight(); });
  std::vector<std::vector<Chip*>> shares(groups);
  std::vector<unsigned> load(groups);
  for (Chip* chip : order) {
    const auto lightest =
        static_cast<std::size_t>(std::min_element(load.begin(), load.end()) - load.begin());
    shares[lightest].push_back(chip);
    load[lightest] += chip->weight();
  }
  return shares;
}

}  // namespace

Conductor::Conductor(const sc_core::sc_module_name& name, ConductorConfig config)
    : sc_module(name), config_(config), next_watch_(config.watchdog) {
  SC_HAS_PROCESS(Conductor);
  SC_METHOD(run);
  sensitive << wake_;
}

Conductor::~Conductor() = default;

void Conductor::add(Chip& chip) {
  chip.index_ = static_cast<std::uint32_t>(chips_.size());
  chip.conductor_ = this;
  chips_.push_back(&chip);
}

void Conductor::limit_quantum(Ticks latency) {
  // One picosecond less than the latency: a window's start is rounded down to kernel time.
  quantum_ = std::min(quantum_, whole_ps(latency) - kTicksPerPs);
}

void Conductor::add(Observer& observer) { observers_.push_back(&observer); }

void Conductor::on_progress(Ticks interval, std::function<void(Ticks)> poll) {
  poll_interval_ = interval;
  next_poll_ = interval;
  poll_ = std::move(poll);
}

void Conductor::sample_windows(Ticks from, Ticks to, Ticks quantum,
                               std::function<void(Ticks, Ticks)> sample) {
  fine_from_ = from;
  fine_to_ = to;
  fine_quantum_ = std::max(kTicksPerPs, whole_ps(quantum));
  sample_ = std::move(sample);
}

void Conductor::explain_deadlock_by(std::function<std::vector<std::string>()> explain) {
  explain_ = std::move(explain);
}

void Conductor::end_of_elaboration() {
  for (Chip* chip : chips_) {
    if (chip->host_latency() == kNever) continue;
    limit_quantum(chip->host_latency());
    hosted_.push_back(chip);
  }
  quantum_ = std::max(kTicksPerPs, std::min(quantum_, whole_ps(config_.quantum)));
  const unsigned shares = std::max(
      1u,
      std::min(config_.threads, static_cast<unsigned>(std::max<std::size_t>(1, chips_.size()))));
  groups_ = share(chips_, shares);
  for (Chip* chip : chips_) {
    chip->observed_ = !observers_.empty();
    chip->threaded_ = shares > 1;
  }
  keep_due_times();
  finished_elaboration_ = true;
}

void Conductor::keep_due_times() {
  due_ = std::make_unique<std::atomic<Ticks>[]>(chips_.size());
  std::size_t next = 0;
  for (const std::vector<Chip*>& group : groups_) {
    first_due_.push_back(next);
    for (Chip* chip : group) {
      due_[next].store(kNever);
      chip->due_ = &due_[next++];
    }
  }
}

void Conductor::look_up_agendas() {
  if (!std::exchange(agendas_changed_, false)) return;
  for (Chip* chip : chips_) chip->look_up_agenda();
}

Ticks Conductor::next_work() {
  look_up_agendas();
  Ticks next = kNever;
  for (std::size_t i = 0; i < chips_.size(); ++i) {
    next = std::min(next, due_[i].load(std::memory_order_relaxed));
  }
  return next;
}

void Conductor::wake_by(Ticks when) {
  agendas_changed_ = true;
  run_by(when);
}

void Conductor::run_by(Ticks when) {
  const Ticks start = std::max(whole_ps(when), from_sc_time(sc_core::sc_time_stamp()));
  if (start >= planned_ && planned_ != kNever) return;
  planned_ = start;
  wake_.notify(to_sc_time(start) - sc_core::sc_time_stamp());
}

void Conductor::run() {
  const Ticks now = from_sc_time(sc_core::sc_time_stamp());
  const Ticks start = std::exchange(planned_, kNever);
  // At the first activation, at time zero, nothing is planned yet.
  if (start <= now) run_window(now);
  if (deadlock_.empty()) plan_next_window();
}

// With nothing left to do, events past the last window are still to be delivered, and packets that
// are held are for the watchdog to look at.
void Conductor::plan_next_window() {
  Ticks next = next_work();
  if (!pending_events_.empty()) next = std::min(next, pending_events_.front().time);
  if (next == kNever && config_.watchdog > 0 && any_held()) next = next_watch_;
  if (next < end_) run_by(std::max(next, done_until_));
}

bool Conductor::any_held() const {
  return std::any_of(chips_.begin(), chips_.end(),
                     [](const Chip* chip) { return chip->held_packets() > 0; });
}

void Conductor::stop_at(Ticks end) {
  end_ = end;
  agendas_changed_ = true;
  if (finished_elaboration_) plan_next_window();
}

Ticks Conductor::window_at(Ticks start) const {
  const bool fine = sample_ && start < fine_to_ && fine_from_ - start < quantum_;
  return fine ? std::min(quantum_, fine_quantum_) : quantum_;
}

void Conductor::run_window(Ticks start) {
  const Ticks quantum = window_at(start);
  const Ticks limit = quantum < end_ - start ? start + quantum : end_;
  look_up_agendas();
  if (groups_.size() == 1) {
    advance_group(0, limit);
  } else {
    if (!workers_) {
      workers_ =
          std::make_unique<Workers>(static_cast<unsigned>(groups_.size()),
                                    [this](unsigned group) { advance_group(group, done_until_); });
    }
    done_until_ = limit;
    workers_->run();
  }
  done_until_ = limit;
  for (Chip* chip : hosted_) {
    chip->window_done();
    chip->look_up_agenda();
  }
  if (!observers_.empty()) deliver_events(limit);
  if (sample_) sample_(start, limit);
  if (limit >= next_poll_) {
    next_poll_ = limit + poll_interval_;
    poll_(limit);
  }
  if (config_.watchdog > 0 && limit >= next_watch_) watch(limit);
}

void Conductor::advance_group(std::size_t group, Ticks limit) {
  const std::atomic<Ticks>* due = &due_[first_due_[group]];
  for (Chip* chip : groups_[group]) {
    if ((due++)->load(std::memory_order_relaxed) >= limit) continue;
    // Clearing comes before the inboxes are read, as a sender marks its inbox before it looks at
    // the time: one of the two sees the other (sequentially consistent).
    if (chip->threaded_) {
      chip->due_->exchange(kNever);
    } else {
      chip->due_->store(kNever, std::memory_order_relaxed);
    }
    chip->advance(limit);
    chip->look_up_agenda();
  }
}

// A packet's first bit may leave up to a cycle after the edge at which its chip decided so; events
// past the window wait for the next one. They hold whole packets: their places are sorted instead.
void Conductor::deliver_events(Ticks limit) {
  for (Chip* chip : chips_) {
    std::move(chip->events_.begin(), chip->events_.end(), std::back_inserter(pending_events_));
    chip->events_.clear();
  }
  event_order_.clear();
  for (const PortEvent& event : pending_events_) {
    event_order_.push_back({event.time, event.chip, event.order, &event});
  }
  std::sort(event_order_.begin(), event_order_.end());
  later_events_.clear();
  for (const EventPlace& place : event_order_) {
    if (place.time >= limit) {
      later_events_.push_back(*place.event);
      continue;
    }
    for (Observer* observer : observers_) observer->on_event(*place.event);
  }
  pending_events_.swap(later_events_);
}

void Conductor::watch(Ticks now) {
  next_watch_ = now + config_.watchdog;
  std::uint64_t progress = 0;
  std::uint64_t held = 0;
  for (const Chip* chip : chips_) {
    progress += chip->progress();
    held += chip->held_packets();
  }
  const bool stuck = progress == last_progress_ && held > 0;
  last_progress_ = progress;
  if (!stuck) return;
  if (explain_) deadlock_ = explain_();
  if (deadlock_.empty()) {
    for (const Chip* chip : chips_) chip->describe_waits(deadlock_);
  }
  if (deadlock_.empty()) deadlock_.emplace_back("packets are held and nothing moves");
  sc_core::sc_stop();
}

}  // namespace ib
