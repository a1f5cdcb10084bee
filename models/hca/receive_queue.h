// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/core.h"

namespace ib::hca {

/// Keeps receive WQEs of each queue pair ready in the HCA. There is no doorbell for them: the
/// doorbell record in host memory is read when the stock runs low, and again when a message finds
/// none; only then is the peer told that the receiver is not ready.
class ReceiveQueue {
 public:
  explicit ReceiveQueue(Core& core) : core_(core) {}

  /// Fills the stock in the background.
  void stock_up(QueuePair& qp);
  /// A message waits for a receive WQE: looks for one; the responder is resumed when that is known.
  void demand(QueuePair& qp);
  /// Gives the queue pair's message the next receive WQE; false when none is at hand.
  [[nodiscard]] bool take(QueuePair& qp);
  /// Credits to tell the peer, as a code of the AETH.
  [[nodiscard]] std::uint8_t credits(const QueuePair& qp) const;
  /// A read of the doorbell record, or of WQEs, has come back.
  void record_read(QueuePair& qp, DmaResult& result);
  void record_and_wqes_read(QueuePair& qp, DmaResult& result);
  void wqes_read(QueuePair& qp, DmaResult& result);

 private:
  void read_record(QueuePair& qp);
  void read_record_and_wqes(QueuePair& qp);
  void take_record(QueuePair& qp, DmaResult& result);
  void take_wqes(QueuePair& qp, const std::uint8_t* at, std::uint32_t count);
  /// True when WQEs known to be posted are being read now.
  [[nodiscard]] bool read_wqes(QueuePair& qp);
  void stock_up_if_low(QueuePair& qp);
  void keep(QueuePair& qp, const std::uint8_t* at);

  Core& core_;
};

}  // namespace ib::hca
