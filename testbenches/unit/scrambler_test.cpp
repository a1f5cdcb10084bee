// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/scrambler.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace ib {
namespace {

std::string line_order(std::uint64_t word) {
  std::string bits;
  for (unsigned i = 0; i < 64; ++i) bits += (word >> i & 1) != 0 ? '1' : '0';
  return bits;
}

// Origin: bit-serial program of ib-facts 8.4.
TEST(Scrambler, MatchesTheBitSerialVector) {
  std::ifstream file{IB_SOURCE_DIR "/testbenches/vectors/fec_vectors.json"};
  const nlohmann::json vectors = nlohmann::json::parse(file);
  Scrambler scrambler;
  std::string bits = line_order(scrambler.scramble(0));
  bits += line_order(scrambler.scramble(0));

  EXPECT_EQ(bits, vectors["scrambler_x58_x39_1"]["output_first_bit_first"].get<std::string>());
}

TEST(Scrambler, DescramblerGivesBackTheWords) {
  std::mt19937_64 random{1};
  Scrambler scrambler;
  Descrambler descrambler;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t word = random();
    EXPECT_EQ(descrambler.descramble(scrambler.scramble(word)), word);
  }
}

TEST(Scrambler, DescramblerSynchronisesItselfAfter58Bits) {
  std::mt19937_64 random{2};
  Scrambler scrambler;
  Descrambler descrambler{ScramblerState{random()}};
  const std::uint64_t first = random();
  const std::uint64_t wrong = descrambler.descramble(scrambler.scramble(first)) ^ first;
  EXPECT_EQ(wrong >> 58, 0u);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t word = random();
    EXPECT_EQ(descrambler.descramble(scrambler.scramble(word)), word);
  }
}

TEST(Scrambler, OneWrongLineBitBecomesThree) {
  Scrambler scrambler;
  Descrambler descrambler;
  const std::uint64_t a = descrambler.descramble(scrambler.scramble(0) ^ 1);
  const std::uint64_t b = descrambler.descramble(scrambler.scramble(0));
  EXPECT_EQ(a, std::uint64_t{1} | std::uint64_t{1} << 39 | std::uint64_t{1} << 58);
  EXPECT_EQ(b, 0u);
}

}  // namespace
}  // namespace ib
