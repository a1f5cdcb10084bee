// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/steady_state.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/ib/base/random.h"

namespace ib::tb {
namespace {

/// `count` values about 100, by a generator that all tests share in kind.
std::vector<double> noise(std::size_t count, std::uint64_t seed, double correlation = 0) {
  RandomStream random{seed, "noise"};
  std::vector<double> series;
  double state = 0;
  for (std::size_t i = 0; i < count; ++i) {
    double normal = -6;
    for (int k = 0; k < 12; ++k) normal += random.uniform();
    state = correlation * state + normal;
    series.push_back(100 + state);
  }
  return series;
}

TEST(Mser5, CutsAStepWhereItIs) {
  std::vector<double> series = noise(500, 1);
  for (std::size_t i = 0; i < 100; ++i) series[i] -= 50;
  EXPECT_EQ(mser5(series), 100u);
}

TEST(Mser5, CutsMostOfADecay) {
  std::vector<double> series = noise(500, 2);
  for (std::size_t i = 0; i < 500; ++i) {
    series[i] += 80 * std::exp(-static_cast<double>(i) / 20);
  }
  const auto cut = mser5(series);
  ASSERT_TRUE(cut.has_value());
  EXPECT_GE(*cut, 40u);  // what is left of the decay is 80 e^-2
  EXPECT_LE(*cut, 150u);
}

TEST(Mser5, LeavesASeriesAtRestAlmostWhole) {
  const auto cut = mser5(noise(500, 3));
  ASSERT_TRUE(cut.has_value());
  EXPECT_LE(*cut, 150u);
}

TEST(Mser5, FindsNoRestInATrend) {
  std::vector<double> series = noise(500, 4);
  for (std::size_t i = 0; i < 500; ++i) series[i] += static_cast<double>(i);
  EXPECT_EQ(mser5(series), std::nullopt);
  EXPECT_EQ(mser5({1, 2, 3}), std::nullopt);
}

// 400 independent values of deviation 1 in 20 batches: t(19) = 2.093, 2.093 / sqrt(400) = 0.105.
TEST(BatchMeans, OfIndependentValuesHaveStudentsInterval) {
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) sum += batch_means(noise(400, seed)).half_width;
  EXPECT_NEAR(sum / 50, 0.105, 0.01);
}

// Correlated by 0.9, the true interval is sqrt((1 + r) / (1 - r)) times that of the spread of the
// values; 95 of 100 intervals hold the mean, some less since batches still touch.
TEST(BatchMeans, CoverTheMeanOfACorrelatedSeries) {
  int held = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Estimate estimate = batch_means(noise(4000, seed, 0.9));
    held += std::abs(estimate.mean - 100) <= estimate.half_width ? 1 : 0;
  }
  EXPECT_GE(held, 180);
  EXPECT_LE(held, 198);
}

TEST(BatchMeans, OfTooFewValuesHaveNoInterval) {
  const Estimate estimate = batch_means({1, 2, 3});
  EXPECT_EQ(estimate.mean, 2);
  EXPECT_TRUE(std::isinf(estimate.half_width));
}

}  // namespace
}  // namespace ib::tb
