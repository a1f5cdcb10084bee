// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/sweep/child.h"
#include "testbenches/sweep/executor.h"

namespace ib::tb {

/// Processes on this machine. With a `command`, a shell runs that with the words of the run behind
/// it: `srun -n1`, `bsub -K`, `ssh node7`; it must wait for the run and end with its exit code.
class LocalExecutor final : public Executor {
 public:
  LocalExecutor(std::size_t jobs, std::string command)
      : jobs_(jobs), command_(std::move(command)) {}

  [[nodiscard]] bool has_room() const override { return running_.size() < jobs_; }
  void start(Job job) override;
  [[nodiscard]] std::vector<EndedJob> ended() override;
  /// So short that a process a point costs nothing, and so long that waiting costs nothing.
  [[nodiscard]] std::chrono::milliseconds poll_interval() const override {
    return std::chrono::milliseconds{2};
  }

 private:
  struct Running {
    std::size_t point;
    Child child;
  };

  std::size_t jobs_;
  std::string command_;
  std::vector<Running> running_;
};

}  // namespace ib::tb
