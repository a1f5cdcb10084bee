// SPDX-License-Identifier: Apache-2.0
// Sweeps by a real slurmctld and slurmd on loopback (scripts/slurm_loopback).
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr int kNoSlurm = 77;  ///< Exit code of scripts/slurm_loopback.

constexpr const char* kSweep =
    "testbench.name = \"uniform\"\ntestbench.nodes = 4\ntestbench.duration_us = 20\n"
    "[sweep]\nseeds = 3\n"
    "[[sweep.axis]]\nparameter = \"testbench.load\"\nvalues = [0.2, 0.5]\n";

class SlurmSweep : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream{program_.folder() / name} << text;
  }
  /// Runs shell text in the scratch folder, where `ibsilicon` is the built program; what it says
  /// goes to the file "said".
  int shell(const std::string& text, bool cluster = true) const {
    write("commands", "ibsilicon() { " IB_CLI " \"$@\"; }\ncd '" + program_.folder().string() +
                          "'\n" + text + "\n");
    const std::string script = (program_.folder() / "commands").string();
    const std::string command =
        (cluster ? IB_SOURCE_DIR "/scripts/slurm_loopback bash " : "bash ") + script + " > " +
        (program_.folder() / "said").string() + " 2>&1";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string file(const std::string& name) const { return content(program_.folder() / name); }

  Program program_;
};

TEST_F(SlurmSweep, GivesTheFilesOfALocalSweep) {
  write("x.toml", kSweep);
  const int code = shell(
      "ibsilicon sweep x.toml --out local && ibsilicon sweep x.toml --out slurm --executor slurm "
      "--command=--time=5 && squeue --noheader");
  if (code == kNoSlurm) GTEST_SKIP() << file("said");

  ASSERT_EQ(code, 0) << file("said");
  EXPECT_EQ(file("slurm/results.csv"), file("local/results.csv"));
  EXPECT_EQ(file("slurm/points.csv"), file("local/points.csv"));
  EXPECT_THAT(file("said"), HasSubstr("6 of 6 points run now, 6 done"));
}

TEST_F(SlurmSweep, RecordsAPointThatFailedWithItsReason) {
  write("x.toml",
        "testbench.name = \"write_lat\"\ntestbench.iterations = 10\n[sweep]\n[[sweep.axis]]\n"
        "parameter = \"testbench.topology\"\nvalues = [\"none.txt\", \"\"]\n");
  const int code = shell("ibsilicon sweep x.toml --out out --executor slurm");
  if (code == kNoSlurm) GTEST_SKIP() << file("said");

  EXPECT_EQ(code, 1) << file("said");
  EXPECT_THAT(file("out/points.csv"), HasSubstr("failed,exit code 2: none.txt: "));
}

TEST_F(SlurmSweep, RecordsATaskThatWasCancelled) {
  write("x.toml",
        "testbench.name = \"uniform\"\ntestbench.duration_us = 1000000\n[sweep]\n[[sweep.axis]]\n"
        "parameter = \"testbench.load\"\nvalues = [0.9]\n");
  const int code = shell(
      "(until squeue --noheader --format=%j | grep -q ibsilicon; do sleep 0.1; done; scancel "
      "--name=ibsilicon) "
      "&\n"
      "ibsilicon sweep x.toml --out out --executor slurm");
  if (code == kNoSlurm) GTEST_SKIP() << file("said");

  EXPECT_EQ(code, 1) << file("said");
  EXPECT_THAT(file("out/points.csv"), HasSubstr("left the queue without a result"));
}

TEST_F(SlurmSweep, GoesOnAfterKillAndCancelsWhatWasLeftInTheQueue) {
  write("x.toml", std::string{kSweep} +
                      "[[sweep.axis]]\nparameter = \"testbench.packet_bytes\"\n"
                      "values = [250, 500, 1000]\n");
  const int code = shell(
      "set -m\n" IB_CLI
      " sweep x.toml --out out --executor slurm & sweep=$!\n"
      "until ls out/points/*/results.json; do sleep 0.1; done\n"
      "kill -9 $sweep; wait $sweep\n"
      "ls -d out/points/*/ > done_before\n"
      "ibsilicon sweep x.toml --out out --executor slurm && squeue --noheader --states=running");
  if (code == kNoSlurm) GTEST_SKIP() << file("said");

  ASSERT_EQ(code, 0) << file("said");
  EXPECT_THAT(file("said"), HasSubstr("18 done, 0 failed"));
  EXPECT_THAT(file("said"), Not(HasSubstr("18 of 18 points run now")));
}

TEST_F(SlurmSweep, SaysInOneLineThatThereIsNoSlurm) {
  write("x.toml", kSweep);
  const int code = shell("PATH=/nowhere ibsilicon sweep x.toml --out out --executor slurm",
                         /*cluster=*/false);

  EXPECT_EQ(code, 2);
  EXPECT_EQ(file("said"),
            "ibsilicon: sweep: --executor slurm needs Slurm, but there is no sbatch here\n");
}

}  // namespace
}  // namespace ib::tb
