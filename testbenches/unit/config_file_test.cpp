// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/config_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;

class ConfigFileTest : public testing::Test {
 protected:
  ConfigFileTest() { fs::create_directories(folder_); }
  ~ConfigFileTest() override { fs::remove_all(folder_); }

  fs::path write(const std::string& text) const {
    const fs::path file = folder_ / "run.toml";
    std::ofstream{file, std::ios::binary} << text;
    return file;
  }

  std::string fault(const fs::path& file) const {
    try {
      read_config_file(file, [](auto, auto, auto) {});
    } catch (const fabric::ConfigError& error) {
      return error.what();
    }
    return "no fault";
  }

  const fs::path folder_ =
      fs::temp_directory_path() / ("ibsilicon_config_test." + std::to_string(::getpid()));
};

TEST_F(ConfigFileTest, GivesEachKeyWithItsPathAndLine) {
  const fs::path file = write("[switch]\nports = 64\n[switch.buffer]\nname = \"a\"\nload = 0.5\n");
  std::vector<std::string> seen;

  read_config_file(file, [&seen, this](auto path, auto text, auto origin) {
    seen.push_back(std::string{path} + "=" + std::string{text} + "@" +
                   std::string{origin}.substr(folder_.string().size() + 1));
  });

  EXPECT_THAT(seen,
              testing::ElementsAre("switch.ports=64@run.toml:2", "switch.buffer.name=a@run.toml:4",
                                   "switch.buffer.load=0.5@run.toml:5"));
}

TEST_F(ConfigFileTest, TakesTheNameOfATestbenchAlone) {
  const fs::path file = write("testbench = \"write_bw\"\n");
  std::string seen;

  read_config_file(file, [&seen](auto path, auto text, auto) {
    seen = std::string{path} + "=" + std::string{text};
  });

  EXPECT_EQ(seen, "testbench.name=write_bw");
}

TEST_F(ConfigFileTest, NamesTheLineOfASyntaxError) {
  const fs::path file = write("[switch]\nports = = 3\n");

  EXPECT_THAT(fault(file), testing::StartsWith(file.string() + ":2: "));
}

TEST_F(ConfigFileTest, RefusesAnArray) {
  const fs::path file = write("switch.ports = [1, 2]\n");

  EXPECT_EQ(fault(file),
            file.string() + ":1: switch.ports: expected a number, true, false or a string");
}

TEST_F(ConfigFileTest, RefusesAMissingFile) {
  EXPECT_EQ(fault(folder_ / "none.toml"), (folder_ / "none.toml").string() + ": no such file");
}

TEST_F(ConfigFileTest, RefusesAFolder) {
  EXPECT_EQ(fault(folder_), folder_.string() + ": is a folder, expected a TOML file");
}

TEST_F(ConfigFileTest, RefusesBytesThatAreNoText) {
  const fs::path file = write(std::string{"\xff\xfe\0\x01", 4});

  EXPECT_THAT(fault(file), testing::StartsWith(file.string() + ":1: "));
}

}  // namespace
}  // namespace ib::tb
