// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/islip.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "testbenches/unit/matching_cases.h"

namespace ib {
namespace {

TEST(Islip, MatchesNothingWithoutRequests) {
  Islip islip{4, 4, 2};
  EXPECT_TRUE(match(islip, Requests(4)).empty());
}

TEST(Islip, LeavesBusyPortsAlone) {
  Islip islip{4, 4, 4};
  std::vector<Match> matches;
  islip.match(
      PortMask::from_word(0b0010), PortMask::from_word(0b0100),
      [](unsigned, const PortMask& inputs) { return PortMask::from_word(0b1111) & inputs; },
      matches);
  EXPECT_EQ(matches, (std::vector<Match>{{1, 2}}));
}

// McKeown, iSLIP: from equal pointers every output grants input 0; one match a first iteration.
TEST(Islip, MatchesOnePairFromSynchronisedPointers) {
  Islip islip{4, 4, 1};
  EXPECT_EQ(match(islip, everyone_wants_everything(4)), (std::vector<Match>{{0, 0}}));
}

// By hand for 4 ports: output 0 moved to input 1, the others still ask for input 0.
TEST(Islip, DesynchronisesOneOutputACycle) {
  Islip islip{4, 4, 1};
  const Requests full = everyone_wants_everything(4);
  EXPECT_EQ(match(islip, full), (std::vector<Match>{{0, 0}}));
  EXPECT_EQ(match(islip, full), (std::vector<Match>{{0, 1}, {1, 0}}));
  EXPECT_EQ(match(islip, full), (std::vector<Match>{{0, 2}, {1, 1}, {2, 0}}));
  EXPECT_EQ(match(islip, full), (std::vector<Match>{{0, 3}, {1, 2}, {2, 1}, {3, 0}}));
}

// McKeown, iSLIP: under full load the pointers desynchronise and every cycle matches all ports.
TEST(Islip, ReachesFullThroughputUnderFullLoad) {
  for (const unsigned ports : {4u, 16u, 65u, 145u}) {
    Islip islip{ports, ports, 1};
    const Requests full = everyone_wants_everything(ports);
    for (unsigned cycle = 0; cycle < ports; ++cycle) match(islip, full);
    for (unsigned cycle = 0; cycle < 100; ++cycle) EXPECT_EQ(match(islip, full).size(), ports);
  }
}

TEST(Islip, ServesEveryPairEquallyUnderFullLoad) {
  constexpr unsigned kPorts = 8;
  Islip islip{kPorts, kPorts, 1};
  const Requests full = everyone_wants_everything(kPorts);
  for (unsigned cycle = 0; cycle < kPorts; ++cycle) match(islip, full);
  unsigned served[kPorts][kPorts] = {};
  for (unsigned cycle = 0; cycle < 10 * kPorts; ++cycle) {
    for (const Match m : match(islip, full)) ++served[m.input][m.output];
  }
  for (const auto& row : served) {
    for (const unsigned count : row) EXPECT_EQ(count, 10u);
  }
}

TEST(Islip, FillsTheMatchingInFurtherIterations) {
  Islip islip{4, 4, 4};
  EXPECT_EQ(match(islip, everyone_wants_everything(4)).size(), 4u);
}

// McKeown, iSLIP: pointers move for the first iteration only, else a pair could starve.
TEST(Islip, MovesNoPointerInLaterIterations) {
  Islip islip{3, 3, 2};
  const Requests full = everyone_wants_everything(3);
  EXPECT_EQ(match(islip, full), (std::vector<Match>{{0, 0}, {1, 1}}));
  // Output 1's pointer still stands at input 0 although it was matched with input 1.
  const Requests only_output_1{PortMask{}, PortMask::first_n(3), PortMask{}};
  EXPECT_EQ(match(islip, only_output_1), (std::vector<Match>{{0, 1}}));
}

TEST(Islip, AcceptsOutputsInTurn) {
  Islip islip{2, 2, 1};
  const Requests only_input_0(2, PortMask::from_word(0b01));
  EXPECT_EQ(match(islip, only_input_0), (std::vector<Match>{{0, 0}}));
  EXPECT_EQ(match(islip, only_input_0), (std::vector<Match>{{0, 1}}));
  EXPECT_EQ(match(islip, only_input_0), (std::vector<Match>{{0, 0}}));
}

TEST(Islip, MatchingIsAMatching) {
  constexpr unsigned kPorts = 70;
  Islip islip{kPorts, kPorts, 3};
  RandomStream random{1, "islip"};
  for (int cycle = 0; cycle < 200; ++cycle) {
    const Requests requests = some_requests(kPorts, random);
    expect_matching(match(islip, requests), requests);
  }
}

// ib-facts 10.2: one iteration of random matching under full load passes 1 - (1 - 1/N)^N.
TEST(RandomMatcher, PassesTheKnownShareInOneIteration) {
  constexpr unsigned kPorts = 16;
  constexpr int kCycles = 20'000;
  RandomMatcher matcher{kPorts, 1, RandomStream{1, "pim"}};
  const Requests full = everyone_wants_everything(kPorts);
  std::size_t matched = 0;
  for (int cycle = 0; cycle < kCycles; ++cycle) matched += match(matcher, full).size();
  const double share = static_cast<double>(matched) / (kPorts * kCycles);
  EXPECT_NEAR(share, 1 - std::pow(1 - 1.0 / kPorts, kPorts), 0.002);
}

// ib-facts 10.2: for many ports that is 1 - 1/e.
TEST(RandomMatcher, ApproachesOneMinusOneOverEForManyPorts) {
  constexpr unsigned kPorts = 144;
  constexpr int kCycles = 1'000;
  RandomMatcher matcher{kPorts, 1, RandomStream{2, "pim"}};
  const Requests full = everyone_wants_everything(kPorts);
  std::size_t matched = 0;
  for (int cycle = 0; cycle < kCycles; ++cycle) matched += match(matcher, full).size();
  EXPECT_NEAR(static_cast<double>(matched) / (kPorts * kCycles), 0.632, 0.004);
}

// ib-facts 10.1: slot by slot, one FIFO an input, random contention: Karol's saturation, N = 2.
TEST(RandomMatcher, SaturatesInputFifosAtKarolsValue) {
  RandomMatcher matcher{2, 1, RandomStream{3, "contention"}};
  EXPECT_NEAR(fifo_throughput(matcher, 2, 100'000), 0.75, 0.003);
}

// ib-facts 10.1: 0.5895 by simulation for N = 64, 2 - sqrt(2) = 0.5858 without limit.
TEST(RandomMatcher, SaturatesInputFifosOf64PortsBetweenSimulationAndLimit) {
  RandomMatcher matcher{64, 1, RandomStream{3, "contention"}};
  const double share = fifo_throughput(matcher, 64, 4'000);
  EXPECT_GT(share, 0.586);
  EXPECT_LT(share, 0.592);
}

}  // namespace
}  // namespace ib
