// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/traffic_summary.h"

#include <gtest/gtest.h>

#include "models/ib/base/random.h"

namespace ib::tb {
namespace {

constexpr std::size_t kSlices = 500;
constexpr Ticks kLine = 100 * kTicksPerNs;
constexpr Ticks kEnd = static_cast<Ticks>(kSlices) * 20 * kLine;

/// `born` and `received` messages a slice, `delay` by slice.
template <class Delay>
MessageRecord record_of(double born, double received, Delay delay) {
  MessageRecord record{kEnd, kSlices, 0};
  RandomStream random{1, "record"};
  for (std::size_t i = 0; i < kSlices; ++i) {
    const Ticks at = static_cast<Ticks>(i) * record.slice_time();
    const auto count = [&random](double mean) {
      return static_cast<int>(mean) + (random.uniform() < mean - static_cast<int>(mean) ? 1 : 0);
    };
    for (int k = count(born); k > 0; --k) record.born(at, kLine);
    for (int k = count(received); k > 0; --k) {
      record.received(at, kLine, delay(i) + static_cast<Ticks>(random.below(1000)), 64);
    }
  }
  return record;
}

TEST(TrafficSummary, OfABalancedLoadIsSteady) {
  const auto record = record_of(8.5, 8.5, [](std::size_t) { return 500 * kTicksPerNs; });
  const TrafficSummary summary = summary_of(record, 1, 0, true);
  EXPECT_EQ(summary.state, TrafficState::kSteady);
  EXPECT_NEAR(summary.accepted.mean, 0.425, 0.005);
  EXPECT_LT(summary.accepted.half_width, 0.01);
  EXPECT_NEAR(summary.delay_ns.mean, 500, 0.1);
}

TEST(TrafficSummary, OfMoreBornThanReceivedIsSaturated) {
  const auto record = record_of(
      15, 14, [](std::size_t i) { return static_cast<Ticks>(500 + 10 * i) * kTicksPerNs; });
  const TrafficSummary summary = summary_of(record, 1, 0, true);
  EXPECT_EQ(summary.state, TrafficState::kSaturated);
  EXPECT_NEAR(summary.accepted.mean, 0.7, 0.01);
}

TEST(TrafficSummary, CutsTheTimeInWhichTheFabricFills) {
  const auto record =
      record_of(8, 8, [](std::size_t i) { return (i < 100 ? 100 : 900) * kTicksPerNs; });
  const TrafficSummary summary = summary_of(record, 1, 0, true);
  EXPECT_EQ(summary.state, TrafficState::kSteady);
  EXPECT_EQ(summary.warmup, 100 * record.slice_time());
  EXPECT_NEAR(summary.delay_ns.mean, 900, 0.1);
}

TEST(TrafficSummary, OfDelaysThatGoOnRisingIsUnsteady) {
  const auto record =
      record_of(8, 8, [](std::size_t i) { return static_cast<Ticks>(500 + 10 * i) * kTicksPerNs; });
  EXPECT_EQ(summary_of(record, 1, 0, true).state, TrafficState::kUnsteady);
}

TEST(TrafficSummary, KeepsTheWarmUpThatIsAskedFor) {
  const auto record = record_of(8, 8, [](std::size_t) { return kTicksPerNs; });
  EXPECT_GE(summary_of(record, 1, kEnd / 2, true).warmup, kEnd / 2);
}

TEST(MessageRecord, KnowsQuantilesToOnePartIn64) {
  MessageRecord record{kEnd, kSlices, 0};
  for (Ticks i = 1; i <= 100'000; ++i) record.received(0, 1, i * 1000, 1);
  for (const double share : {0.01, 0.5, 0.99, 0.999}) {
    const double exact = share * 1e8;
    EXPECT_NEAR(static_cast<double>(record.delay_quantile(share)), exact, exact / 64);
  }
  EXPECT_EQ(record.delay_max(), 100'000'000);
  EXPECT_EQ(record.delay_min(), 1000);
}

}  // namespace
}  // namespace ib::tb
