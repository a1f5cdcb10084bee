// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/sweep.h"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "testbenches/sweep/collect.h"
#include "testbenches/sweep/local_executor.h"
#include "testbenches/sweep/point_store.h"
#include "testbenches/sweep/schedule.h"
#include "testbenches/sweep/slurm_executor.h"
#include "testbenches/sweep/sweep_bar.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;

constexpr int kSignalBase = 128;
constexpr const char* kLog = "log.txt";

/// The first line a failed run wrote to stderr, and how it ended.
std::string reason_of(const fs::path& log, int code) {
  std::ifstream file{log};
  std::string line;
  std::getline(file, line);
  constexpr std::string_view kName = "ibsilicon: ";
  if (line.compare(0, kName.size(), kName) == 0) line.erase(0, kName.size());
  const std::string how = code > kSignalBase
                              ? fmt::format("killed by signal {}", code - kSignalBase)
                              : fmt::format("exit code {}", code);
  return line.empty() ? how : fmt::format("{}: {}", how, line);
}

std::unique_ptr<Executor> make_executor(const SweepOptions& options) {
  if (options.executor == ExecutorKind::kSlurm) {
    return std::make_unique<SlurmExecutor>(
        SlurmOptions{fs::absolute(options.out) / "slurm", options.jobs, options.command});
  }
  return std::make_unique<LocalExecutor>(options.jobs, options.command);
}

class Sweep {
 public:
  Sweep(const SweepPlan& plan, const std::vector<SweepPoint>& points, const SweepOptions& options)
      : plan_(plan),
        points_(points),
        options_(options),
        store_(options.out),
        schedule_(points, plan.stop),
        bar_(options.bar),
        executor_(make_executor(options)) {}

  SweepOutcome run() {
    take_stock();
    const bool complete = work();
    collect(plan_, points_, schedule_, store_);
    return {ran_, schedule_.counts(), complete};
  }

 private:
  /// What earlier calls left.
  void take_stock() {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const std::string& hash = points_[i].hash;
      if (options_.retry_failed) store_.forget_failure(hash);
      if (store_.is_done(hash)) {
        schedule_.done(i, stop_value(i));
      } else if (store_.failure(hash)) {
        schedule_.failed(i);
      }
    }
  }

  /// False when the user ended it.
  bool work() {
    while (true) {
      if (options_.stop_requested()) {
        stop_runs();
        return false;
      }
      start_more();
      if (running_.empty()) return true;
      if (!reap()) std::this_thread::sleep_for(executor_->poll_interval());
      const SweepCounts counts = schedule_.counts();
      bar_.update(counts.done + counts.failed + counts.not_needed, points_.size(), counts.failed,
                  ran_);
    }
  }

  void start_more() {
    while (executor_->has_room()) {
      const std::optional<std::size_t> point = schedule_.next();
      if (!point) break;
      // Absolute: a batch system may run it elsewhere.
      const fs::path folder = fs::absolute(store_.begin(points_[*point].hash));
      std::vector<std::string> words = run_words(plan_, points_[*point]);
      words.insert(words.end(), {"--quiet", "--out", folder.string()});
      if (options_.profile) words.emplace_back("--profile");
      running_[*point] = folder / kLog;
      executor_->start({*point, std::move(words), folder / kLog});
    }
    executor_->submit();
  }

  /// Whether any run has ended.
  bool reap() {
    const std::vector<EndedJob> ended = executor_->ended();
    for (const EndedJob& job : ended) {
      // Ctrl-C reaches the children too: what they give then is no result of the point.
      if (options_.stop_requested()) {
        store_.abandon(points_[job.point].hash);
      } else {
        settle(job);
      }
      running_.erase(job.point);
    }
    return !ended.empty();
  }

  void settle(const EndedJob& job) {
    const std::string& hash = points_[job.point].hash;
    ++ran_;
    if (job.code != 0) {
      store_.fail(hash,
                  job.reason.empty() ? reason_of(running_.at(job.point), job.code) : job.reason);
      schedule_.failed(job.point);
      return;
    }
    store_.finish(hash);
    schedule_.done(job.point, stop_value(job.point));
  }

  void stop_runs() {
    executor_.reset();
    for (const auto& [point, log] : running_) store_.abandon(points_[point].hash);
    running_.clear();
  }

  [[nodiscard]] double stop_value(std::size_t point) const {
    return plan_.stop ? result_value(store_.results_of(points_[point].hash), plan_.stop->result)
                      : 0.0;
  }

  const SweepPlan& plan_;
  const std::vector<SweepPoint>& points_;
  const SweepOptions& options_;
  PointStore store_;
  Schedule schedule_;
  SweepBar bar_;
  std::unique_ptr<Executor> executor_;
  std::map<std::size_t, fs::path> running_;  ///< Logs by point.
  std::size_t ran_ = 0;
};

}  // namespace

SweepOutcome run_sweep(const SweepPlan& plan, const std::vector<SweepPoint>& points,
                       const SweepOptions& options) {
  Sweep sweep{plan, points, options};
  return sweep.run();
}

}  // namespace ib::tb
