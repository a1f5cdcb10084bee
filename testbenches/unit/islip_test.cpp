// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/islip.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ib {
namespace {

using Requests = std::vector<PortMask>;  // of each output: inputs that want it

template <class Matcher>
std::vector<Match> match(Matcher& matcher, const Requests& requests) {
  const PortMask all = PortMask::first_n(static_cast<unsigned>(requests.size()));
  std::vector<Match> matches;
  matcher.match(
      all, all, [&](unsigned output, const PortMask& inputs) { return requests[output] & inputs; },
      matches);
  return matches;
}

Requests everyone_wants_everything(unsigned ports) {
  return Requests(ports, PortMask::first_n(ports));
}

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
    Requests requests(kPorts);
    for (PortMask& inputs : requests) {
      for (int i = 0; i < 3; ++i) inputs.set(static_cast<unsigned>(random.below(kPorts)));
    }
    PortMask inputs;
    PortMask outputs;
    for (const Match m : match(islip, requests)) {
      EXPECT_TRUE(requests[m.output].test(m.input));
      EXPECT_FALSE(inputs.test(m.input));
      EXPECT_FALSE(outputs.test(m.output));
      inputs.set(m.input);
      outputs.set(m.output);
    }
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
  constexpr unsigned kPorts = 2;
  constexpr int kSlots = 100'000;
  RandomMatcher matcher{kPorts, 1, RandomStream{3, "contention"}};
  RandomStream destinations{4, "destinations"};
  std::vector<unsigned> head(kPorts);
  for (unsigned& output : head) output = static_cast<unsigned>(destinations.below(kPorts));
  std::size_t passed = 0;
  for (int slot = 0; slot < kSlots; ++slot) {
    Requests requests(kPorts);
    for (unsigned input = 0; input < kPorts; ++input) requests[head[input]].set(input);
    for (const Match m : match(matcher, requests)) {
      ++passed;
      head[m.input] = static_cast<unsigned>(destinations.below(kPorts));
    }
  }
  EXPECT_NEAR(static_cast<double>(passed) / (kPorts * kSlots), 0.75, 0.003);
}

}  // namespace
}  // namespace ib
