// SPDX-License-Identifier: Apache-2.0
#include "tlm/worker.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace ib {
namespace {

TEST(Workers, RunEveryShareOnceARound) {
  std::vector<int> runs(4);
  Workers workers{4, [&](unsigned share) { ++runs[share]; }};
  for (int round = 1; round <= 200; ++round) {
    workers.run();
    ASSERT_EQ(runs, std::vector<int>(4, round));
  }
}

TEST(Workers, GiveTheCallerShareZeroAndEveryOtherItsOwnThread) {
  std::vector<std::thread::id> ran_on(3);
  Workers workers{3, [&](unsigned share) { ran_on[share] = std::this_thread::get_id(); }};
  workers.run();

  EXPECT_EQ(ran_on[0], std::this_thread::get_id());
  EXPECT_EQ(std::set<std::thread::id>(ran_on.begin(), ran_on.end()).size(), 3u);
}

TEST(Workers, NeedNoThreadForOneShare) {
  int runs = 0;
  Workers workers{1, [&](unsigned) { ++runs; }};
  workers.run();
  workers.run();
  EXPECT_EQ(runs, 2);
}

// What one share wrote in a round, another reads in the next.
TEST(Workers, OrderRoundsOneAfterTheOther) {
  constexpr unsigned kShares = 3;
  std::vector<std::uint64_t> now(kShares, 1);
  std::vector<std::uint64_t> before(kShares, 1);
  Workers workers{
      kShares, [&](unsigned share) { now[share] = before[share] + before[(share + 1) % kShares]; }};
  for (int round = 0; round < 50; ++round) {
    workers.run();
    before = now;
  }
  EXPECT_EQ(before, std::vector<std::uint64_t>(kShares, std::uint64_t{1} << 50));
}

}  // namespace
}  // namespace ib
