// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/lrg.h"

#include "testbenches/unit/matching_cases.h"

namespace ib {
namespace {

// By hand: 2 wins, then 0 of the two that never won, then 1; then 2, whose win is the oldest.
TEST(LeastRecentlyGranted, PutsTheLastWinnerBehindAllOthers) {
  LeastRecentlyGranted turn{3};
  turn.won(2);
  const PortMask all = PortMask::first_n(3);
  std::vector<unsigned> winners;
  for (int i = 0; i < 4; ++i) {
    winners.push_back(turn.pick(all));
    turn.won(winners.back());
  }
  EXPECT_EQ(winners, (std::vector<unsigned>{0, 1, 2, 0}));
}

// A round robin would come to 1 after 0; least recently granted prefers 2, which never won.
TEST(LeastRecentlyGranted, PrefersWhoWaitedLongestOverWhoComesNext) {
  LeastRecentlyGranted turn{3};
  turn.won(1);
  turn.won(0);
  EXPECT_EQ(turn.pick(PortMask::first_n(3)), 2u);
  EXPECT_EQ(turn.pick(PortMask::from_word(0b011)), 1u);
}

TEST(Lrg, ServesContendersOfOneOutputAlike) {
  LrgMatcher lrg{4, 1};
  const Requests three{PortMask::from_word(0b1011), {}, {}, {}};
  std::vector<unsigned> winners;
  for (int cycle = 0; cycle < 6; ++cycle) winners.push_back(match(lrg, three).at(0).input);
  EXPECT_EQ(winners, (std::vector<unsigned>{0, 1, 3, 0, 1, 3}));
}

// A grant that the input did not accept is none: output 1 asks for input 0 again.
TEST(Lrg, CountsAcceptedGrantsOnly) {
  LrgMatcher lrg{2, 1};
  const Requests full = everyone_wants_everything(2);
  EXPECT_EQ(match(lrg, full), (std::vector<Match>{{0, 0}}));
  EXPECT_EQ(match(lrg, full), (std::vector<Match>{{0, 1}, {1, 0}}));
}

TEST(Lrg, ReachesFullThroughputUnderFullLoad) {
  constexpr unsigned kPorts = 16;
  LrgMatcher lrg{kPorts, 1};
  const Requests full = everyone_wants_everything(kPorts);
  for (unsigned cycle = 0; cycle < 4 * kPorts; ++cycle) (void)match(lrg, full);
  for (unsigned cycle = 0; cycle < 100; ++cycle) EXPECT_EQ(match(lrg, full).size(), kPorts);
}

TEST(Lrg, FindsMaximalMatchingsInEnoughIterations) {
  constexpr unsigned kPorts = 20;
  LrgMatcher lrg{kPorts, kPorts};
  RandomStream random{1, "lrg"};
  for (int cycle = 0; cycle < 50; ++cycle) {
    const Requests requests = some_requests(kPorts, random);
    const std::vector<Match> matches = match(lrg, requests);
    expect_matching(matches, requests);
    expect_maximal(matches, requests);
  }
}

}  // namespace
}  // namespace ib
