// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/size_distribution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

using testing::HasSubstr;

std::map<std::uint64_t, unsigned> drawn(const SizeDistribution& sizes, unsigned count) {
  RandomStream random{1, "test"};
  std::map<std::uint64_t, unsigned> counts;
  for (unsigned i = 0; i < count; ++i) ++counts[sizes.draw(random)];
  return counts;
}

TEST(SizeDistribution, OfOneNumberIsThatNumber) {
  const SizeDistribution sizes{"4096"};
  EXPECT_EQ(drawn(sizes, 10), (std::map<std::uint64_t, unsigned>{{4096, 10}}));
  EXPECT_EQ(sizes.mean(), 4096);
}

TEST(SizeDistribution, OfAListTakesEachAlike) {
  const auto counts = drawn(SizeDistribution{"0,64,4096"}, 30'000);
  ASSERT_EQ(counts.size(), 3u);
  for (const auto& [bytes, count] : counts) EXPECT_NEAR(count, 10'000, 400) << bytes;
}

TEST(SizeDistribution, FollowsWeights) {
  const SizeDistribution sizes{"64:9,65536:1"};
  EXPECT_DOUBLE_EQ(sizes.mean(), 0.9 * 64 + 0.1 * 65536);
  EXPECT_NEAR(drawn(sizes, 40'000)[65536], 4000, 250);
}

TEST(SizeDistribution, TakesUnits) {
  EXPECT_EQ(SizeDistribution{"64KiB"}.mean(), 65536);
  EXPECT_EQ(SizeDistribution{"1kB,1MiB"}.mean(), (1000 + 1048576) / 2.0);
}

// The mean of a function of straight lines: the middle of each, times its share.
double mean_of_lines(const std::vector<std::pair<double, double>>& points) {
  double mean = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    mean += (points[i].second - points[i - 1].second) / 100 *
            (points[i].first + points[i - 1].first) / 2;
  }
  return mean;
}

TEST(SizeDistribution, OfAWebSearchHasItsPublishedPoints) {
  const SizeDistribution sizes{"web_search"};
  EXPECT_EQ(sizes.quantile(0.15), 10'000u);
  EXPECT_EQ(sizes.quantile(0.53), 80'000u);
  EXPECT_EQ(sizes.quantile(0.9), 5'000'000u);
  EXPECT_NEAR(static_cast<double>(sizes.quantile(0.485)), 69'615, 1);  // between 40 and 53 percent
  const double mean = mean_of_lines({{0, 0},
                                     {1e4, 15},
                                     {2e4, 20},
                                     {3e4, 30},
                                     {5e4, 40},
                                     {8e4, 53},
                                     {2e5, 60},
                                     {1e6, 70},
                                     {2e6, 80},
                                     {5e6, 90},
                                     {1e7, 97},
                                     {3e7, 100}});
  EXPECT_NEAR(sizes.mean(), mean, 1e-4 * mean);
  RandomStream random{1, "test"};
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) sum += static_cast<double>(sizes.draw(random));
  EXPECT_NEAR(sum / 100'000, mean, 0.02 * mean);
}

TEST(SizeDistribution, ComesWithHadoopAndStorage) {
  EXPECT_EQ(SizeDistribution{"hadoop"}.quantile(0.5), 700u);
  EXPECT_EQ(SizeDistribution{"storage"}.quantile(0.6921), 8000u);
}

class File {
 public:
  explicit File(const std::string& text) { std::ofstream{path_} << text; }
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("sizes" + std::to_string(::getpid()) + ".cdf");
};

TEST(SizeDistribution, ReadsAFile) {
  const File file{"# bytes share\n100 0.5\n\n300 1\n"};
  const SizeDistribution sizes{file.path()};
  EXPECT_EQ(sizes.quantile(0.2), 100u);  // half of the messages have 100 bytes
  EXPECT_EQ(sizes.quantile(0.75), 200u);
  EXPECT_NEAR(sizes.mean(), 0.5 * 100 + 0.5 * 200, 0.1);  // sizes are whole bytes
}

std::string fault_of(const std::string& text) {
  try {
    const SizeDistribution sizes{text};
  } catch (const fabric::ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(SizeDistribution, RefusesWhatIsNone) {
  EXPECT_THAT(fault_of("web_serach"), HasSubstr("web_search"));
  EXPECT_THAT(fault_of(""), HasSubstr("traffic.sizes"));
  EXPECT_THAT(fault_of("64:0"), HasSubstr("weights"));
  EXPECT_THAT(fault_of("64,,128"), HasSubstr("no number"));
  EXPECT_THAT(fault_of("64us"), HasSubstr("no number"));
  EXPECT_THAT(fault_of("1.5"), HasSubstr("whole bytes"));
  EXPECT_THAT(fault_of("5000000000"), HasSubstr("4 GiB"));
  const File falling{"0 0\n100 60\n90 100\n"};
  EXPECT_THAT(fault_of(falling.path()), HasSubstr(":3: sizes and percent must not fall"));
}

TEST(SizeDistribution, RefusesAFileThatEndsEarly) {
  const File file{"0 0\n100 60\n"};
  EXPECT_THAT(fault_of(file.path()), HasSubstr("neither 100 percent"));
}

}  // namespace
}  // namespace ib::tb
