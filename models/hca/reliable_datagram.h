// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/hca/core.h"
#include "models/ib/packet/aeth_syndrome.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::hca {

/// Joins queue pairs of reliable datagrams (RD) to end-to-end contexts: gives the messages of the
/// queue pairs their turns at the contexts, one at a time at each, and finds the queue pairs that
/// messages are for. A fault of a message leaves its context at work (IBTA Vol 1, 9.7 and 9.9).
class ReliableDatagram {
 public:
  explicit ReliableDatagram(Core& core) : core_(core) {}

  // Sending.
  /// The oldest request of the queue pair gets in line at the context that it names.
  void dispatch(QueuePair& qp);
  /// The next message in line begins when the context is free.
  void start(QueuePair& ee);
  /// What the context had to send is acknowledged.
  void completed(QueuePair& ee);
  /// It has failed.
  void failed(QueuePair& ee, CqeSyndrome syndrome);
  /// It found no receive WQE: others go on while its queue pair waits.
  void suspend(QueuePair& ee);
  /// The wait of a suspended message is over.
  void rnr_ended(QueuePair& qp);
  /// SQD: what has not begun does not begin.
  void pause(QueuePair& qp);
  /// Nothing of the queue pair is under way.
  [[nodiscard]] static bool drained(const QueuePair& qp) { return !qp.datagrams->dispatched; }
  /// Packet `psn` belongs to what is under way, not to a message that was given up.
  [[nodiscard]] static bool under_way(const QueuePair& ee, Psn psn) {
    return ee.requester.held() > 0 && !psn.before(ee.requester.oldest().first_psn);
  }
  /// A response names the queue pair whose message is under way.
  [[nodiscard]] static bool expects(const QueuePair& ee, const Bth& bth) {
    return bth.dest_qp.value() == ee.end_to_end->sender_memory.qpn;
  }

  // Receiving.
  /// Finds the queue pair that a request is for; the NAK when it must not have it.
  [[nodiscard]] std::optional<NakCode> address(QueuePair& ee, const Packet& packet);
  /// The queue pair that the present message is for; `address` has found it.
  [[nodiscard]] QueuePair& target(const QueuePair& ee) const;
  /// The message of `ee` waits for a receive WQE of `qp`.
  void wait(const QueuePair& ee, QueuePair& qp) {
    qp.datagrams->waiting.push({ee.number, ee.epoch});
  }
  /// Receive WQEs of `qp` have come, or are known to be missing.
  void resume_waiting(QueuePair& qp);

  // The end of either.
  /// The queue pair stops: its message is given up. The state has changed before.
  void withdraw(QueuePair& qp);
  /// The queue pair is in error: the receive WQEs that messages for it use are flushed.
  void flush_receives(QueuePair& qp);
  /// The queue pair goes: so do they, unreported.
  void forget_receives(const QueuePair& qp);
  /// The context stops: those who use it get an error. The state has changed before.
  void close(QueuePair& ee);

 private:
  [[nodiscard]] QueuePair* take_sender(QueuePair& ee) const;
  void begin(QueuePair& ee, QueuePair& qp);
  void give_up(QueuePair& ee);
  void fault(QueuePair& qp, CqeSyndrome syndrome);
  void remove_from_line(QueuePair& ee, const QueuePair& qp) const;
  [[nodiscard]] bool q_key_matches(const QueuePair& qp, const Packet& packet) const;

  Core& core_;
};

}  // namespace ib::hca
