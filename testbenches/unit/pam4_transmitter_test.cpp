// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/pam4_transmitter.h"

#include <gtest/gtest.h>

#include <random>

namespace ib {
namespace {

/// Lanes in turn, in pieces that fill no word of the machine.
class Pam4TransmitterTest : public testing::TestWithParam<bool> {
 protected:
  Pam4 expected(std::uint8_t pair, Pam4Precoder& precoder) const {
    const Pam4 gray = gray_level(pair & 1u, pair >> 1);
    return GetParam() ? precoder.encode(gray) : gray;
  }

  Pam4Transmitter transmitter_{make_pam4_gray_precoder()};
  std::mt19937 random_{1};
};

TEST_P(Pam4TransmitterTest, MakesTheLevelsOfEachLaneAsIfItWereAlone) {
  std::array<Pam4Precoder, 3> precoders;
  std::array<Pam4, 3> previous{};
  for (int round = 0; round < 60; ++round) {
    const std::size_t lane = random_() % precoders.size();
    std::vector<std::uint8_t> symbols(random_() % 100);
    std::vector<std::uint8_t> levels;
    for (std::uint8_t& pair : symbols) {
      pair = static_cast<std::uint8_t>(random_() & 3);
      levels.push_back(expected(pair, precoders[lane]));
    }
    transmitter_.make_levels(symbols, GetParam(), previous[lane]);
    EXPECT_EQ(symbols, levels) << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Precoder, Pam4TransmitterTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "on" : "off"; });

}  // namespace
}  // namespace ib
