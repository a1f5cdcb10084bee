// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/ib/base/ring.h"
#include "models/ib/transport/send_scheduler.h"

namespace ib::hca {

/// The lines of the send scheduler: `SendTurns`, or a clocked block that is asked in its place, an
/// operation a clock.
class SendLines {
 public:
  /// Null: `SendTurns`. Before anybody gets in line.
  explicit SendLines(const std::unique_ptr<SendSchedulerMachine>& block) : block_(block) {}

  void join(SendClass of, const SendTurn& turn);
  [[nodiscard]] std::optional<SendTurns::Choice> choice();
  [[nodiscard]] bool offer(std::uint8_t sl, bool limited, std::int64_t now);
  void served(const SentPacket& packet);
  void leave();
  [[nodiscard]] bool release(std::uint8_t sl, std::int64_t now);
  [[nodiscard]] std::uint16_t waiting();
  [[nodiscard]] std::int64_t next(std::uint8_t sl);

 private:
  SendSchedulerOut run(const SendSchedulerIn& in) { return block_->step(in); }
  /// Somebody left the block: who waits in front of it gets in.
  void refill();

  const std::unique_ptr<SendSchedulerMachine>& block_;
  SendTurns turns_;
  Ring<SendTurns::Choice> outside_;  ///< Found no room in the block, in order.
};

}  // namespace ib::hca
