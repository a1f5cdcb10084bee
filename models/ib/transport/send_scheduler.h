// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "models/ib/base/ring.h"
#include "models/ib/machine.h"

namespace ib {

/// A queue pair that waits for its turn. `epoch` tells it from a later one of the same number.
struct SendTurn {
  std::uint32_t qpn = 0;
  std::uint32_t epoch = 0;
};

/// What a queue pair wants to send.
enum class SendClass : std::uint8_t { kRequests, kResponses };

[[nodiscard]] constexpr SendClass other(SendClass c) {
  return c == SendClass::kRequests ? SendClass::kResponses : SendClass::kRequests;
}

/// Whose packet is made next: queue pairs with requests to send and queue pairs that owe answers
/// take turns, each class first come, first served, one packet a turn.
class SendTurns {
 public:
  void reset() {
    for (Ring<SendTurn>& waiting : waiting_) waiting.clear();
    next_ = SendClass::kResponses;
  }
  [[nodiscard]] bool empty() const { return waiting_[0].empty() && waiting_[1].empty(); }
  [[nodiscard]] std::size_t waiting(SendClass c) const { return of(c).size(); }
  void push(SendClass c, SendTurn turn) { waiting_[static_cast<std::size_t>(c)].push(turn); }

  struct Choice {
    SendClass of = SendClass::kRequests;
    SendTurn turn;
  };
  /// Who comes next, nobody when none waits.
  [[nodiscard]] std::optional<Choice> choice() const {
    if (empty()) return std::nullopt;
    const SendClass c = of(next_).empty() ? other(next_) : next_;
    return Choice{c, of(c).front()};
  }
  /// The choice leaves the line. When it was `served` with a packet, the other class comes first
  /// from now on; else it had nothing to send, and its class goes on.
  void take(bool served) {
    const SendClass c = of(next_).empty() ? other(next_) : next_;
    waiting_[static_cast<std::size_t>(c)].pop();
    if (served) next_ = other(c);
  }
  /// The choice was served and stays first of its line; the other class comes first from now on.
  void stay() { next_ = other(of(next_).empty() ? other(next_) : next_); }

 private:
  [[nodiscard]] const Ring<SendTurn>& of(SendClass c) const {
    return waiting_[static_cast<std::size_t>(c)];
  }

  std::array<Ring<SendTurn>, 2> waiting_;
  SendClass next_ = SendClass::kResponses;
};

/// Queue pairs that may wait in one class of the clocked block.
inline constexpr std::size_t kSendTurnDepth = 4096;

struct SendSchedulerIn {
  std::optional<SendTurn> request;   ///< Gets in line with a request to send.
  std::optional<SendTurn> response;  ///< Gets in line with an answer that is due.
  bool take = false;                 ///< The choice shown leaves the line.
  bool served = false;               ///< With `take`: it got its packet.
};

struct SendSchedulerOut {
  bool request_ready = false;   ///< Who comes with a request gets in line.
  bool response_ready = false;  ///< Who comes with an answer gets in line.
  std::optional<SendTurns::Choice> choice;
};

/// `SendTurns` as a clocked block; who gets in line counts from the next clock on. Its RTL twin is
/// rtl/hca/ib_send_scheduler.sv.
using SendSchedulerMachine = Machine<SendSchedulerIn, SendSchedulerOut>;
[[nodiscard]] std::unique_ptr<SendSchedulerMachine> make_send_scheduler();

}  // namespace ib
