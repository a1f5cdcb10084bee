// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/send_scheduler.h"

namespace ib {

std::optional<SendTurns::Choice> SendTurns::choice() const {
  if (empty()) return std::nullopt;
  const SendClass c = chosen();
  return Choice{c, lines_[index(c)].front()};
}

bool SendTurns::offer(std::uint8_t sl, bool limited, std::int64_t now) {
  if (empty()) return false;
  Level& level = levels_[sl % kLevels];
  if (!limited || !level.pacer.holds(now)) return true;
  const SendClass c = chosen();
  const Choice choice{c, lines_[index(c)].front()};
  lines_[index(c)].pop();
  (choice.turn.begun ? level.in_turn : level.waiting).push(choice);
  return false;
}

void SendTurns::served(const SentPacket& packet) {
  if (empty()) return;
  const SendClass c = chosen();
  if (packet.limited) {
    levels_[packet.sl % kLevels].pacer.began(packet.now, packet.slack, packet.gap);
  }
  SendTurn& turn = lines_[index(c)].front();
  if (c == SendClass::kRequests && packet.more && turn.packets > 1) {
    --turn.packets;
    turn.begun = true;
  } else {
    lines_[index(c)].pop();
    --held_[index(c)];
  }
  next_ = other(c);
}

void SendTurns::leave() {
  if (empty()) return;
  const SendClass c = chosen();
  lines_[index(c)].pop();
  --held_[index(c)];
}

bool SendTurns::release(std::uint8_t sl, std::int64_t now) {
  Level& level = levels_[sl % kLevels];
  Ring<Choice>& first = level.in_turn.empty() ? level.waiting : level.in_turn;
  if (first.empty() || level.pacer.holds(now)) return false;
  lines_[index(first.front().of)].push(first.front().turn);
  first.pop();
  return true;
}

std::uint16_t SendTurns::waiting() const {
  std::uint16_t levels = 0;
  for (std::size_t sl = 0; sl < kLevels; ++sl) {
    const bool waits = !levels_[sl].in_turn.empty() || !levels_[sl].waiting.empty();
    if (waits) levels = static_cast<std::uint16_t>(levels | 1u << sl);
  }
  return levels;
}

namespace {

class ClockedSendScheduler final : public SendSchedulerMachine {
 public:
  void reset() override { turns_.reset(); }

  SendSchedulerOut step(const SendSchedulerIn& in) override {
    SendSchedulerOut out;
    out.choice = turns_.choice();
    out.waiting = turns_.waiting();
    out.next = turns_.next(in.packet.sl % SendTurns::kLevels);
    out.done = run(in);
    return out;
  }

 private:
  [[nodiscard]] bool run(const SendSchedulerIn& in) {
    switch (in.operation) {
      case SendOperation::kNone:
        return false;
      case SendOperation::kJoin:
        if (turns_.held(in.of) == kSendTurnDepth) return false;
        turns_.join(in.of, in.turn);
        return true;
      case SendOperation::kOffer:
        return turns_.offer(in.packet.sl, in.packet.limited, in.packet.now);
      case SendOperation::kServed:
        turns_.served(in.packet);
        return false;
      case SendOperation::kLeave:
        turns_.leave();
        return false;
      case SendOperation::kRelease:
        return turns_.release(in.packet.sl, in.packet.now);
    }
    return false;
  }

  SendTurns turns_;
};

}  // namespace

std::unique_ptr<SendSchedulerMachine> make_send_scheduler() {
  return std::make_unique<ClockedSendScheduler>();
}

}  // namespace ib
