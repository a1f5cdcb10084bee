// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>

namespace ib::tb {

/// The line of a sweep on a terminal: what is done, what failed, and when it will end.
class SweepBar {
 public:
  /// `terminal` may be nullptr: nothing is drawn then.
  explicit SweepBar(std::FILE* terminal);
  SweepBar(const SweepBar&) = delete;
  SweepBar& operator=(const SweepBar&) = delete;
  ~SweepBar();

  /// `ran` points of this call have ended, so that those found done do not make it look fast.
  void update(std::size_t settled, std::size_t total, std::size_t failed, std::size_t ran);

 private:
  using Clock = std::chrono::steady_clock;

  std::FILE* terminal_;
  Clock::time_point start_;
  Clock::time_point next_draw_;
};

}  // namespace ib::tb
