// SPDX-License-Identifier: Apache-2.0
#include "models/hca/send_lines.h"

namespace ib::hca {
namespace {

SendSchedulerIn operation(SendOperation which, const SentPacket& packet = {}) {
  SendSchedulerIn in;
  in.operation = which;
  in.packet = packet;
  return in;
}

SentPacket at(std::uint8_t sl, bool limited, std::int64_t now) {
  SentPacket packet;
  packet.sl = sl;
  packet.limited = limited;
  packet.now = now;
  return packet;
}

}  // namespace

void SendLines::join(SendClass of, const SendTurn& turn) {
  if (block_ == nullptr) {
    turns_.join(of, turn);
    return;
  }
  outside_.push({of, turn});
  refill();
}

void SendLines::refill() {
  while (!outside_.empty()) {
    SendSchedulerIn in = operation(SendOperation::kJoin);
    in.of = outside_.front().of;
    in.turn = outside_.front().turn;
    if (!run(in).done) return;
    outside_.pop();
  }
}

std::optional<SendTurns::Choice> SendLines::choice() {
  return block_ == nullptr ? turns_.choice() : run({}).choice;
}

bool SendLines::offer(std::uint8_t sl, bool limited, std::int64_t now) {
  if (block_ == nullptr) return turns_.offer(sl, limited, now);
  return run(operation(SendOperation::kOffer, at(sl, limited, now))).done;
}

void SendLines::served(const SentPacket& packet) {
  if (block_ == nullptr) {
    turns_.served(packet);
    return;
  }
  run(operation(SendOperation::kServed, packet));
  refill();
}

void SendLines::leave() {
  if (block_ == nullptr) {
    turns_.leave();
    return;
  }
  run(operation(SendOperation::kLeave));
  refill();
}

bool SendLines::release(std::uint8_t sl, std::int64_t now) {
  if (block_ == nullptr) return turns_.release(sl, now);
  return run(operation(SendOperation::kRelease, at(sl, /*limited=*/true, now))).done;
}

std::uint16_t SendLines::waiting() {
  return block_ == nullptr ? turns_.waiting() : run({}).waiting;
}

std::int64_t SendLines::next(std::uint8_t sl) {
  if (block_ == nullptr) return turns_.next(sl);
  SendSchedulerIn in;
  in.packet.sl = sl;
  return run(in).next;
}

}  // namespace ib::hca
