// SPDX-License-Identifier: Apache-2.0
#include "testbenches/allreduce/allreduce.h"

#include <gtest/gtest.h>

#include "testbenches/traffic/child_measurement.h"

namespace ib::tb {
namespace {

constexpr Ticks kLimit = 10'000'000 * kTicksPerNs;

AllreducePlan plan_of(bool sharp, ReductionType type = ReductionType::kFp32) {
  AllreducePlan plan;
  plan.reduction.sharp = sharp;
  plan.reduction.type = type;
  return plan;
}

// 64 hosts on 8 leaves, 64 KiB: 16 packets of 4096 + 32 bytes up and down 64 + 8 cables.
TEST(Allreduce, InTheNetworkCostsTheTreeOnce) {
  Allreduce allreduce{plan_of(true), {}};
  allreduce.run(kLimit);
  const AllreduceResult result = allreduce.result();
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(result.correct);
  EXPECT_EQ(result.bytes, 2u * 72 * 16 * 4128);
  EXPECT_EQ(result.bytes, result.predicted);
  EXPECT_TRUE(allreduce.broken_invariants().empty());
}

// 126 steps of 1024 + 32 bytes from each host: 56 to a neighbour on the leaf over two cables, 8 to
// the next leaf over four.
TEST(Allreduce, OfARingCostsEveryHop) {
  Allreduce allreduce{plan_of(false), {}};
  allreduce.run(kLimit);
  const AllreduceResult result = allreduce.result();
  EXPECT_TRUE(result.complete);
  EXPECT_TRUE(result.correct);
  EXPECT_EQ(result.bytes, 126u * (56 * 2 + 8 * 4) * 1056);
  EXPECT_EQ(result.bytes, result.predicted);
}

class AllreduceOfType : public testing::TestWithParam<ReductionType> {};

TEST_P(AllreduceOfType, HasTheBitsOfTheDeclaredOrder) {
  AllreducePlan plan = plan_of(true, GetParam());
  plan.reduction.vector_bytes = 16384;
  plan.reduction.segment_bytes = 1000;
  Allreduce allreduce{plan, {}};
  allreduce.run(kLimit);
  EXPECT_TRUE(allreduce.result().correct);
}

std::string name_of(const testing::TestParamInfo<ReductionType>& info) {
  constexpr const char* kNames[] = {"Int32", "Fp32", "Fp16", "Bf16"};
  return kNames[static_cast<unsigned>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(, AllreduceOfType,
                         testing::Values(ReductionType::kInt32, ReductionType::kFp32,
                                         ReductionType::kFp16, ReductionType::kBf16),
                         name_of);

TEST(Allreduce, TakesMaxima) {
  AllreducePlan plan = plan_of(true);
  plan.reduction.op = ReductionOp::kMax;
  Allreduce allreduce{plan, {}};
  allreduce.run(kLimit);
  EXPECT_TRUE(allreduce.result().correct);
}

/// The time of a vector with one setting changed.
Ticks time_of(const AllreducePlan& plan) {
  Allreduce allreduce{plan, {}};
  allreduce.run(kLimit);
  EXPECT_TRUE(allreduce.result().correct);
  return allreduce.result().time;
}

// 64 KiB at NDR take 1311 ns up; streaming adds the way through two units and three hops, one
// 64 KiB take 1321 ns on an NDR cable. Streaming adds the way of one segment, as in the test below;
// a unit that kept the line waiting would show (ib-facts 9.4: about 95 % of the bandwidth).
TEST(Allreduce, StreamsAtTheRateOfTheLink) {
  EXPECT_LT(time_of(plan_of(true)), ticks_from_ns(1321 + 1200));
}

// Each of 16 segments is on four cables in whole, 82.6 ns each, and in two units for 100 ns each,
// before the next one starts.
TEST(Allreduce, TakesASegmentAtATimeInLowLatencyMode) {
  AllreducePlan plan = plan_of(true);
  plan.reduction.mode = ReductionMode::kLowLatency;
  const Ticks time = time_of(plan);
  EXPECT_GT(time, ticks_from_ns(16 * (4 * 82.6 + 200)));
  EXPECT_LT(time, ticks_from_ns(16 * 1200));
}

// Design 3: the same to the tick for any quantum and any number of threads.
TEST(Allreduce, TakesTheSameTimeWhateverTheQuantum) {
  const auto time_with = [](Ticks quantum, unsigned threads) {
    return measured_in_child([=] {
      ConductorConfig conductor;
      conductor.quantum = quantum;
      conductor.threads = threads;
      Allreduce allreduce{plan_of(true), conductor};
      allreduce.run(kLimit);
      return allreduce.result().time;
    });
  };
  const auto expected = time_with(kNever, 1);
  ASSERT_TRUE(expected.has_value());
  EXPECT_GT(*expected, 0);
  EXPECT_EQ(time_with(kTicksPerNs, 1), expected);
  EXPECT_EQ(time_with(7 * kTicksPerNs, 2), expected);
}

TEST(Allreduce, RefusesSizesThatDoNotFit) {
  AllreducePlan plan = plan_of(true);
  plan.hosts = 67;
  EXPECT_EQ(allreduce_radix(67), 0u);
  EXPECT_THROW((Allreduce{plan, {}}), std::exception);
}

}  // namespace
}  // namespace ib::tb
