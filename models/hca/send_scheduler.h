// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  void plan();

  Core& core_;
  SendTurns turns_;
  Cycle next_slot_ = 0;
};

}  // namespace ib::hca
