// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <thread>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kSweep =
    "testbench.name = \"uniform\"\n"
    "testbench.nodes = 8\n"
    "testbench.duration_us = 120\n"
    "[sweep]\n"
    "seeds = 4\n"
    "[[sweep.axis]]\n"
    "parameter = \"testbench.load\"\n"
    "first = 0.1\n"
    "last = 0.9\n"
    "step = 0.2\n";
constexpr std::size_t kPoints = 20;

class SweepTest : public testing::Test {
 protected:
  void write(const std::string& text) { std::ofstream{program_.folder() / "x.toml"} << text; }

  Outcome sweep(const std::string& out, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"sweep", "x.toml", "--out", out};
    words.insert(words.end(), more.begin(), more.end());
    return program_.run(words);
  }

  /// The done points with the time their result came into place.
  std::map<std::string, fs::file_time_type> done(const std::string& out) const {
    std::map<std::string, fs::file_time_type> times;
    std::error_code none_yet;
    for (const auto& each : fs::directory_iterator{program_.folder() / out / "points", none_yet}) {
      const fs::path results = each.path() / "results.json";
      const bool hidden = each.path().filename().string().front() == '.';
      if (!hidden && fs::exists(results)) {
        times[each.path().filename().string()] = fs::last_write_time(results);
      }
    }
    return times;
  }

  void wait_for(const std::string& out, std::size_t points) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{20};
    while (done(out).size() < points && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
  }

  std::string file(const std::string& name) const { return content(program_.folder() / name); }

  Program program_;
};

TEST_F(SweepTest, ResumesAfterKillWithTheSameResultsAndRunsNoPointTwice) {
  write(kSweep);
  ASSERT_EQ(sweep("whole", {"--jobs", "2"}).code, 0);
  std::map<std::string, fs::file_time_type> before;
  for (const std::size_t points : {3u, 7u, 12u}) {
    program_.start({"sweep", "x.toml", "--out", "killed", "--jobs", "2"});
    wait_for("killed", points);
    program_.signal(SIGKILL);
    (void)program_.wait();
    const auto now = done("killed");
    for (const auto& [hash, time] : before) EXPECT_EQ(now.at(hash), time) << hash;
    before = now;
  }
  ASSERT_LT(before.size(), kPoints);

  const Outcome last = sweep("killed", {"--jobs", "2"});

  EXPECT_EQ(last.code, 0);
  EXPECT_THAT(last.error, HasSubstr(std::to_string(kPoints - before.size()) +
                                    " of 20 points run now, 20 done"));
  for (const auto& [hash, time] : before) EXPECT_EQ(done("killed").at(hash), time) << hash;
  EXPECT_EQ(file("killed/results.csv"), file("whole/results.csv"));
  EXPECT_EQ(file("killed/points.csv"), file("whole/points.csv"));
}

TEST_F(SweepTest, GivesTheSameFilesForAnyNumberOfJobs) {
  write(std::string{kSweep} +
        "[sweep.stop]\nresult = \"traffic.delay_avg_ns\"\nrelative_width = 0.05\nmin_seeds = 2\n");
  ASSERT_EQ(sweep("one").code, 0);
  ASSERT_EQ(sweep("three", {"--jobs", "3"}).code, 0);

  EXPECT_EQ(file("one/results.csv"), file("three/results.csv"));
  EXPECT_THAT(file("one/points.csv"), HasSubstr("not needed"));
}

TEST_F(SweepTest, WritesARowAPointUnderTheNamesOfTheAxes) {
  write(kSweep);
  ASSERT_EQ(sweep("out").code, 0);

  const std::string csv = file("out/results.csv");
  EXPECT_THAT(csv, testing::StartsWith("point,testbench.load,seed,table,row,offered_load,"));
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), kPoints + 1);
}

TEST_F(SweepTest, LeavesAResumableFolderAfterCtrlC) {
  write(kSweep);
  program_.start({"sweep", "x.toml", "--out", "out"});
  wait_for("out", 2);
  program_.signal(SIGINT);

  EXPECT_EQ(program_.wait().code, 130);
  EXPECT_LT(done("out").size(), kPoints);
  EXPECT_EQ(sweep("out").code, 0);
  EXPECT_EQ(done("out").size(), kPoints);
}

TEST_F(SweepTest, RecordsAFailedPointAndRunsItAgainOnDemand) {
  write(
      "testbench.name = \"write_lat\"\ntestbench.iterations = 10\n[sweep]\n[[sweep.axis]]\n"
      "parameter = \"testbench.topology\"\nvalues = [\"none.txt\", \"\"]\n");

  const Outcome first = sweep("out");
  EXPECT_EQ(first.code, 1);
  EXPECT_THAT(first.error, HasSubstr("1 points failed"));
  EXPECT_THAT(file("out/points.csv"), HasSubstr("failed,exit code 2: none.txt: "));
  EXPECT_THAT(sweep("out").error, HasSubstr("0 of 2 points run now"));
  EXPECT_THAT(sweep("out", {"--retry-failed"}).error, HasSubstr("1 of 2 points run now"));
}

TEST_F(SweepTest, PutsACommandInFrontOfEachRun) {
  write(kSweep);
  std::ofstream{program_.folder() / "wrap.sh"} << "echo \"$2\" >> calls\nexec \"$@\"\n";
  ASSERT_EQ(sweep("local").code, 0);
  const Outcome outcome =
      sweep("wrapped", {"--jobs", "2", "--executor", "command", "--command", "sh ./wrap.sh"});

  EXPECT_EQ(outcome.code, 0) << outcome.error;
  EXPECT_EQ(file("wrapped/results.csv"), file("local/results.csv"));
  const std::string calls = file("calls");
  EXPECT_EQ(static_cast<std::size_t>(std::count(calls.begin(), calls.end(), '\n')), kPoints);
}

TEST_F(SweepTest, RecordsTheExitCodeOfTheCommand) {
  write(kSweep);
  const Outcome outcome = sweep("out", {"--executor", "command", "--command", "exit 7;"});

  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(file("out/points.csv"), HasSubstr("failed,exit code 7"));
}

TEST_F(SweepTest, WantsACommandForThatExecutorAlone) {
  write(kSweep);
  EXPECT_THAT(sweep("out", {"--executor", "command"}).error, HasSubstr("needs a --command"));
  EXPECT_THAT(sweep("out", {"--command", "env"}).error, HasSubstr("is for --executor command"));
}

TEST_F(SweepTest, NamesItsFolderAfterTheFile) {
  write(kSweep);
  ASSERT_EQ(program_.run({"sweep", "x.toml"}).code, 0);

  EXPECT_EQ(done("x").size(), kPoints);
}

TEST_F(SweepTest, LosesNoPointWhenTheDiskIsFull) {
  write(kSweep);
  fs::create_directories(program_.folder() / "out");
  fs::create_symlink("/dev/full", program_.folder() / "out/.results.csv.partial");
  const Outcome full = sweep("out");

  EXPECT_EQ(full.code, 2);
  EXPECT_EQ(full.error, "ibsilicon: out/.results.csv.partial: write failed, is the disk full?\n");
  EXPECT_EQ(done("out").size(), kPoints);
  EXPECT_THAT(sweep("out").error, HasSubstr("0 of 20 points run now, 20 done"));
}

TEST_F(SweepTest, SaysThatAFolderHoldsPointsOfAnotherVersion) {
  write(kSweep);
  fs::create_directories(program_.folder() / "out");
  std::ofstream{program_.folder() / "out/provenance.json"} << "{\"version\": \"0.0.1\"}";

  EXPECT_THAT(sweep("out").error, HasSubstr("out: holds points of version 0.0.1, which stay;"));
}

TEST_F(SweepTest, ReplacesADatabaseThatAnotherProgramHasLocked) {
  write(kSweep);
  ASSERT_EQ(sweep("out").code, 0);
  if (!fs::exists(program_.folder() / "out/results.sqlite")) GTEST_SKIP() << "no SQLite";
  const int locked = ::open((program_.folder() / "out/results.sqlite").c_str(), O_RDWR);
  struct ::flock lock {};
  lock.l_type = F_WRLCK;
  ASSERT_EQ(::fcntl(locked, F_SETLK, &lock), 0);

  EXPECT_EQ(sweep("out").code, 0);
  ::close(locked);
}

TEST_F(SweepTest, ProfilesItsRunsOnDemand) {
  write(kSweep);
  ASSERT_EQ(sweep("out", {"--profile"}).code, 0);
  const fs::path point = program_.folder() / "out/points" / done("out").begin()->first;

  EXPECT_THAT(content(point / "latency.csv"), testing::StartsWith("latency_ns,packets,share\n"));
  EXPECT_THAT(content(point / "buffers.csv"), HasSubstr("fabric.sw0.port1,"));
}

TEST_F(SweepTest, AcceptsTheExamples) {
  for (const auto& each : fs::directory_iterator{IB_SOURCE_DIR "/examples/sweeps"}) {
    if (each.path().extension() != ".toml") continue;
    EXPECT_EQ(program_.run({"sweep", each.path().string(), "--dry-run"}).code, 0) << each.path();
  }
}

TEST_F(SweepTest, ListsPointsAndRunsNone) {
  write(kSweep);
  const Outcome outcome = sweep("out", {"--dry-run"});

  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("testbench.load=0.3 seed=2"));
  EXPECT_FALSE(fs::exists(program_.folder() / "out"));
}

TEST_F(SweepTest, AcceptsTheSample) {
  const Outcome outcome =
      program_.run({"sweep", IB_SOURCE_DIR "/testbenches/data/load_latency.toml", "--dry-run"});

  EXPECT_EQ(outcome.error, "360 points\n");
}

TEST_F(SweepTest, RefusesAFolderItCannotWriteAndASweepTooLargeToMean) {
  write(kSweep);
  EXPECT_EQ(sweep("/dev/null").code, 2);
  write("testbench = \"uniform\"\n[sweep]\nseeds = 1000000\n");
  const Outcome outcome = sweep("out");

  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.error, "ibsilicon: x.toml: up to 1000000 points, add --yes to run so many\n");
}

}  // namespace
}  // namespace ib::tb
