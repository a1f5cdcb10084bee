// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/delivery.h"

namespace ib::hca {

/// Executes packets of the services that answer nothing: unreliable connection and unreliable
/// datagram. What cannot be executed is dropped. Called by the responder in its turn.
class UnreliableResponder {
 public:
  explicit UnreliableResponder(Core& core) : core_(core) {}

  /// Does not give the slot back; `left` is when its data has left for the host.
  [[nodiscard]] Outcome handle(QueuePair& qp, link::Slot slot, Ticks& left);

 private:
  [[nodiscard]] Outcome handle_connected(QueuePair& qp, const Packet& packet, Ticks& left);
  [[nodiscard]] Outcome handle_raw(QueuePair& qp, const Packet& packet, Ticks& left);
  [[nodiscard]] Outcome handle_datagram(QueuePair& qp, const Packet& packet, Ticks& left);
  void put_datagram(QueuePair& qp, const Packet& packet, Ticks& left);
  void finish_connected(QueuePair& qp, const Packet& packet, const RequestView& view,
                        const Bth& bth, Placed placed);

  Core& core_;
};

}  // namespace ib::hca
