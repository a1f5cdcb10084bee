// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/wavefront.h"

#include "testbenches/unit/matching_cases.h"

namespace ib {
namespace {

// Tamir and Chi: the ports of a diagonal never contend, so one wave matches everything.
TEST(Wavefront, MatchesADiagonalUnderFullLoadAndMovesOn) {
  Wavefront wavefront{4};
  const Requests full = everyone_wants_everything(4);
  EXPECT_EQ(match(wavefront, full), (std::vector<Match>{{0, 0}, {3, 1}, {2, 2}, {1, 3}}));
  EXPECT_EQ(match(wavefront, full), (std::vector<Match>{{1, 0}, {0, 1}, {3, 2}, {2, 3}}));
}

TEST(Wavefront, ServesEveryPairOnceInAsManyCyclesAsPorts) {
  constexpr unsigned kPorts = 9;
  Wavefront wavefront{kPorts};
  unsigned served[kPorts][kPorts] = {};
  for (unsigned cycle = 0; cycle < kPorts; ++cycle) {
    for (const Match m : match(wavefront, everyone_wants_everything(kPorts))) {
      ++served[m.input][m.output];
    }
  }
  for (const auto& row : served) {
    for (const unsigned count : row) EXPECT_EQ(count, 1u);
  }
}

// By hand: inputs 0 and 1 want output 0, on diagonals 0 and 1; of the four first diagonals only 1
// meets input 1 first.
TEST(Wavefront, FavoursTheInputBehindTheGap) {
  Wavefront wavefront{4};
  const Requests both{PortMask::from_word(0b0011), {}, {}, {}};
  std::vector<unsigned> winners;
  for (int cycle = 0; cycle < 4; ++cycle) winners.push_back(match(wavefront, both).at(0).input);
  EXPECT_EQ(winners, (std::vector<unsigned>{0, 1, 0, 0}));
}

TEST(Wavefront, FindsMaximalMatchings) {
  constexpr unsigned kPorts = 70;
  Wavefront wavefront{kPorts};
  RandomStream random{1, "wavefront"};
  for (int cycle = 0; cycle < 100; ++cycle) {
    const Requests requests = some_requests(kPorts, random);
    const std::vector<Match> matches = match(wavefront, requests);
    expect_matching(matches, requests);
    expect_maximal(matches, requests);
  }
}

TEST(Wavefront, LeavesBusyPortsAlone) {
  Wavefront wavefront{4};
  std::vector<Match> matches;
  const PortMask left = wavefront.match(
      PortMask::from_word(0b0010), PortMask::from_word(0b0100),
      [](unsigned, const PortMask& inputs) { return PortMask::from_word(0b1111) & inputs; },
      matches);
  EXPECT_EQ(matches, (std::vector<Match>{{1, 2}}));
  EXPECT_TRUE(left.none());
}

TEST(Wavefront, StandsStillWithoutRequests) {
  Wavefront idle{4};
  EXPECT_TRUE(match(idle, Requests(4)).empty());
  EXPECT_EQ(match(idle, everyone_wants_everything(4)).at(0), (Match{0, 0}));
}

}  // namespace
}  // namespace ib
