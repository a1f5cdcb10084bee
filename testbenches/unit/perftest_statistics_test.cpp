// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "testbenches/perftest/statistics.h"

namespace ib::tb {
namespace {

constexpr std::int64_t kUnknown = MessageTimes::kUnknown;

TEST(PerftestStatistics, AveragesFromFirstPostToLastCompletion) {
  MessageTimes times;
  times.posted = {1000, 2000, 3000, 4000};
  times.completed = {6000, 7000, 8000, 9000};

  const Bandwidth result = bandwidth_of(times, 1000);

  EXPECT_EQ(result.messages, 4u);
  EXPECT_DOUBLE_EQ(result.average_gbps, 4 * 1000 * 8 / 8.0);  // 32 kbit in 8 ns
  EXPECT_DOUBLE_EQ(result.rate_mpps, 4 / 0.008);
}

// Of all runs of messages the two last are the fastest: 3 ns from post to completion.
TEST(PerftestStatistics, FindsThePeakOverAnyRunOfMessages) {
  MessageTimes times;
  times.posted = {0, 10000, 11000};
  times.completed = {5000, 12500, 13000};
  EXPECT_DOUBLE_EQ(bandwidth_of(times, 1000).peak_gbps, 2 * 1000 * 8 / 3.0);
}

TEST(PerftestStatistics, FindsThePeakThatTryingAllRunsFinds) {
  std::mt19937_64 random{1};
  for (int round = 0; round < 200; ++round) {
    MessageTimes times;
    std::int64_t now = 0;
    for (int i = 0; i < 40; ++i) {
      now += static_cast<std::int64_t>(random() % 1000);
      times.posted.push_back(now);
      const auto completed = now + 3000 + static_cast<std::int64_t>(random() % 500);
      times.completed.push_back(random() % 3 == 0 ? kUnknown : completed);
    }
    times.completed.back() = now + 4000;
    double best = 1e9;
    for (std::size_t j = 0; j < 40; ++j) {
      for (std::size_t i = 0; i <= j && times.completed[j] != kUnknown; ++i) {
        best = std::min(best, static_cast<double>(times.completed[j] - times.posted[i]) /
                                  static_cast<double>(j - i + 1));
      }
    }
    EXPECT_DOUBLE_EQ(bandwidth_of(times, 1000).peak_gbps, 8e6 / best) << "round " << round;
  }
}

TEST(PerftestStatistics, LooksAtKnownCompletionsOnly) {
  MessageTimes times;
  times.posted = {0, 1000, 2000, 3000};
  times.completed = {kUnknown, 4000, kUnknown, kUnknown};

  const Bandwidth result = bandwidth_of(times, 500);

  EXPECT_EQ(result.messages, 2u);
  EXPECT_DOUBLE_EQ(result.average_gbps, 2 * 500 * 8 / 4.0);
}

TEST(PerftestStatistics, GivesNothingWithoutCompletions) {
  MessageTimes times;
  times.posted = {0};
  times.completed = {kUnknown};
  EXPECT_EQ(bandwidth_of(times, 1).messages, 0u);
  EXPECT_EQ(latency_of({}).samples, 0u);
}

TEST(PerftestStatistics, DescribesLatencies) {
  std::vector<double> samples;
  for (int i = 100; i >= 1; --i) samples.push_back(i * 1e6);

  const Latency result = latency_of(samples);

  EXPECT_EQ(result.samples, 100u);
  EXPECT_DOUBLE_EQ(result.min_us, 1);
  EXPECT_DOUBLE_EQ(result.max_us, 100);
  EXPECT_DOUBLE_EQ(result.typical_us, 50.5);
  EXPECT_DOUBLE_EQ(result.average_us, 50.5);
  EXPECT_NEAR(result.deviation_us, 28.866, 1e-3);
  EXPECT_DOUBLE_EQ(result.p99_us, 99);
  EXPECT_DOUBLE_EQ(result.p999_us, 100);
}

}  // namespace
}  // namespace ib::tb
