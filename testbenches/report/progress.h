// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>

namespace ib::tb {

/// Where a run stands, for its bar on a terminal, and whether the user wants it to end.
/// Cheap enough to be told after every quantum.
class Progress {
 public:
  using StopFlag = bool (*)();

  /// `bar` is a terminal or nullptr; `stop_requested` is polled by every update.
  Progress(std::FILE* bar, StopFlag stop_requested);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// `done` is the share of the work behind us, 0 to 1. False: stop now and report what there is.
  [[nodiscard]] bool update(std::int64_t simulated_ps, std::uint64_t packets, double done);

  [[nodiscard]] std::int64_t simulated_ps() const { return simulated_ps_; }
  [[nodiscard]] std::uint64_t packets() const { return packets_; }

  /// Wipes the bar so that other output starts on an empty line; the next update draws it again.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void draw(Clock::time_point now, double done);

  std::FILE* bar_;
  StopFlag stop_requested_;
  Clock::time_point start_;
  Clock::time_point next_draw_;
  std::int64_t simulated_ps_ = 0;
  std::uint64_t packets_ = 0;
  bool drawn_ = false;
};

}  // namespace ib::tb
