// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/collective_data.h"

#include <gtest/gtest.h>

#include "models/fabric/config_error.h"
#include "testbenches/workload/hca_list.h"

namespace ib::tb {
namespace {

CollectivePlan plan_of(CollectiveOperation operation, std::uint64_t bytes) {
  CollectivePlan plan;
  plan.operation = operation;
  plan.bytes = bytes;
  return plan;
}

/// The vectors of all ranks before, and what `change` makes of them.
template <class Change>
bool result_of(const CollectivePlan& plan, std::uint32_t ranks, Change change) {
  std::vector<std::vector<std::uint8_t>> vectors;
  for (std::uint32_t r = 0; r < ranks; ++r) vectors.push_back(vector_before(plan, r, ranks));
  change(vectors);
  std::vector<const std::vector<std::uint8_t>*> all;
  for (const auto& vector : vectors) all.push_back(&vector);
  return is_result(plan, all);
}

using Vectors = std::vector<std::vector<std::uint8_t>>;

void sum_everywhere(Vectors& vectors) {
  std::vector<std::uint8_t> sum(vectors[0].size());
  for (const auto& vector : vectors) {
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] = static_cast<std::uint8_t>(sum[i] + vector[i]);
  }
  for (auto& vector : vectors) vector = sum;
}

TEST(CollectiveData, KnowsTheSumOfAllRanks) {
  const CollectivePlan plan = plan_of(CollectiveOperation::kAllReduce, 101);

  EXPECT_FALSE(result_of(plan, 3, [](Vectors&) {}));
  EXPECT_TRUE(result_of(plan, 3, sum_everywhere));
  EXPECT_FALSE(result_of(plan, 3, [](Vectors& vectors) {
    sum_everywhere(vectors);
    vectors[2][100] ^= 1;
  }));
}

// The chunks of an all-gather do not overlap: their sum is all of them.
TEST(CollectiveData, KnowsTheChunksOfAllRanks) {
  EXPECT_TRUE(result_of(plan_of(CollectiveOperation::kAllGather, 10), 4, sum_everywhere));
}

TEST(CollectiveData, KnowsTheVectorOfTheRoot) {
  const CollectivePlan plan = plan_of(CollectiveOperation::kBroadcast, 10);

  EXPECT_FALSE(result_of(plan, 4, [](Vectors&) {}));
  EXPECT_TRUE(result_of(plan, 4, [](Vectors& vectors) {
    for (auto& vector : vectors) vector = vectors[0];
  }));
}

TEST(HcaList, ReadsNumbersAndRanges) {
  EXPECT_TRUE(hca_list("").empty());
  EXPECT_EQ(hca_list("0-1,4"), (std::vector<bool>{true, true, false, false, true}));
  EXPECT_TRUE(hca_list("all").at(1000));
  EXPECT_THROW((void)hca_list("3-1"), fabric::ConfigError);
  EXPECT_THROW((void)hca_list("a"), fabric::ConfigError);
}

}  // namespace
}  // namespace ib::tb
