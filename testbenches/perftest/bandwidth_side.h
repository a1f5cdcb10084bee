// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "testbenches/perftest/endpoint.h"
#include "testbenches/perftest/statistics.h"

namespace ib::tb {

/// One host's loop of a bandwidth test: keeps up to tx_depth messages of each queue pair in flight
/// and posts a receive buffer again for each one used.
class BandwidthSide {
 public:
  struct Role {
    bool sends = false;
    bool receives = false;
  };
  BandwidthSide(Endpoint& self, const Endpoint& peer, const PerftestPlan& plan, std::uint64_t size,
                Role role);

  /// Before the peer may start.
  void post_first_receives();
  void run();

  [[nodiscard]] const MessageTimes& times() const { return times_; }
  /// Messages completed so far.
  [[nodiscard]] std::uint64_t completed() const { return completed_; }

 private:
  struct Lane {
    std::uint64_t posted = 0;
    std::uint64_t completed = 0;
    std::uint64_t receives_posted = 0;
  };
  void post_what_fits();
  void post(std::uint32_t lane);
  void reap_sends();
  void reap_receives();

  Endpoint& self_;
  const Endpoint& peer_;
  const PerftestPlan& plan_;
  std::uint64_t size_;
  Role role_;
  std::uint64_t moderation_;
  std::uint64_t to_complete_;
  std::uint64_t to_receive_;
  std::uint64_t completed_ = 0;
  std::uint64_t received_ = 0;
  MemoryWatch watch_;
  std::vector<Lane> lanes_;
  std::vector<std::uint32_t> with_room_;  ///< Lanes that may post more.
  MessageTimes times_;
};

}  // namespace ib::tb
