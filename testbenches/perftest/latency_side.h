// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "testbenches/perftest/endpoint.h"

namespace ib::tb {

/// One host's loop of a latency test on the first queue pair. WRITE: the hosts write in turn and
/// watch the last byte of what comes in. SEND: the same with receive completions. READ: one host
/// reads, the other only serves.
class LatencySide {
 public:
  LatencySide(Endpoint& self, const Endpoint& peer, const PerftestPlan& plan, std::uint64_t size,
              bool starts);

  /// Before the peer may start.
  void post_first_receives();
  void run();

  /// One a message, picoseconds: half the round trip, or the whole one of a READ.
  [[nodiscard]] std::vector<double> samples() const;
  [[nodiscard]] std::uint64_t completed() const { return sent_; }
  /// When each message was posted, and at the end when the last answer was seen.
  [[nodiscard]] const std::vector<std::int64_t>& posted() const { return posted_; }

 private:
  void send();
  void receive();
  void watch_last_byte();
  void take_receive_completion();
  void take_send_completion();

  Endpoint& self_;
  const Endpoint& peer_;
  const PerftestPlan& plan_;
  std::uint64_t size_;
  bool starts_;
  std::uint64_t last_in_;  ///< Address of the last byte that comes in.
  std::uint64_t last_out_;
  MemoryWatch last_byte_watch_;
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
  std::uint64_t receives_posted_ = 0;
  std::vector<std::int64_t> posted_;
};

}  // namespace ib::tb
