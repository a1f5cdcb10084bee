// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/oldest_first.h"

#include <gmock/gmock.h>

#include <limits>

#include "testbenches/unit/matching_cases.h"

namespace ib {
namespace {

/// Birth of the packet of each pair, by [input][output].
using Births = std::vector<std::vector<std::int64_t>>;

auto matcher_over(const Births& births, unsigned iterations) {
  const auto birth_of = [&births](unsigned input, unsigned output) {
    return births[input][output];
  };
  return OldestFirstMatcher<decltype(birth_of)>{static_cast<unsigned>(births.size()), iterations,
                                                birth_of};
}

TEST(OldestFirst, GrantsTheOldestPacket) {
  const Births births{{7, 0}, {5, 0}};
  auto oldest = matcher_over(births, 1);
  EXPECT_EQ(match(oldest, {PortMask::from_word(0b11), {}}), (std::vector<Match>{{1, 0}}));
}

TEST(OldestFirst, AcceptsTheOldestPacket) {
  const Births births{{7, 5}, {0, 0}};
  auto oldest = matcher_over(births, 1);
  EXPECT_EQ(match(oldest, {PortMask::from_word(0b01), PortMask::from_word(0b01)}),
            (std::vector<Match>{{0, 1}}));
}

TEST(OldestFirst, BreaksTiesByPortNumber) {
  const Births births{{3, 3}, {3, 3}};
  auto oldest = matcher_over(births, 2);
  EXPECT_EQ(match(oldest, everyone_wants_everything(2)), (std::vector<Match>{{0, 0}, {1, 1}}));
}

// The oldest packet of all is granted by its output and accepted by its input.
TEST(OldestFirst, AlwaysMatchesTheOldestOfAllAndFillsUp) {
  constexpr unsigned kPorts = 12;
  RandomStream random{1, "age"};
  for (int round = 0; round < 100; ++round) {
    Births births(kPorts, std::vector<std::int64_t>(kPorts));
    for (auto& row : births) {
      for (std::int64_t& birth : row) birth = static_cast<std::int64_t>(random() >> 1);
    }
    const Requests requests = some_requests(kPorts, random);
    Match oldest;
    std::int64_t oldest_birth = std::numeric_limits<std::int64_t>::max();
    for (std::uint16_t output = 0; output < kPorts; ++output) {
      requests[output].for_each([&](unsigned input) {
        if (births[input][output] >= oldest_birth) return;
        oldest_birth = births[input][output];
        oldest = {static_cast<std::uint16_t>(input), output};
      });
    }
    auto once = matcher_over(births, 1);
    EXPECT_THAT(match(once, requests), testing::Contains(oldest));
    auto often = matcher_over(births, kPorts);
    const std::vector<Match> matches = match(often, requests);
    expect_matching(matches, requests);
    expect_maximal(matches, requests);
  }
}

}  // namespace
}  // namespace ib
