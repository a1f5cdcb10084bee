// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "testbenches/sweep/executor.h"

namespace ib::tb {

struct SlurmOptions {
  std::filesystem::path folder;  ///< For job scripts; seen by all nodes, as are the runs' folders.
  std::size_t jobs = 1;          ///< Tasks of an array at a time; 1: no limit of ours.
  std::string options;           ///< More words for sbatch: "--partition=short --time=10".
};

/// Runs as tasks of job arrays of Slurm, submitted by sbatch. A task leaves the exit code of its
/// run in a file beside the log; one that left the queue without is lost.
class SlurmExecutor final : public Executor {
 public:
  /// Cancels what an earlier, killed sweep in the folder has left in the queue. Throws
  /// fabric::ConfigError when the commands of Slurm are not there.
  explicit SlurmExecutor(SlurmOptions options);
  ~SlurmExecutor() override;

  [[nodiscard]] bool has_room() const override { return waiting_.size() < kLargestArray; }
  void start(Job job) override { waiting_.push_back(std::move(job)); }
  void submit() override;
  [[nodiscard]] std::vector<EndedJob> ended() override;
  [[nodiscard]] std::chrono::milliseconds poll_interval() const override {
    return std::chrono::milliseconds{500};
  }

 private:
  /// MaxArraySize is 1001 unless configured otherwise (slurm.conf).
  static constexpr std::size_t kLargestArray = 1000;
  /// A file may be seen later than the end of its task, over a network file system.
  static constexpr int kGraceLooks = 10;

  struct Task {
    Job job;
    int looks_lost = 0;
  };
  using Array = std::map<std::size_t, Task>;  ///< By task number.

  [[nodiscard]] std::string script_of(const std::vector<Job>& jobs) const;
  void look_at(const std::string& id, Array& array, std::vector<EndedJob>& ended) const;
  void remember() const;

  SlurmOptions options_;
  std::vector<Job> waiting_;
  std::map<std::string, Array> arrays_;  ///< By job id.
};

}  // namespace ib::tb
