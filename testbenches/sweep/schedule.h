// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/sweep/point.h"

namespace ib::tb {

enum class PointState : std::uint8_t { kPending, kRunning, kDone, kFailed, kNotNeeded };

/// Points by how they ended.
struct SweepCounts {
  std::size_t done = 0;
  std::size_t failed = 0;
  std::size_t not_needed = 0;  ///< Replicates that the stop rule saved.
};

/// Which point runs next. With a stop rule a combination first runs `min_seeds` replicates, then
/// one at a time, and stops after the first that makes the interval narrow enough. What that is
/// depends on the results alone, not on the order in which runs end.
class Schedule {
 public:
  Schedule(const std::vector<SweepPoint>& points, std::optional<StopRule> rule);

  /// A point to start now, taken as running; nothing while all that is left has to wait.
  [[nodiscard]] std::optional<std::size_t> next();
  /// `value` is the result that the stop rule names; without a rule it is not looked at.
  void done(std::size_t point, double value);
  void failed(std::size_t point);

  [[nodiscard]] PointState state(std::size_t point) const { return entries_[point].state; }
  [[nodiscard]] const SweepCounts& counts() const { return counts_; }

 private:
  struct Entry {
    PointState state = PointState::kPending;
    std::size_t first = 0;  ///< First point of its combination.
    std::size_t end = 0;
    double value = 0;
  };
  void settle(std::size_t point, PointState state);
  [[nodiscard]] bool may_start(std::size_t point) const;
  void judge(std::size_t first, std::size_t end);
  void enter(Entry& entry, PointState state);

  std::optional<StopRule> rule_;
  std::vector<Entry> entries_;
  SweepCounts counts_;
  std::size_t cursor_ = 0;  ///< Nothing is pending before it.
};

}  // namespace ib::tb
