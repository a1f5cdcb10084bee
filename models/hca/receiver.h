// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/hca/core.h"
#include "models/hca/stage.h"
#include "models/ib/packet/headers.h"

namespace ib::hca {

/// Takes packets from the port once they are in whole, checks what does not depend on the state of
/// a queue pair, and steers them: requests to the responder, answers to the requester. Entities
/// kPort (phase kArrive), kReceiver.
class Receiver {
 public:
  explicit Receiver(Core& core) : core_(core) {}

  /// Phase kArrive of kPort.
  void arrive();
  /// Phase kDecide of kReceiver.
  void decide();
  /// Phase kRelease: receive buffers whose data has left the chip.
  void release_buffers();

  /// A context that packets of queue pair `qpn` wait for may have come.
  void context_came(std::uint32_t qpn);
  /// Drops the packets that wait, when the queue pair goes.
  void drop_awaiting(QueuePair& qp);
  /// The packet has been dealt with; its buffer is free from `when` on.
  void done(link::Slot slot, Cycle when);

 private:
  /// Blocks of the port's receive buffer.
  struct Buffer {
    std::uint8_t vl = 0;
    std::uint32_t blocks = 0;
  };

  void steer(link::Slot slot);
  [[nodiscard]] bool well_formed(Packet& packet);
  /// The queue pair that takes the packet, null when it is to be dropped.
  [[nodiscard]] QueuePair* addressee(const Packet& packet, const Bth& bth);

  /// Takes in what a packet says of the path it came by.
  void follow_path(QueuePair& qp, const Bth& bth);
  [[nodiscard]] bool keys_match(const QueuePair& qp, const Packet& packet, const Bth& bth);
  [[nodiscard]] bool contexts_ready(const QueuePair& qp, const Packet& packet);
  void take_raw(link::Slot slot);
  void deliver_multicast(link::Slot slot);
  void give(QueuePair& qp, link::Slot slot);

  Core& core_;
  std::vector<QueuePair*> members_;  ///< Scratch: who takes the multicast packet at hand.
  Stage<link::Slot> arriving_;
  Stage<Buffer> releasing_;
  Cycle last_release_ = 0;
  Cycle next_slot_ = 0;
};

}  // namespace ib::hca
