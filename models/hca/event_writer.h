// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/hca/core.h"
#include "models/hca/stage.h"
#include "models/ib/queues/doorbell.h"
#include "models/ib/queues/event.h"

namespace ib::hca {

/// Tells software what happened: completion events of armed completion queues, moderated by count
/// and time, and asynchronous events. Writes them into event queues in host memory and interrupts
/// where an event queue is armed. Entity kEvents.
class EventWriter {
 public:
  explicit EventWriter(Core& core) : core_(core) {}

  /// A completion has been written to queue `cqn`.
  void completed(std::uint32_t cqn, CompletionQueueState& cq, bool solicited);
  /// Software asks for an event at the next completion.
  void arm_completions(std::uint32_t cqn, CompletionQueueState& cq, const CqArm& arm);
  /// Software has taken events up to `consumer`; `arm`: it waits for an interrupt now.
  void update_queue(std::uint32_t eqn, std::uint32_t consumer, bool arm);
  /// An asynchronous event goes to the first event queue that takes its type.
  void raise(EventType type, std::uint32_t object);
  /// The port may have changed its state: tells of it once.
  void note_port();
  void port_changed(PortChange change);
  /// Phase kDecide.
  void decide();

 private:
  struct Event {
    std::uint32_t eqn = 0;
    Eqe eqe;
  };
  struct Wait {
    Cycle due = 0;
    std::uint32_t cqn = 0;
    friend bool operator>(const Wait& a, const Wait& b) {
      return a.due != b.due ? a.due > b.due : a.cqn > b.cqn;
    }
  };

  void deliver(const Eqe& eqe);
  void fire(std::uint32_t cqn, CompletionQueueState& cq);
  void post(std::uint32_t eqn, const Eqe& eqe);
  void write(const Event& event);

  Core& core_;
  Stage<Event> pending_;
  PortState port_state_ = PortState::kDown;
  std::vector<Wait> waits_;  ///< Heap: moderated completion queues.
};

}  // namespace ib::hca
