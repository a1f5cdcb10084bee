// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/core.h"
#include "models/ib/base/ring.h"

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
  struct Turn {
    std::uint32_t qpn = 0;
    std::uint32_t epoch = 0;
  };

  [[nodiscard]] bool serve_request();
  [[nodiscard]] bool serve_response();
  void plan();

  Core& core_;
  Ring<Turn> requests_;
  Ring<Turn> responses_;
  bool response_next_ = true;
  Cycle next_slot_ = 0;
};

}  // namespace ib::hca
