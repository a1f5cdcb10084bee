// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/core.h"
#include "models/hca/delivery.h"
#include "models/hca/stage.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::hca {

/// Takes answers of peers: gives them to the queue pair's RcRequester, writes READ data to host
/// memory, retires requests in order and reports them. Entity kRequester.
class Requester {
 public:
  explicit Requester(Core& core) : core_(core) {}

  /// An answer for `qp` has been steered here.
  void receive(QueuePair& qp, link::Slot slot);
  /// Phase kDecide.
  void decide();
  /// Page addresses that responses wait for may have come.
  void resume(QueuePair& qp);
  /// Drops the responses that wait, when the queue pair goes.
  void drop_stalled(QueuePair& qp);
  /// The alternate path takes the place of the primary one.
  void migrate(QueuePair& qp);
  /// Something may have become possible: retires what is done, sends what may be sent.
  void progress(QueuePair& qp);
  /// A packet of an unreliable queue pair has left for the port.
  void sent(QueuePair& qp, Psn psn);
  /// The transport timer of `qp` is up.
  void timed_out(QueuePair& qp);
  /// A request of `qp` cannot be executed at this end.
  void local_fault(QueuePair& qp, CqeSyndrome syndrome);

 private:
  struct Arrival {
    std::uint32_t qpn = 0;
    std::uint32_t epoch = 0;
    link::Slot slot = link::kNoSlot;
  };

  [[nodiscard]] Outcome handle(QueuePair& qp, link::Slot slot);
  /// Finds where the data of a response belongs; false while page addresses are on their way.
  [[nodiscard]] bool reach(QueuePair& qp, const Packet& packet, const Bth& bth);
  void put(QueuePair& qp, const Payload& data, std::uint32_t bytes, Ticks& left);
  void operate(QueuePair& qp);
  void follow(QueuePair& qp, RcRequester::Answer answer);
  [[nodiscard]] RcRequester::Answer take_read_response(QueuePair& qp, const Packet& packet,
                                                       const Bth& bth, Ticks& left);
  [[nodiscard]] RcRequester::Answer take_atomic_response(QueuePair& qp, const Packet& packet,
                                                         Psn psn, Ticks& left);
  void complete_oldest(QueuePair& qp);
  /// Nothing has failed: what may be sent is sent, what is posted is fetched.
  void go_on(QueuePair& qp);
  void report_drained(QueuePair& qp);

  Core& core_;
  Stage<Arrival> arrivals_;
};

}  // namespace ib::hca
