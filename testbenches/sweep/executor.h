// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace ib::tb {

/// One run to be made: `ibsilicon words...`, its stderr in the file `log` of an existing folder.
struct Job {
  std::size_t point = 0;
  std::vector<std::string> words;
  std::filesystem::path log;
};

/// A run that has ended.
struct EndedJob {
  std::size_t point = 0;
  int code = 0;        ///< Exit code, or 128 + signal.
  std::string reason;  ///< Where the run cannot say it itself: why there is no result.
};

/// Where the runs of a sweep are made. Its destructor ends those that still run.
class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  /// Whether one more run may be handed over now.
  [[nodiscard]] virtual bool has_room() const = 0;
  virtual void start(Job job) = 0;
  /// Called when no more runs are to be had for now: hands over what start() has gathered. Throws
  /// fabric::ConfigError when that is refused.
  virtual void submit() {}
  /// Runs that have ended since the last call.
  [[nodiscard]] virtual std::vector<EndedJob> ended() = 0;
  /// How long to wait before asking again: short against a run.
  [[nodiscard]] virtual std::chrono::milliseconds poll_interval() const = 0;
};

}  // namespace ib::tb
