// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/perftest/bandwidth_side.h"
#include "testbenches/perftest/endpoint.h"
#include "testbenches/perftest/latency_side.h"
#include "testbenches/perftest/plan.h"
#include "testbenches/perftest/rendezvous.h"
#include "testbenches/perftest/statistics.h"
#include "tlm/conductor.h"

namespace ib::tb {

/// What one size of a test gave; `latency` or `bandwidth` counts, by the plan's measure.
struct SizeResult {
  std::uint64_t size = 0;
  Bandwidth bandwidth;
  Latency latency;
  std::uint64_t messages = 0;
};

/// What one queue pair of one side has sent, over all sizes.
struct LaneTotals {
  std::uint64_t messages = 0;
  std::uint64_t payload_bytes = 0;
  std::int64_t elapsed_ps = 0;  ///< Measured time.
};

/// Two hosts run a perftest against each other; the simulation is stopped when they have ended.
class PerftestSession {
 public:
  PerftestSession(const PerftestPlan& plan, Conductor& conductor, Host& client, Host& server);

  /// Called after each size, from the client's program.
  void on_size(std::function<void(const SizeResult&)> report) { report_ = std::move(report); }

  /// The size at work when the simulation was stopped early; `messages` is 0 when there is none.
  [[nodiscard]] SizeResult partial() const;
  /// Share of the whole work that is done.
  [[nodiscard]] double done_share() const;
  [[nodiscard]] bool finished() const { return finished_; }
  /// Simulated time at the end of a finished run: the chips have done all up to it and nothing
  /// more, whatever the quantum.
  [[nodiscard]] Ticks end() const { return end_; }
  /// What went wrong, one line each.
  [[nodiscard]] const std::vector<std::string>& failures() const { return failures_; }

  /// Side 0 is the client, 1 the server.
  [[nodiscard]] const Endpoint& endpoint(std::uint32_t side) const { return *endpoints_[side]; }
  [[nodiscard]] bool sends(std::uint32_t side) const;
  /// One a queue pair, of the sizes that are complete.
  [[nodiscard]] const std::vector<LaneTotals>& totals(std::uint32_t side) const {
    return totals_[side];
  }
  /// Latencies the client measured over all sizes, picoseconds; none in bandwidth tests.
  [[nodiscard]] const std::vector<double>& samples() const { return samples_; }
  /// When a side posted the messages of the last size of a latency test, and saw the last answer.
  [[nodiscard]] const std::vector<std::int64_t>& posts(std::uint32_t side) const {
    return latency_[side]->posted();
  }

 private:
  void program(std::uint32_t side);
  void run_all(std::uint32_t side);
  void finish();
  void run_bandwidth(std::uint32_t side, std::uint64_t size);
  void run_latency(std::uint32_t side, std::uint64_t size);
  void check(std::uint32_t side, std::uint64_t size) const;
  void check_counters(std::uint32_t side) const;
  void add_up(std::uint32_t side, std::uint64_t size);
  [[nodiscard]] SizeResult result(std::uint64_t size) const;

  PerftestPlan plan_;
  Conductor& conductor_;
  std::array<std::unique_ptr<Endpoint>, 2> endpoints_;
  std::array<std::unique_ptr<BandwidthSide>, 2> bandwidth_;
  std::array<std::unique_ptr<LatencySide>, 2> latency_;
  std::array<std::vector<LaneTotals>, 2> totals_;
  std::vector<double> samples_;
  Rendezvous rendezvous_;
  std::function<void(const SizeResult&)> report_;
  std::uint64_t present_size_ = 0;
  double done_ = 0;  ///< Work of the sizes behind us.
  bool finished_ = false;
  Ticks end_ = 0;
  std::vector<std::string> failures_;
};

}  // namespace ib::tb
