// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/arrival_process.h"

#include <gtest/gtest.h>

#include <vector>

namespace ib::tb {
namespace {

constexpr double kLineTime = 1e5;  // ticks
constexpr int kBirths = 100'000;

std::vector<Ticks> births(Arrivals kind, double load, double on_us = 2) {
  WorkloadConfig config;
  config.arrivals = kind;
  config.on_us = on_us;
  ArrivalProcess process{config, load, kLineTime};
  RandomStream random{1, "test"};
  std::vector<Ticks> times;
  for (int i = 0; i < kBirths; ++i) times.push_back(process.next(random));
  return times;
}

double load_of(const std::vector<Ticks>& times) {
  return kLineTime * kBirths / static_cast<double>(times.back());
}

/// Variance of births in windows over their mean: 1 for a Poisson process.
double dispersion(const std::vector<Ticks>& times, double window) {
  std::vector<double> counts(static_cast<std::size_t>(static_cast<double>(times.back()) / window));
  for (const Ticks time : times) {
    const auto at = static_cast<std::size_t>(static_cast<double>(time) / window);
    if (at < counts.size()) ++counts[at];
  }
  double sum = 0;
  double squares = 0;
  for (const double count : counts) {
    sum += count;
    squares += count * count;
  }
  const auto n = static_cast<double>(counts.size());
  return (squares / n - sum / n * (sum / n)) / (sum / n);
}

TEST(ArrivalProcess, OfPoissonHasItsLoadAndVariance) {
  const auto times = births(Arrivals::kPoisson, 0.4);
  EXPECT_NEAR(load_of(times), 0.4, 0.004);
  EXPECT_NEAR(dispersion(times, 50 * kLineTime), 1, 0.05);
}

// Slots of one message, each taken with probability p: the variance over the mean is 1 - p.
TEST(ArrivalProcess, OfBernoulliKeepsItsSlots) {
  const auto times = births(Arrivals::kBernoulli, 0.7);
  EXPECT_NEAR(load_of(times), 0.7, 0.007);
  for (std::size_t i = 1; i < times.size(); ++i) {
    ASSERT_EQ(times[i] % static_cast<Ticks>(kLineTime), 0);
    ASSERT_GT(times[i], times[i - 1]);
  }
  EXPECT_NEAR(dispersion(times, 50 * kLineTime), 0.3, 0.03);
}

// An interrupted Poisson process of rate l, mean times on and off: in windows much longer than
// both, variance over mean tends to 1 + 2 l (off^2 on) / (on + off)^2 (W. Fischer, K.
// Meier-Hellstern, "The MMPP cookbook", 1993).
TEST(ArrivalProcess, OfBurstsHasTheirLoadAndVariance) {
  const double on_us = 0.02;
  const double on = on_us * 1000 * static_cast<double>(kTicksPerNs) / kLineTime;  // messages
  const double off = 3 * on;                                                      // load 0.25
  const auto times = births(Arrivals::kOnOff, 0.25, on_us);
  EXPECT_NEAR(load_of(times), 0.25, 0.01);
  const double limit = 1 + 2 * off * off * on / ((on + off) * (on + off));
  EXPECT_NEAR(dispersion(times, 20 * (on + off) * kLineTime), limit, 0.2 * limit);
}

TEST(ArrivalProcess, WithoutLoadBearsNothing) {
  WorkloadConfig config;
  ArrivalProcess process{config, 0, kLineTime};
  RandomStream random{1, "test"};
  EXPECT_EQ(process.next(random), kNever);
}

}  // namespace
}  // namespace ib::tb
