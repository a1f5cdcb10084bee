// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/prbs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ib {
namespace {

std::vector<unsigned> bits(PrbsOrder order, std::size_t count, std::uint32_t seed = ~0u) {
  PrbsGenerator generator{order, seed};
  std::vector<unsigned> out(count);
  for (unsigned& bit : out) bit = generator.next_bit();
  return out;
}

// A maximal-length register passes 2^n - 1 states; half of the bits, and one more, are ones.
void expect_maximal(PrbsOrder order) {
  const std::size_t period = (std::size_t{1} << prbs_length(order)) - 1;
  const std::vector<unsigned> twice = bits(order, 2 * period);
  std::size_t ones = 0;
  for (std::size_t i = 0; i < period; ++i) ones += twice[i];
  EXPECT_EQ(ones, (period + 1) / 2);
  EXPECT_TRUE(std::equal(twice.begin(), twice.begin() + static_cast<std::ptrdiff_t>(period),
                         twice.begin() + static_cast<std::ptrdiff_t>(period)));
}

TEST(Prbs, ShortPatternsAreMaximal) {
  expect_maximal(PrbsOrder::k7);
  expect_maximal(PrbsOrder::k9);
  expect_maximal(PrbsOrder::k13);
}

// ITU-T O.150: bit n is bit n-18 plus bit n-23; PRBS31: n-28 plus n-31.
TEST(Prbs, LongPatternsObeyTheirRecurrence) {
  const std::vector<unsigned> p23 = bits(PrbsOrder::k23, 5000, 12345);
  for (std::size_t i = 23; i < p23.size(); ++i) EXPECT_EQ(p23[i], p23[i - 18] ^ p23[i - 23]);
  const std::vector<unsigned> p31 = bits(PrbsOrder::k31, 5000, 12345);
  for (std::size_t i = 31; i < p31.size(); ++i) EXPECT_EQ(p31[i], p31[i - 28] ^ p31[i - 31]);
}

// PRBS7 from all ones, by hand: x^7 + x^6 + 1.
TEST(Prbs, StartsAsTheRegisterSays) {
  EXPECT_EQ(bits(PrbsOrder::k7, 14),
            (std::vector<unsigned>{0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1}));
}

TEST(Prbs, QuaternaryFormUsesAllLevelsEvenly) {
  PrbsGenerator generator{PrbsOrder::k13};
  int count[4] = {};
  for (int i = 0; i < 8191; ++i) ++count[generator.next_pam4()];
  for (const int n : count) EXPECT_NEAR(n, 8191 / 4, 1);
}

TEST(PrbsChecker, LocksByItselfAndCountsEachErrorOnce) {
  PrbsGenerator generator{PrbsOrder::k31, 99};
  PrbsChecker checker{PrbsOrder::k31};
  for (int i = 0; i < 200; ++i) checker.take(generator.next_bit());
  ASSERT_TRUE(checker.locked());
  for (int i = 0; i < 10'000; ++i) checker.take(generator.next_bit() ^ (i % 1000 == 5 ? 1u : 0u));

  EXPECT_EQ(checker.errors(), 10u);
}

TEST(PrbsChecker, LosesLockOnNoiseAndOnSilence) {
  PrbsChecker checker{PrbsOrder::k9};
  for (int i = 0; i < 1000; ++i) checker.take(0);
  EXPECT_FALSE(checker.locked());
  PrbsGenerator right{PrbsOrder::k9};
  for (int i = 0; i < 200; ++i) checker.take(right.next_bit());
  EXPECT_TRUE(checker.locked());
  PrbsGenerator other{PrbsOrder::k31};
  for (int i = 0; i < 200; ++i) checker.take(other.next_bit());
  EXPECT_FALSE(checker.locked());
}

}  // namespace
}  // namespace ib
