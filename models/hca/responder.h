// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/hca/delivery.h"
#include "models/hca/stage.h"
#include "models/hca/unreliable_responder.h"

namespace ib::hca {

/// Executes requests of peers: asks the queue pair's RcResponder what a packet is, checks keys,
/// moves data to host memory, and owes answers. Entity kResponder.
class Responder {
 public:
  explicit Responder(Core& core) : core_(core), unreliable_(core) {}

  /// A request for `qp` has been steered here.
  void receive(QueuePair& qp, link::Slot slot);
  /// Phase kDecide.
  void decide();
  /// Receive WQEs have come, or are known to be missing: stalled requests go on.
  void resume(QueuePair& qp);
  /// Something of the connection broke at this end: NAK and error state.
  void fail(QueuePair& qp, NakCode code);
  /// The response to `psn` cannot be given: it and all behind it become a NAK.
  void fail_response(QueuePair& qp, Psn psn, NakCode code);
  /// An atomic has been executed; `original` is what its word held before.
  void atomic_done(QueuePair& qp, Psn psn, std::uint64_t original);
  /// Drops the requests that wait, when the queue pair goes.
  void drop_stalled(QueuePair& qp);

 private:
  struct Arrival {
    std::uint32_t qpn = 0;
    std::uint32_t epoch = 0;
    link::Slot slot = link::kNoSlot;
  };

  [[nodiscard]] Outcome handle(QueuePair& qp, link::Slot slot);
  [[nodiscard]] RcResponder::Judgement judge(QueuePair& qp, const RequestView& view);
  /// What is owed for a request that is not executed.
  void answer(QueuePair& qp, const Packet& packet, const RequestView& view,
              const RcResponder::Judgement& judgement);
  [[nodiscard]] Outcome handle_unreliable(QueuePair& qp, link::Slot slot);
  [[nodiscard]] Outcome execute(QueuePair& qp, link::Slot slot, const RequestView& view,
                                const Bth& bth);
  void note_first_packet(QueuePair& qp);
  void resync(QueuePair& qp, const RequestView& view);
  void read_again(QueuePair& qp, const Packet& packet, const RequestView& view);
  /// The shared receive queue that an XRC request names; null when `qp` must not use it.
  [[nodiscard]] SharedReceiveState* named_queue(const QueuePair& qp, const Packet& packet) const;
  /// The request names something that it must not.
  [[nodiscard]] std::optional<NakCode> refused(QueuePair& qp, const Packet& packet);
  /// XRC: notes what the request names; false when it must not.
  [[nodiscard]] bool take_name(QueuePair& qp, const Packet& packet);
  [[nodiscard]] Outcome place_early(QueuePair& qp, link::Slot slot, const RequestView& view);
  void refuse_not_ready(QueuePair& qp, const RequestView& view);
  void execute_read(QueuePair& qp, const RequestView& view);
  void execute_atomic(QueuePair& qp, const Packet& packet, const RequestView& view);
  /// Another READ or atomic may be owed, and its memory used; else the queue pair has failed.
  [[nodiscard]] bool may_owe(QueuePair& qp, const RequestView& view, std::uint32_t length,
                             std::uint32_t right);
  [[nodiscard]] Outcome execute_data(QueuePair& qp, const Packet& packet, const RequestView& view,
                                     const Bth& bth, Ticks& left);
  /// When the data may not go where it should the queue pair has failed.
  [[nodiscard]] Placed place(QueuePair& qp, const Packet& packet, const RequestView& view,
                             Ticks& left);
  /// Takes back the key that a SEND names; false when it must not, and the queue pair has failed.
  [[nodiscard]] bool invalidate(QueuePair& qp, const Packet& packet);
  void fail_receive(QueuePair& qp, CqeSyndrome syndrome, NakCode code);
  void fail_message(QueuePair& ee, NakCode code);
  void acknowledge(QueuePair& qp, bool asked);

  Core& core_;
  UnreliableResponder unreliable_;
  Stage<Arrival> arrivals_;
};

}  // namespace ib::hca
