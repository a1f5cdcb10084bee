// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/core.h"

namespace ib::hca {

/// Keeps receive WQEs of each shared receive queue ready. Its WQEs are chained, as mlx5 has them:
/// the first segment names the next one, so that they may come back in any order.
class SharedReceiveQueue {
 public:
  explicit SharedReceiveQueue(Core& core) : core_(core) {}

  /// Gives the message of `qp` the next WQE of queue `srqn`; false when none is at hand.
  [[nodiscard]] bool take(QueuePair& qp);
  /// The message of `qp` waits: looks for a WQE; the responder is resumed when that is known.
  void demand(QueuePair& qp);
  /// Raises an event once fewer than `limit` WQEs are left; 0: never.
  void arm(std::uint32_t srqn, std::uint32_t limit);
  /// A read of the doorbell record, or of WQEs, has come back.
  void record_read(std::uint32_t srqn, DmaResult& result);
  void wqes_read(std::uint32_t srqn, DmaResult& result);
  /// Gives up what the queue holds.
  void clear(SharedReceiveState& srq);

 private:
  void look(std::uint32_t srqn, SharedReceiveState& srq);
  void read_record(std::uint32_t srqn, SharedReceiveState& srq);
  [[nodiscard]] bool read_wqes(std::uint32_t srqn, SharedReceiveState& srq);
  void check_limit(std::uint32_t srqn, SharedReceiveState& srq);
  /// `found`: WQEs have come; else there are none.
  void resume_waiting(SharedReceiveState& srq, bool found);
  void keep(SharedReceiveState& srq, const std::uint8_t* at);

  Core& core_;
};

}  // namespace ib::hca
