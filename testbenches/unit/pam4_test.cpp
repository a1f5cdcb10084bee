// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/pam4.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace ib {
namespace {

// Origin: program of ib-facts 8.4; Gray map of the Intel tile guides.
TEST(Pam4, GrayMapAndPrecoderMatchTheVectors) {
  std::ifstream file{IB_SOURCE_DIR "/testbenches/vectors/fec_vectors.json"};
  const nlohmann::json vectors = nlohmann::json::parse(file)["pam4"];
  const auto bits = vectors["bits"].get<std::string>();
  std::vector<int> levels;
  std::vector<int> precoded;
  Pam4Precoder precoder;
  for (std::size_t i = 0; i < bits.size(); i += 2) {
    const Pam4 level = gray_level(bits[i] == '1', bits[i + 1] == '1');
    levels.push_back(level);
    precoded.push_back(precoder.encode(level));
  }
  EXPECT_EQ(levels, vectors["gray_levels"].get<std::vector<int>>());
  EXPECT_EQ(precoded, vectors["precoded"].get<std::vector<int>>());
}

TEST(Pam4, GrayMapIsUndone) {
  for (unsigned pair = 0; pair < 4; ++pair) {
    const Pam4 level = gray_level(pair >> 1, pair & 1);
    EXPECT_EQ(gray_first_bit(level), pair >> 1);
    EXPECT_EQ(gray_second_bit(level), pair & 1);
  }
}

TEST(Pam4, NeighboursDifferInOneBit) {
  for (Pam4 level = 0; level < 3; ++level) {
    const auto upper = static_cast<Pam4>(level + 1);
    const unsigned differ = (gray_first_bit(level) ^ gray_first_bit(upper)) +
                            (gray_second_bit(level) ^ gray_second_bit(upper));
    EXPECT_EQ(differ, 1u);
  }
}

TEST(Pam4, SlicerFindsTheLevelWithinItsHalfDistance) {
  for (Pam4 level = 0; level < 4; ++level) {
    EXPECT_EQ(pam4_slice(pam4_amplitude(level) + 0.99), level);
    EXPECT_EQ(pam4_slice(pam4_amplitude(level) - 0.99), level);
  }
}

TEST(Pam4, PrecodingTurnsARunOfErrorsIntoTwo) {
  std::mt19937 random{1};
  Pam4Precoder precoder;
  Pam4PrecoderInverse inverse;
  int wrong = 0;
  for (int i = 0; i < 100; ++i) {
    const auto level = static_cast<Pam4>(random() % 4);
    Pam4 line = precoder.encode(level);
    // a decision feedback equaliser errs up and down in turn
    if (i >= 20 && i < 30) line = static_cast<Pam4>((line + (i % 2 == 0 ? 1 : 3)) & 3);
    wrong += inverse.decode(line) != level ? 1 : 0;
  }
  EXPECT_EQ(wrong, 2);
}

}  // namespace
}  // namespace ib
