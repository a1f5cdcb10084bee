// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/training_step.h"

#include <gtest/gtest.h>

#include "models/fabric/config_error.h"
#include "testbenches/workload/alpha_beta.h"

namespace ib::tb {
namespace {

constexpr Ticks kAlpha = 500 * kTicksPerNs;
constexpr Ticks kByte = 20 * kTicksPerPs;
constexpr Ticks kUs = 1000 * kTicksPerNs;

/// 4 layers, 8 us forward and 16 us backward in all.
TrainingConfig small() {
  TrainingConfig config;
  config.steps = 1;
  config.layers = 4;
  config.forward_us = 8;
  config.backward_us = 16;
  config.gradient_bytes = 4 * 65536;
  config.bucket_bytes = 65536;
  config.activation_bytes = 4096;
  return config;
}

Ticks time_of(const TrainingConfig& config, std::uint32_t ranks) {
  const TrainingSteps steps{config, {}, ranks};
  return alpha_beta_time(steps.graph(), check(steps.graph(), ""),
                         {[](std::uint32_t, std::uint32_t) { return kAlpha; },
                          [](std::uint64_t bytes) { return static_cast<Ticks>(bytes) * kByte; }});
}

Ticks ring(std::uint64_t bytes, Ticks ranks) {
  return 2 * (ranks - 1) * (kAlpha + static_cast<Ticks>(bytes) / ranks * kByte);
}

TEST(TrainingStep, ReducesAllBucketsBehindTheBackwardPass) {
  TrainingConfig config = small();
  config.overlap = false;
  EXPECT_EQ(time_of(config, 8), 24 * kUs + 4 * ring(65536, 8));
}

// A bucket takes 9.3 us and a layer 4 us: the first is full after one layer, then one follows the
// other.
TEST(TrainingStep, IsBoundByItsBucketsWhenTheyTakeLonger) {
  EXPECT_GT(ring(65536, 8), 4 * kUs);
  EXPECT_EQ(time_of(small(), 8), (8 + 4) * kUs + 4 * ring(65536, 8));
}

TEST(TrainingStep, HidesAllButTheLastBucketWhenItCan) {
  TrainingConfig config = small();
  config.backward_us = 64;
  EXPECT_LT(ring(65536, 8), 16 * kUs);
  EXPECT_EQ(time_of(config, 8), (8 + 64) * kUs + ring(65536, 8));
}

TEST(TrainingStep, TakesTheSameTimeAgain) {
  TrainingConfig config = small();
  const Ticks one = time_of(config, 8);
  config.steps = 3;
  EXPECT_EQ(time_of(config, 8), 3 * one);
}

// GPipe: m microbatches through p stages take m + p - 1 turns, forward and backward.
TEST(TrainingStep, FillsAndDrainsThePipeline) {
  TrainingConfig config = small();
  config.pipeline = 4;
  config.microbatches = 6;
  const Ticks hop = kAlpha + 4096 * kByte;
  EXPECT_EQ(time_of(config, 4), (6 + 3) * 24 * kUs + 2 * 3 * hop);
}

TEST(TrainingStep, AddsUpActivationsAfterEachLayer) {
  TrainingConfig config = small();
  config.tensor = 4;
  EXPECT_EQ(time_of(config, 4), 24 * kUs + 2 * 4 * ring(4096, 4));
}

TEST(TrainingStep, CombinesAllThreeKinds) {
  TrainingConfig config = small();
  config.tensor = 2;
  config.pipeline = 2;
  const TrainingSteps steps{config, {}, 16};
  EXPECT_EQ(steps.data(), 4u);
  EXPECT_EQ(steps.compute_time(), 24 * kUs);
  const Ticks layers = 2 * (24 * kUs + 8 * ring(4096, 2)) + 2 * (kAlpha + 4096 * kByte);
  EXPECT_GE(time_of(config, 16), layers + ring(65536, 4));
  EXPECT_LE(time_of(config, 16), layers + 4 * ring(65536, 4) + 8 * ring(4096, 2));
}

TEST(TrainingStep, RefusesRanksThatItCannotDivide) {
  TrainingConfig config = small();
  config.tensor = 3;
  EXPECT_THROW((TrainingSteps{config, {}, 8}), fabric::ConfigError);
  config.tensor = 16;
  EXPECT_THROW((TrainingSteps{config, {}, 8}), fabric::ConfigError);
}

}  // namespace
}  // namespace ib::tb
