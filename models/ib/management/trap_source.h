// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "models/ib/management/notice.h"

namespace ib {

/// A trap on its way to the subnet manager.
struct Trap {
  Notice notice;
  std::uint64_t transaction_id = 0;
};

/// The traps of a node: sent one at a time, each again and again until it is repressed. Times are
/// nanoseconds that never run backwards. IBTA Vol 1, 13.4.9 and 14.2.5.1.
class TrapSource {
 public:
  /// Queues a trap. One of the same number and details that waits already counts up instead; with
  /// kMost waiting the new one is lost.
  void raise(const Notice& notice);
  /// The trap to send at `now`, if any: the first one, unless it went less than `interval` ago.
  [[nodiscard]] std::optional<Trap> take(std::uint64_t now, std::uint64_t interval);
  /// TrapRepress: the manager has seen it. False for a transaction that does not wait.
  bool repress(std::uint64_t transaction_id);
  /// When `take` next has something to give.
  [[nodiscard]] std::optional<std::uint64_t> deadline() const;
  /// What Get(Notice) shows: the first trap waiting.
  [[nodiscard]] const Trap* first() const { return waiting_.empty() ? nullptr : &waiting_.front(); }
  [[nodiscard]] std::uint64_t sent() const { return sent_; }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }

 private:
  static constexpr std::size_t kMost = 16;

  std::deque<Trap> waiting_;
  std::uint64_t next_send_ = 0;
  std::uint64_t transactions_ = 0;
  std::uint64_t sent_ = 0;
  std::uint64_t lost_ = 0;
};

}  // namespace ib
