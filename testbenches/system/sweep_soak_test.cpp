// SPDX-License-Identifier: Apache-2.0
// A sweep of 200 points on two jobs: where its processor time goes, and what ten kills cost it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <thread>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::size_t kPoints = 200;

std::string sweep_of(const char* duration_us) {
  return std::string("testbench.name = \"uniform\"\ntestbench.nodes = 16\n") +
         "testbench.duration_us = " + duration_us +
         "\n[sweep]\nseeds = 40\n[[sweep.axis]]\nparameter = \"testbench.load\"\n"
         "first = 0.1\nlast = 0.9\nstep = 0.2\n";
}

/// Processor time of a process and of its children that have ended, in clock ticks.
struct Times {
  std::uint64_t own = 0;
  std::uint64_t children = 0;
};

/// The one child of this process; empty when there is none.
std::string child_of_this_process() {
  std::ifstream file{"/proc/self/task/" + std::to_string(::getpid()) + "/children"};
  std::string pid;
  file >> pid;
  return pid;
}

/// What proc(5) calls utime + stime and cutime + cstime; nothing when the process has gone.
Times times_of(const std::string& pid) {
  std::ifstream file{"/proc/" + pid + "/stat"};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  std::istringstream fields{text.substr(text.rfind(')') + 1)};
  std::string skipped;
  for (int i = 3; i < 14; ++i) fields >> skipped;
  std::uint64_t user = 0, system = 0, child_user = 0, child_system = 0;
  fields >> user >> system >> child_user >> child_system;
  return {user + system, child_user + child_system};
}

class SweepSoak : public testing::Test {
 protected:
  void write(const std::string& text) { std::ofstream{program_.folder() / "x.toml"} << text; }
  std::string file(const std::string& name) const { return content(program_.folder() / name); }

  std::map<std::string, fs::file_time_type> done() const {
    std::map<std::string, fs::file_time_type> times;
    std::error_code none_yet;
    for (const auto& each : fs::directory_iterator{program_.folder() / "out/points", none_yet}) {
      const fs::path results = each.path() / "results.json";
      const bool hidden = each.path().filename().string().front() == '.';
      if (!hidden && fs::exists(results)) {
        times[each.path().filename().string()] = fs::last_write_time(results);
      }
    }
    return times;
  }

  Program program_;
};

// Issue of the fabrics: 95 % of the processor time of a sweep of 200 points is simulation.
TEST_F(SweepSoak, SpendsItsProcessorTimeInSimulation) {
  write(sweep_of("150"));
  program_.start({"sweep", "x.toml", "--out", "out", "--jobs", "2"});
  const std::string pid = child_of_this_process();
  ASSERT_NE(pid, "");
  Times last;
  for (Times now = times_of(pid); fs::exists("/proc/" + pid); now = times_of(pid)) {
    if (now.own + now.children < last.own + last.children) break;  // it has ended
    last = now;
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
  EXPECT_EQ(program_.wait().code, 0);

  EXPECT_EQ(done().size(), kPoints);
  const double share =
      static_cast<double>(last.children) / static_cast<double>(last.own + last.children);
  RecordProperty("share", std::to_string(share));
  EXPECT_GT(share, 0.95);
}

TEST_F(SweepSoak, LosesAndRepeatsNothingOverTenKills) {
  write(sweep_of("150"));
  std::mt19937 random{1};
  std::map<std::string, fs::file_time_type> before;
  for (int kill = 0; kill < 10; ++kill) {
    program_.start({"sweep", "x.toml", "--out", "out", "--jobs", "2"});
    std::this_thread::sleep_for(
        std::chrono::milliseconds{std::uniform_int_distribution{10, 600}(random)});
    program_.signal(SIGKILL);
    (void)program_.wait();
    const auto now = done();
    for (const auto& [hash, time] : before) {
      ASSERT_EQ(now.count(hash), 1u) << hash;
      EXPECT_EQ(now.at(hash), time) << hash;
    }
    before = now;
  }

  const Outcome last = program_.run({"sweep", "x.toml", "--out", "out", "--jobs", "2"});

  EXPECT_EQ(last.code, 0);
  EXPECT_THAT(last.error, HasSubstr(std::to_string(kPoints - before.size()) +
                                    " of 200 points run now, 200 done"));
  const auto now = done();
  for (const auto& [hash, time] : before) EXPECT_EQ(now.at(hash), time) << hash;
  ASSERT_EQ(program_.run({"sweep", "x.toml", "--out", "whole", "--jobs", "2"}).code, 0);
  EXPECT_EQ(file("out/results.csv"), file("whole/results.csv"));
  EXPECT_EQ(file("out/points.csv"), file("whole/points.csv"));
}

}  // namespace
}  // namespace ib::tb
