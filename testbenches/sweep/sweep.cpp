// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/sweep.h"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include "testbenches/sweep/child.h"
#include "testbenches/sweep/collect.h"
#include "testbenches/sweep/point_store.h"
#include "testbenches/sweep/schedule.h"
#include "testbenches/sweep/sweep_bar.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;

/// Short against a run, and so seldom that waiting costs nothing.
constexpr std::chrono::milliseconds kPoll{2};
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

struct Running {
  std::size_t point;
  fs::path folder;
  Child child;
};

class Sweep {
 public:
  Sweep(const SweepPlan& plan, const std::vector<SweepPoint>& points, const SweepOptions& options)
      : plan_(plan),
        points_(points),
        options_(options),
        store_(options.out),
        schedule_(points, plan.stop),
        bar_(options.bar) {}

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
        stop_children();
        return false;
      }
      start_more();
      if (running_.empty()) return true;
      if (!reap()) std::this_thread::sleep_for(kPoll);
      const SweepCounts counts = schedule_.counts();
      bar_.update(counts.done + counts.failed + counts.not_needed, points_.size(), counts.failed,
                  ran_);
    }
  }

  void start_more() {
    while (running_.size() < options_.jobs) {
      const std::optional<std::size_t> point = schedule_.next();
      if (!point) return;
      const fs::path folder = store_.begin(points_[*point].hash);
      std::vector<std::string> words = run_words(plan_, points_[*point]);
      words.insert(words.end(), {"--quiet", "--out", folder.string()});
      running_.push_back({*point, folder, Child{words, folder / kLog}});
    }
  }

  /// Whether any run has ended.
  bool reap() {
    bool any = false;
    for (std::size_t i = 0; i < running_.size();) {
      const std::optional<int> code = running_[i].child.ended();
      if (!code) {
        ++i;
        continue;
      }
      any = true;
      // Ctrl-C reaches the children too: what they give then is no result of the point.
      if (options_.stop_requested()) {
        store_.abandon(points_[running_[i].point].hash);
      } else {
        settle(running_[i], *code);
      }
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return any;
  }

  void settle(const Running& run, int code) {
    const std::string& hash = points_[run.point].hash;
    ++ran_;
    if (code != 0) {
      store_.fail(hash, reason_of(run.folder / kLog, code));
      schedule_.failed(run.point);
      return;
    }
    store_.finish(hash);
    schedule_.done(run.point, stop_value(run.point));
  }

  void stop_children() {
    std::vector<std::string> hashes;
    for (const Running& each : running_) hashes.push_back(points_[each.point].hash);
    running_.clear();
    for (const std::string& hash : hashes) store_.abandon(hash);
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
  std::vector<Running> running_;
  std::size_t ran_ = 0;
};

}  // namespace

SweepOutcome run_sweep(const SweepPlan& plan, const std::vector<SweepPoint>& points,
                       const SweepOptions& options) {
  Sweep sweep{plan, points, options};
  return sweep.run();
}

}  // namespace ib::tb
