// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/output_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& file) {
  std::ifstream stream{file};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

class OutputFilesTest : public testing::Test {
 protected:
  OutputFilesTest() { fs::create_directories(folder_); }
  ~OutputFilesTest() override { fs::remove_all(folder_); }

  const fs::path folder_ =
      fs::temp_directory_path() / ("ibsilicon_output_test." + std::to_string(::getpid()));
  const fs::path file_ = folder_ / "results.json";
};

TEST_F(OutputFilesTest, GivesAFileItsNameAtTheEnd) {
  OutputFiles outputs;
  write_text(outputs.add(file_), "new");
  EXPECT_FALSE(fs::exists(file_));

  outputs.commit();

  EXPECT_EQ(content(file_), "new");
}

TEST_F(OutputFilesTest, LeavesNothingWithoutCommit) {
  {
    OutputFiles outputs;
    write_text(outputs.add(file_), "half");
  }

  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(OutputFilesTest, KeepsAnOlderFileUntilCommit) {
  write_text(file_, "old");
  {
    OutputFiles outputs;
    write_text(outputs.add(file_), "half");
  }

  EXPECT_EQ(content(file_), "old");
}

TEST_F(OutputFilesTest, MakesMissingFolders) {
  OutputFiles outputs;

  write_text(outputs.add(folder_ / "a" / "b" / "x.csv"), "");
  outputs.commit();

  EXPECT_TRUE(fs::exists(folder_ / "a" / "b" / "x.csv"));
}

TEST_F(OutputFilesTest, RefusesAFolderBelowAFile) {
  write_text(file_, "");
  OutputFiles outputs;

  EXPECT_THROW((void)outputs.add(file_ / "x.csv"), fabric::ConfigError);
}

TEST_F(OutputFilesTest, RefusesAFolderAsFile) {
  OutputFiles outputs;

  EXPECT_THROW((void)outputs.add(folder_), fabric::ConfigError);
}

TEST_F(OutputFilesTest, RefusesOneNameForTwoOutputs) {
  OutputFiles outputs;
  (void)outputs.add(file_);

  EXPECT_THROW((void)outputs.add(file_), fabric::ConfigError);
}

TEST_F(OutputFilesTest, WritesADeviceAsItIs) {
  OutputFiles outputs;

  EXPECT_EQ(outputs.add("/dev/null"), "/dev/null");
  outputs.commit();

  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace ib::tb
