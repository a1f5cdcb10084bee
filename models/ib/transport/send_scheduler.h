// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "models/ib/base/ring.h"
#include "models/ib/machine.h"
#include "models/ib/transport/pacer.h"

namespace ib {

/// A queue pair that waits for its turn. `epoch` tells it from a later one of the same number.
struct SendTurn {
  std::uint32_t qpn = 0;
  std::uint32_t epoch = 0;
  std::uint8_t packets = 1;  ///< Left of its turn, at least 1; counted for requests.
  bool begun = false;        ///< It is in the middle of its turn.
};

/// What a queue pair wants to send.
enum class SendClass : std::uint8_t { kRequests, kResponses };

[[nodiscard]] constexpr SendClass other(SendClass c) {
  return c == SendClass::kRequests ? SendClass::kResponses : SendClass::kRequests;
}

/// A packet was made.
struct SentPacket {
  std::uint8_t sl = 0;
  bool more = false;     ///< Its queue pair has another one that may follow at once.
  bool limited = false;  ///< The service level has a limit ...
  std::int64_t gap = 0;  ///< ... which gives the packet so much time.
  std::int64_t now = 0;
  std::int64_t slack = 0;  ///< A clock period, in the unit of the other times.
};

/// Whose packet is made next: queue pairs with requests to send and queue pairs that owe answers
/// take turns, each class first come, first served. A turn of requests is as many packets as its
/// queue pair's weight. Who finds its service level spent leaves the line and waits for the level;
/// one at a time gets in line again, those in the middle of their turn before others.
class SendTurns {
 public:
  static constexpr std::size_t kLevels = 16;

  void reset() { *this = SendTurns{}; }
  [[nodiscard]] bool empty() const { return lines_[0].empty() && lines_[1].empty(); }
  /// In line or waiting for a level.
  [[nodiscard]] std::size_t held(SendClass c) const { return held_[index(c)]; }
  void join(SendClass c, const SendTurn& turn) {
    lines_[index(c)].push(turn);
    ++held_[index(c)];
  }

  struct Choice {
    SendClass of = SendClass::kRequests;
    SendTurn turn;
  };
  /// Who comes next, nobody when none waits.
  [[nodiscard]] std::optional<Choice> choice() const;
  /// The choice has a packet of level `sl`: true when it may go, else it waits for the level.
  [[nodiscard]] bool offer(std::uint8_t sl, bool limited, std::int64_t now);
  /// The choice got its packet: the other class comes first from now on. It stays first of its line
  /// while its turn goes on, else it leaves.
  void served(const SentPacket& packet);
  /// The choice has nothing to send and leaves the line; its class goes on.
  void leave();
  /// Who waits for the level longest gets in line when the level may send.
  [[nodiscard]] bool release(std::uint8_t sl, std::int64_t now);

  /// Bit sl: somebody waits for that level.
  [[nodiscard]] std::uint16_t waiting() const;
  /// When the level may send its next packet.
  [[nodiscard]] std::int64_t next(std::uint8_t sl) const { return levels_[sl].pacer.next(); }

 private:
  /// What a service level may send, and who waits for it.
  struct Level {
    Pacer pacer;
    Ring<Choice> in_turn;
    Ring<Choice> waiting;
  };

  [[nodiscard]] static std::size_t index(SendClass c) { return static_cast<std::size_t>(c); }
  [[nodiscard]] SendClass chosen() const {
    return lines_[index(next_)].empty() ? other(next_) : next_;
  }

  std::array<Ring<SendTurn>, 2> lines_;
  std::array<std::size_t, 2> held_{};
  std::array<Level, kLevels> levels_;
  SendClass next_ = SendClass::kResponses;
};

/// Queue pairs that the clocked block holds of one class.
inline constexpr std::size_t kSendTurnDepth = 4096;

enum class SendOperation : std::uint8_t { kNone, kJoin, kOffer, kServed, kLeave, kRelease };

/// One operation of `SendTurns` a clock.
struct SendSchedulerIn {
  SendOperation operation = SendOperation::kNone;
  SendClass of = SendClass::kRequests;  ///< kJoin.
  SendTurn turn;                        ///< kJoin.
  SentPacket packet;  ///< kServed; `sl`, `limited` and `now` for kOffer, kRelease.
};

struct SendSchedulerOut {
  /// kJoin: there is room, and who comes is in line from the next clock on. kOffer: it may go.
  /// kRelease: somebody gets in line.
  bool done = false;
  std::optional<SendTurns::Choice> choice;  ///< Before the operation.
  std::uint16_t waiting = 0;                ///< Levels that somebody waits for.
  std::int64_t next = 0;                    ///< When level `packet.sl` may send.
};

/// `SendTurns` as a clocked block. Its RTL twin is rtl/hca/ib_send_scheduler.sv.
using SendSchedulerMachine = Machine<SendSchedulerIn, SendSchedulerOut>;
[[nodiscard]] std::unique_ptr<SendSchedulerMachine> make_send_scheduler();

}  // namespace ib
