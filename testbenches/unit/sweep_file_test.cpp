// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/sweep_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class SweepFileTest : public testing::Test {
 protected:
  ~SweepFileTest() override { fs::remove(file_); }

  SweepPlan read(const std::string& text) {
    std::ofstream{file_} << "testbench = \"uniform\"\n" << text;
    return read_sweep_file(file_);
  }

  std::string fault(const std::string& text) {
    try {
      (void)read(text);
    } catch (const fabric::ConfigError& error) {
      return error.what();
    }
    return "no fault";
  }

  const fs::path file_ =
      fs::temp_directory_path() / ("ibsilicon_sweep_file." + std::to_string(::getpid()) + ".toml");
};

TEST_F(SweepFileTest, ReadsValuesInTheUnitOfTheParameter) {
  const SweepPlan plan = read(
      "[sweep]\n[[sweep.axis]]\nparameter = \"testbench.duration_us\"\n"
      "values = [\"1ms\", 20]\n");

  EXPECT_THAT(plan.axes.at(0).rows, ElementsAre(ElementsAre("1000"), ElementsAre("20")));
}

TEST_F(SweepFileTest, JoinsZippedAxes) {
  const SweepPlan plan = read(
      "[sweep]\n[[sweep.axis]]\nparameter = \"switch.ports\"\nvalues = [8, 16]\nzip = \"size\"\n"
      "[[sweep.axis]]\nparameter = \"testbench.nodes\"\nvalues = [4, 12]\nzip = \"size\"\n");

  ASSERT_EQ(plan.axes.size(), 1u);
  EXPECT_THAT(plan.axes[0].rows, ElementsAre(ElementsAre("8", "4"), ElementsAre("16", "12")));
}

TEST_F(SweepFileTest, CountsSeedsFromOne) {
  EXPECT_THAT(read("[sweep]\nseeds = 3\n").seeds, ElementsAre(1, 2, 3));
}

TEST_F(SweepFileTest, TakesAListOfSeeds) {
  EXPECT_THAT(read("[sweep]\nseeds = [9, 4]\n").seeds, ElementsAre(9, 4));
}

TEST_F(SweepFileTest, TakesTheSeedOfTheFileWithoutSeeds) {
  EXPECT_THAT(read("sim.seed = 5\n[sweep]\n").seeds, ElementsAre(5));
}

TEST_F(SweepFileTest, NamesTheFaultAndItsLine) {
  const std::string axis = "[sweep]\n[[sweep.axis]]\nparameter = \"switch.ports\"\n";

  EXPECT_THAT(fault(""), HasSubstr("no table [sweep]"));
  EXPECT_THAT(fault(axis + "values = []\n"), HasSubstr(":5: the list of values is empty"));
  EXPECT_THAT(fault(axis + "values = [1000]\n"), HasSubstr("allowed: 2 to 144"));
  EXPECT_THAT(fault(axis + "first = 1\nlast = 2\n"), HasSubstr("either step or count"));
  EXPECT_THAT(fault(axis + "first = 3\nlast = 2\nstep = 1\n"), HasSubstr("the range is empty"));
  EXPECT_THAT(fault(axis + "vlues = [4]\n"), HasSubstr("did you mean 'values'?"));
  EXPECT_THAT(fault(axis + "values = [4]\nwhen = { \"hca.x\" = 1 }\n"),
              HasSubstr("neither an earlier axis nor set in the file"));
  EXPECT_THAT(fault("[sweep]\n[[sweep.axis]]\nparameter = \"switch.prots\"\nvalues = [4]\n"),
              HasSubstr("did you mean 'switch.ports'?"));
  EXPECT_THAT(fault("[sweep]\nseeds = []\n"), HasSubstr("the list is empty"));
  EXPECT_THAT(fault("[sweep.stop]\nresult = \"x\"\nrelative_width = 0.1\n"),
              HasSubstr("table.column"));
}

TEST_F(SweepFileTest, RefusesZippedAxesOfUnequalLength) {
  EXPECT_THAT(fault("[sweep]\n[[sweep.axis]]\nparameter = \"switch.ports\"\nvalues = [8]\n"
                    "zip = \"z\"\n[[sweep.axis]]\nparameter = \"testbench.nodes\"\n"
                    "values = [4, 12]\nzip = \"z\"\n"),
              HasSubstr("zip 'z': 2 values here, 1 in switch.ports"));
}

}  // namespace
}  // namespace ib::tb
