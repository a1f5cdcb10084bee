// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace ib {

/// Worker threads that each run one share of a job, round after round, with a short spin at the
/// barrier: windows take microseconds, a sleeping wait would cost more than the work.
class Workers {
 public:
  /// `job(share)` runs with share 0 on the caller and 1 .. shares - 1 on the workers.
  Workers(unsigned shares, std::function<void(unsigned)> job);
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers();

  /// Runs all shares once and returns when all are done.
  void run();

 private:
  void loop(unsigned share);

  std::function<void(unsigned)> job_;
  std::atomic<std::uint64_t> round_{0};
  std::atomic<unsigned> running_{0};
  std::atomic<bool> stop_{false};
  std::vector<std::thread> threads_;
};

}  // namespace ib
