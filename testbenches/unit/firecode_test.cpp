// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/firecode.h"

#include <gtest/gtest.h>

#include <random>

namespace ib {
namespace {

class FirecodeTest : public testing::Test {
 protected:
  FirecodeWord random_word() {
    FirecodeWord word;
    for (std::uint64_t& bits : word) bits = random_();
    firecode_encode(word);
    return word;
  }
  static void flip(FirecodeWord& word, unsigned bit) {
    word[bit / 64] ^= std::uint64_t{1} << (bit % 64);
  }

  std::mt19937_64 random_{1};
};

/// Long division, one bit a step: what the table replaces.
std::uint64_t remainder_by_long_division(const FirecodeWord& word) {
  std::uint64_t rest = 0;
  for (unsigned i = 0; i < kFirecodeBits; ++i) {
    rest = rest << 1 | (word[i / 64] >> (i % 64) & 1);
    if ((rest >> 32 & 1) != 0) rest ^= 0x100A00805;
  }
  return rest;
}

TEST_F(FirecodeTest, CodewordsAreMultiplesOfTheGenerator) {
  for (int i = 0; i < 20; ++i) EXPECT_EQ(remainder_by_long_division(random_word()), 0u);
}

TEST_F(FirecodeTest, CorrectsAllBurstsUpToElevenBitsAtAnyPlace) {
  const FirecodeWord sent = random_word();
  for (unsigned length = 1; length <= kFirecodeBurst; ++length) {
    for (unsigned start = 0; start + length <= kFirecodeBits; start += 37) {
      FirecodeWord word = sent;
      flip(word, start);
      if (length > 1) flip(word, start + length - 1);
      for (unsigned i = 1; i + 1 < length; ++i) {
        if (random_() % 2 != 0) flip(word, start + i);
      }
      ASSERT_EQ(firecode_decode(word), length) << "at " << start;
      ASSERT_EQ(word, sent);
    }
  }
}

// g = (x^21 + 1)(x^11 + x^2 + 1): two far errors look like one burst where both factors agree,
// about 100 places of a word with one chance in 2047 each.
TEST_F(FirecodeTest, ReportsMostPairsOfErrorsFarApart) {
  const FirecodeWord sent = random_word();
  int reported = 0;
  for (int round = 0; round < 1000; ++round) {
    FirecodeWord word = sent;
    const unsigned first = static_cast<unsigned>(random_() % 1000);
    flip(word, first);
    flip(word, first + 12 + static_cast<unsigned>(random_() % 1000));
    reported += firecode_decode(word) ? 0 : 1;
    EXPECT_NE(word, sent);
  }
  EXPECT_GT(reported, 930);
}

TEST_F(FirecodeTest, FramesBlocksAndBack) {
  FirecodeGroup blocks;
  for (Block66& block : blocks) block = {random_() % 2 != 0, random_()};
  FirecodeWord word = firecode_frame(blocks);
  flip(word, 77);

  firecode_whiten(word);
  EXPECT_EQ(firecode_decode(word), 1u);
  EXPECT_EQ(firecode_blocks(word), blocks);
}

}  // namespace
}  // namespace ib
