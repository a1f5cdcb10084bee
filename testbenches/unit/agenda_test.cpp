// SPDX-License-Identifier: Apache-2.0
#include "tlm/agenda.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>
#include <vector>

namespace ib {
namespace {

using testing::ElementsAre;

/// (cycle, phase, entity): the order in which an agenda must run.
using Entry = std::tuple<Cycle, Phase, unsigned>;

std::vector<Entry> run(Agenda& agenda, Cycle limit) {
  std::vector<Entry> ran;
  agenda.run_before(
      limit, [&](Phase phase, unsigned entity) { ran.emplace_back(agenda.now(), phase, entity); });
  return ran;
}

TEST(Agenda, RunsCyclesThenPhasesThenEntitiesByRisingNumber) {
  Agenda agenda{40, 64};
  agenda.wake(5, Phase::kLaunch, 0);
  agenda.wake(5, Phase::kArrive, 39);
  agenda.wake(5, Phase::kArrive, 2);
  agenda.wake(5, Phase::kDecide, 7);
  agenda.wake(5, Phase::kRelease, 20);
  agenda.wake(4, Phase::kLaunch, 39);

  EXPECT_THAT(run(agenda, 100),
              ElementsAre(Entry{4, Phase::kLaunch, 39}, Entry{5, Phase::kArrive, 2},
                          Entry{5, Phase::kArrive, 39}, Entry{5, Phase::kRelease, 20},
                          Entry{5, Phase::kDecide, 7}, Entry{5, Phase::kLaunch, 0}));
}

TEST(Agenda, WakingTwiceIsWakingOnce) {
  Agenda agenda{4, 64};
  for (int i = 0; i < 3; ++i) {
    agenda.wake(10, Phase::kDecide, 1);
    agenda.wake(1000, Phase::kDecide, 1);  // beyond the wheel
  }

  EXPECT_THAT(run(agenda, 2000),
              ElementsAre(Entry{10, Phase::kDecide, 1}, Entry{1000, Phase::kDecide, 1}));
}

TEST(Agenda, AWakeUpFromAfarMeetsTheSameOneFromNear) {
  Agenda agenda{4, 64};
  agenda.wake(100, Phase::kDecide, 1);
  EXPECT_TRUE(run(agenda, 90).empty());
  agenda.wake(100, Phase::kDecide, 1);
  agenda.wake(100, Phase::kArrive, 3);

  EXPECT_THAT(run(agenda, 200),
              ElementsAre(Entry{100, Phase::kArrive, 3}, Entry{100, Phase::kDecide, 1}));
}

TEST(Agenda, StopsBeforeTheLimitAndStandsAtTheCycleBeforeIt) {
  Agenda agenda{4, 64};
  agenda.wake(50, Phase::kArrive, 0);

  EXPECT_TRUE(run(agenda, 50).empty());
  EXPECT_EQ(agenda.now(), 49);
  EXPECT_EQ(agenda.next(), 50);
  EXPECT_THAT(run(agenda, 51), ElementsAre(Entry{50, Phase::kArrive, 0}));
  EXPECT_EQ(agenda.next(), kNoCycle);
}

TEST(Agenda, TakesWakeUpsOfTheCycleAtWork) {
  Agenda agenda{80, 64};
  std::vector<Entry> ran;
  agenda.wake(7, Phase::kRelease, 3);
  agenda.run_before(8, [&](Phase phase, unsigned entity) {
    ran.emplace_back(agenda.now(), phase, entity);
    if (phase != Phase::kRelease) return;
    if (entity == 3) agenda.wake(7, Phase::kRelease, 79);  // a later entity of the same phase
    if (entity == 79) agenda.wake(7, Phase::kLaunch, 0);   // an earlier one of a later phase
  });

  EXPECT_THAT(ran, ElementsAre(Entry{7, Phase::kRelease, 3}, Entry{7, Phase::kRelease, 79},
                               Entry{7, Phase::kLaunch, 0}));
}

TEST(Agenda, KeepsTheCycleOverManyTurnsOfTheWheel) {
  Agenda agenda{1, 64};
  agenda.wake(0, Phase::kArrive, 0);
  std::vector<Cycle> ran;
  agenda.run_before(10'000, [&](Phase, unsigned) {
    ran.push_back(agenda.now());
    agenda.wake(agenda.now() + 63, Phase::kArrive, 0);  // as far as the wheel goes
  });

  ASSERT_EQ(ran.size(), 159u);
  for (std::size_t i = 0; i < ran.size(); ++i) ASSERT_EQ(ran[i], static_cast<Cycle>(63 * i));
}

// A chip of one entity has a short list for a wheel; this is more than the list holds.
TEST(Agenda, OneEntityMayHaveManyWakeUps) {
  Agenda agenda{1, 64};
  std::set<Entry> expected;
  std::mt19937_64 random{1};
  for (int i = 0; i < 100; ++i) {
    const Entry entry{static_cast<Cycle>(random() % 60), static_cast<Phase>(random() % kPhases), 0};
    agenda.wake(std::get<0>(entry), std::get<1>(entry), 0);
    expected.insert(entry);
  }

  EXPECT_THAT(run(agenda, 60), testing::ElementsAreArray(expected));
  EXPECT_EQ(agenda.next(), kNoCycle);
}

TEST(Agenda, OneEntityMayBeWokenForOneCycleManyTimes) {
  Agenda agenda{1, 64};
  for (int i = 0; i < 100; ++i) agenda.wake(1000, Phase::kLaunch, 0);
  for (Cycle when = 0; when < 20; ++when) agenda.wake(when, Phase::kDecide, 0);
  for (int i = 0; i < 100; ++i) agenda.wake(1000, Phase::kLaunch, 0);

  EXPECT_EQ(run(agenda, 1000).size(), 20u);
  EXPECT_THAT(run(agenda, 2000), ElementsAre(Entry{1000, Phase::kLaunch, 0}));
}

struct Shape {
  unsigned entities;
  unsigned wheel;
};

class AgendaShapes : public testing::TestWithParam<Shape> {};

/// The agenda against a sorted set, with wake-ups from inside and outside the run.
TEST_P(AgendaShapes, AgreesWithASortedSet) {
  const auto [entities, wheel] = GetParam();
  Agenda agenda{entities, wheel};
  std::set<Entry> expected;
  std::mt19937_64 random{wheel};
  const auto below = [&](std::uint64_t n) { return random() % n; };
  const auto wake = [&](Cycle when, Phase phase, unsigned entity) {
    agenda.wake(when, phase, entity);
    expected.emplace(when, phase, entity);
  };
  const auto wake_later = [&](Cycle from) {
    const std::uint64_t span = below(8) == 0 ? 5 * wheel : below(2) == 0 ? wheel : 4;
    wake(from + 1 + static_cast<Cycle>(below(span)), static_cast<Phase>(below(kPhases)),
         static_cast<unsigned>(below(entities)));
  };
  for (Cycle limit = 1; limit < 20'000; limit += 1 + static_cast<Cycle>(below(2 * wheel))) {
    wake_later(agenda.now());
    ASSERT_EQ(agenda.next(), std::get<0>(*expected.begin()));
    agenda.run_before(limit, [&](Phase phase, unsigned entity) {
      ASSERT_FALSE(expected.empty());
      ASSERT_EQ(*expected.begin(), (Entry{agenda.now(), phase, entity}));
      expected.erase(expected.begin());
      if (below(3) != 0) wake_later(agenda.now());
      if (entity + 1 < entities && below(6) == 0) wake(agenda.now(), phase, entity + 1);
      if (phase != Phase::kLaunch && below(6) == 0) wake(agenda.now(), Phase::kLaunch, entity);
    });
    ASSERT_TRUE(expected.empty() || std::get<0>(*expected.begin()) >= limit);
    ASSERT_EQ(agenda.now(), std::max<Cycle>(limit - 1, agenda.now()));
  }
}

INSTANTIATE_TEST_SUITE_P(, AgendaShapes,
                         testing::Values(Shape{1, 64}, Shape{16, 64}, Shape{17, 128},
                                         Shape{64, 1024}, Shape{144, 4096}));

}  // namespace
}  // namespace ib
