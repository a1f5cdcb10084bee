// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <queue>
#include <vector>

#include "models/hca/core.h"
#include "models/ib/transport/send_scheduler.h"

namespace ib::hca {

/// Chooses whose packet is made next: queue pairs with requests to send and queue pairs that owe
/// answers take turns, each kind round robin, one packet a turn. Entity kScheduler.
class SendScheduler {
 public:
  explicit SendScheduler(Core& core) : core_(core) {}

  /// The queue pair may have a request packet to send.
  void activate_requests(QueuePair& qp);
  /// The queue pair may have an answer that is due.
  void activate_responses(QueuePair& qp);
  /// There is room in the packetizer again.
  void resume() { plan(); }
  /// Phase kDecide.
  void decide();

 private:
  /// True when a packet was made.
  [[nodiscard]] bool serve(const SendTurns::Choice& choice);
  /// Congestion control lets the queue pair wait: it leaves the line until then.
  [[nodiscard]] bool hold(const QueuePair& qp, const SendTurns::Choice& choice);
  void release_held();
  void plan();

  Core& core_;
  /// Out of line; those of one cycle return in the order in which they left.
  struct Held {
    Cycle until = 0;
    std::uint64_t order = 0;
    SendTurns::Choice choice;

    friend bool operator>(const Held& a, const Held& b) {
      return a.until != b.until ? a.until > b.until : a.order > b.order;
    }
  };

  SendTurns turns_;
  std::priority_queue<Held, std::vector<Held>, std::greater<>> held_;
  std::uint64_t holds_ = 0;
  Cycle next_slot_ = 0;
};

}  // namespace ib::hca
