// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <queue>
#include <vector>

#include "models/hca/core.h"
#include "models/hca/send_lines.h"

namespace ib::hca {

/// Chooses whose packet is made next: queue pairs with requests to send and queue pairs that owe
/// answers take turns, each kind round robin, one packet a turn or as many as its weight. A queue
/// pair that the rate of its path holds back, or the limit of its service level, is not in line.
/// Entity kScheduler.
class SendScheduler {
 public:
  explicit SendScheduler(Core& core);

  /// The queue pair may have a request packet to send.
  void activate_requests(QueuePair& qp);
  /// The queue pair may have an answer that is due.
  void activate_responses(QueuePair& qp);
  /// There is room in the packetizer again.
  void resume() { plan(); }
  /// Limits the packets of a service level to `mbps`; 0: no limit.
  void limit(Sl sl, std::uint32_t mbps) { limits_mbps_[sl.value()] = mbps; }
  /// Phase kDecide.
  void decide();

 private:
  /// Out of line; those of one cycle return in the order in which they left.
  struct Held {
    Cycle until = 0;
    std::uint64_t order = 0;
    SendTurns::Choice choice;

    friend bool operator>(const Held& a, const Held& b) {
      return a.until != b.until ? a.until > b.until : a.order > b.order;
    }
  };

  [[nodiscard]] bool has_packet(const QueuePair& qp, SendClass of) const;
  /// Service level of the next packet.
  [[nodiscard]] std::uint8_t level_of(const QueuePair& qp, SendClass of) const;
  /// True when a packet was made.
  [[nodiscard]] bool serve(const SendTurns::Choice& choice);
  /// Congestion control lets the queue pair wait: it leaves the line until then.
  [[nodiscard]] bool hold(const QueuePair& qp, const SendTurns::Choice& choice);
  void release_held();
  void make_packet(QueuePair& qp, const SendTurns::Choice& choice, std::uint8_t sl);
  /// By the static rate of its path.
  void pace(QueuePair& qp, std::uint32_t static_rate, std::uint32_t bytes) const;
  void release_levels();
  void plan();

  Core& core_;
  SendLines lines_;
  std::priority_queue<Held, std::vector<Held>, std::greater<>> held_;
  std::uint64_t holds_ = 0;
  Cycle next_slot_ = 0;
  Ticks byte_ticks_;
  std::array<std::uint32_t, SendTurns::kLevels> limits_mbps_{};  ///< 0: no limit.
};

}  // namespace ib::hca
