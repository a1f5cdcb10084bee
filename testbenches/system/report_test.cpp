// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "testbenches/system/program.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int kNoChromium = 77;  ///< Exit code of scripts/check_report.py.

class ReportTest : public testing::Test {
 protected:
  void sweep() {
    std::ofstream{program_.folder() / "x.toml"}
        << "testbench.name = \"uniform\"\ntestbench.nodes = 4\ntestbench.duration_us = 5\n"
           "[sweep]\nseeds = 2\n"
           "[[sweep.axis]]\nparameter = \"switch.buffering\"\nvalues = [\"voq\", \"fifo\"]\n"
           "[[sweep.axis]]\nparameter = \"testbench.load\"\nvalues = [0.2, 0.8]\n";
    ASSERT_EQ(program_.run({"sweep", "x.toml", "--out", "out"}).code, 0);
  }

  /// What scripts/check_report.py says of a page.
  int check(const std::string& file) const {
    const std::string command = "python3 " IB_SOURCE_DIR "/scripts/check_report.py '" +
                                (program_.folder() / file).string() + "'";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  Program program_;
};

TEST_F(ReportTest, FiltersASweepByAClickWithoutErrorOrNetwork) {
  sweep();
  const Outcome outcome = program_.run({"report", "out"});
  ASSERT_EQ(outcome.code, 0) << outcome.error;

  const int code = check("out/report.html");

  if (code == kNoChromium) GTEST_SKIP() << "no Chromium";
  EXPECT_EQ(code, 0);
}

TEST_F(ReportTest, DrawsPlainSvgWhereThePlottingLibraryIsNotWanted) {
  sweep();
  ASSERT_EQ(program_.run({"report", "out", "--plain", "--to", "plain.html"}).code, 0);
  EXPECT_LT(fs::file_size(program_.folder() / "plain.html"), 100'000u);

  const int code = check("plain.html");

  if (code == kNoChromium) GTEST_SKIP() << "no Chromium";
  EXPECT_EQ(code, 0);
}

TEST_F(ReportTest, ShowsTheCommandOfARun) {
  ASSERT_EQ(program_.run({"run", "write_lat", "-n", "10", "--out", "run"}).code, 0);
  ASSERT_EQ(program_.run({"report", "run", "--plain"}).code, 0);

  EXPECT_THAT(content(program_.folder() / "run/report.html"),
              HasSubstr("run write_lat -n 10 --out run"));
}

TEST_F(ReportTest, SaysInOneLineThatAFolderHoldsNoResults) {
  const Outcome outcome = program_.run({"report", "."});

  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("holds neither results.json of `run --out` nor points.csv"));
}

}  // namespace
}  // namespace ib::tb
