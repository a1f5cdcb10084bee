// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/hca/core.h"

namespace ib::hca {

/// The timers of all queue pairs: transport time-out, RNR wait, ACK delay. A deadline is moved by
/// setting it; the entry in the heap finds out when it comes up. Entity kTimer.
class Timers {
 public:
  explicit Timers(Core& core) : core_(core) {}

  /// A request packet was sent: the transport timer runs at least from now.
  void sent(QueuePair& qp);
  /// The oldest request moved on: the transport timer starts again, or stops.
  void progressed(QueuePair& qp);
  /// Waits for the time that the code of an RNR NAK stands for.
  void wait_rnr(QueuePair& qp, std::uint8_t code);
  /// Waits until the pace of `qp` lets its next packet begin.
  void wait_pace(QueuePair& qp);
  /// Waits before an acknowledgement is sent.
  void delay_ack(QueuePair& qp);
  /// Phase kRelease: timers that are up.
  void expire();

 private:
  enum class Kind : std::uint8_t { kTransport, kRnr, kAck, kPace };
  struct Entry {
    Cycle due = 0;
    std::uint32_t qpn = 0;
    std::uint32_t epoch = 0;
    Kind kind = Kind::kTransport;
  };
  struct Later {
    bool operator()(const Entry& a, const Entry& b) const {
      if (a.due != b.due) return a.due > b.due;
      if (a.qpn != b.qpn) return a.qpn > b.qpn;
      return a.kind > b.kind;
    }
  };

  void push(const QueuePair& qp, Cycle due, Kind kind);
  void fire(QueuePair& qp, Kind kind);
  void check_transport(QueuePair& qp);
  [[nodiscard]] Cycle timeout_cycles(const QueuePair& qp) const;

  Core& core_;
  std::vector<Entry> heap_;
};

}  // namespace ib::hca
