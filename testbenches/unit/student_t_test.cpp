// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/student_t.h"

#include <gtest/gtest.h>

namespace ib::tb {
namespace {

// NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2: upper critical values for 0.975.
TEST(StudentT, MatchesTheTable) {
  const std::vector<std::pair<std::size_t, double>> table{
      {1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {5, 2.571},  {9, 2.262},
      {10, 2.228}, {20, 2.086}, {30, 2.042}, {60, 2.000}, {100, 1.984}};
  for (const auto& [degrees, t] : table) EXPECT_NEAR(student_t_95(degrees), t, 5e-4) << degrees;
}

TEST(StudentT, TendsToTheNormalLaw) { EXPECT_NEAR(student_t_95(2'000'000), 1.959964, 1e-6); }

// Mean 3, variance 2.5, standard error sqrt(2.5 / 5); four degrees of freedom.
TEST(EstimateOf, IsTheMeanWithItsInterval) {
  const Estimate estimate = estimate_of({1, 2, 3, 4, 5});

  EXPECT_DOUBLE_EQ(estimate.mean, 3);
  EXPECT_NEAR(estimate.half_width, 2.776 * 0.70711, 5e-4);
}

TEST(NarrowEnough, ComparesTheWholeWidthWithTheSizeOfTheMean) {
  EXPECT_TRUE(narrow_enough({-10, 0.5}, 0.1));
  EXPECT_FALSE(narrow_enough({-10, 0.51}, 0.1));
}

TEST(NarrowEnough, NeedsAnExactMeanOfZero) {
  EXPECT_TRUE(narrow_enough({0, 0}, 0.1));
  EXPECT_FALSE(narrow_enough({0, 1e-9}, 0.1));
}

}  // namespace
}  // namespace ib::tb
