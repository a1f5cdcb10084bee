// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/code8b10b.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace ib {
namespace {

std::string line(std::uint16_t code) {
  std::string bits;
  for (unsigned i = 0; i < 10; ++i) bits += (code >> i & 1) != 0 ? '1' : '0';
  return bits;
}

std::string encoded(LaneSymbol symbol, Disparity before) {
  Encoder8b10b encoder;
  if (before == Disparity::kPositive) (void)encoder.encode(data_symbol(3, 0));  // unbalanced
  EXPECT_EQ(encoder.disparity(), before);
  return line(encoder.encode(symbol));
}

std::vector<LaneSymbol> all_symbols() {
  std::vector<LaneSymbol> symbols;
  for (unsigned value = 0; value < 256; ++value) {
    const auto byte = static_cast<std::uint8_t>(value);
    symbols.push_back({false, byte});
    if (is_control_symbol(byte)) symbols.push_back({true, byte});
  }
  return symbols;
}

// IEEE 802.3 tables 36-1 and 36-2.
TEST(Code8b10b, MatchesThePublishedTable) {
  EXPECT_EQ(encoded(data_symbol(0, 0), Disparity::kNegative), "1001110100");
  EXPECT_EQ(encoded(data_symbol(0, 0), Disparity::kPositive), "0110001011");
  EXPECT_EQ(encoded(data_symbol(10, 2), Disparity::kNegative), "0101010101");
  EXPECT_EQ(encoded(data_symbol(21, 5), Disparity::kNegative), "1010101010");
  EXPECT_EQ(encoded(data_symbol(7, 3), Disparity::kPositive), "0001110011");
  EXPECT_EQ(encoded(data_symbol(17, 7), Disparity::kNegative), "1000110111");
  EXPECT_EQ(encoded(data_symbol(11, 7), Disparity::kPositive), "1101001000");
  EXPECT_EQ(encoded(kCom, Disparity::kNegative), "0011111010");
  EXPECT_EQ(encoded(kCom, Disparity::kPositive), "1100000101");
  EXPECT_EQ(encoded(kSkp, Disparity::kNegative), "0011110100");
  EXPECT_EQ(encoded(kSlp, Disparity::kNegative), "0011110101");
  EXPECT_EQ(encoded(kSdp, Disparity::kNegative), "1101101000");
  EXPECT_EQ(encoded(kEgp, Disparity::kPositive), "0100010111");
  EXPECT_EQ(encoded(kPad, Disparity::kNegative), "1110101000");
}

TEST(Code8b10b, HasTwelveControlSymbols) { EXPECT_EQ(all_symbols().size(), 256u + 12u); }

TEST(Code8b10b, EverySymbolComesBackAtBothDisparities) {
  for (const LaneSymbol symbol : all_symbols()) {
    for (const bool positive : {false, true}) {
      Encoder8b10b encoder;
      Decoder8b10b decoder;
      if (positive) (void)decoder.decode(encoder.encode(data_symbol(3, 0)));
      const Decoded8b10b decoded = decoder.decode(encoder.encode(symbol));
      EXPECT_EQ(decoded.symbol, symbol);
      EXPECT_FALSE(decoded.disparity_error);
      EXPECT_EQ(decoder.disparity(), encoder.disparity());
    }
  }
}

TEST(Code8b10b, StreamStaysBalancedWithRunsOfFiveAtMost) {
  std::mt19937 random{1};
  const std::vector<LaneSymbol> symbols = all_symbols();
  Encoder8b10b encoder;
  int sum = -1;  // negative disparity is one zero more
  int run = 0;
  char last = ' ';
  for (int i = 0; i < 100'000; ++i) {
    for (const char bit : line(encoder.encode(symbols[random() % symbols.size()]))) {
      run = bit == last ? run + 1 : 1;
      last = bit;
      sum += bit == '1' ? 1 : -1;
      ASSERT_LE(run, 5);
      ASSERT_LE(std::abs(sum), 3);
    }
  }
}

TEST(Code8b10b, AWrongBitIsSeenSoonerOrLater) {
  std::mt19937 random{2};
  for (int round = 0; round < 2000; ++round) {
    Encoder8b10b encoder;
    Decoder8b10b decoder;
    bool seen = false;
    for (int i = 0; i < 60; ++i) {
      const LaneSymbol symbol{false, static_cast<std::uint8_t>(random())};
      unsigned code = encoder.encode(symbol);
      if (i == 3) code ^= 1u << random() % 10;
      const Decoded8b10b decoded = decoder.decode(static_cast<std::uint16_t>(code));
      seen = seen || !decoded.symbol || decoded.disparity_error;
    }
    EXPECT_TRUE(seen);
  }
}

TEST(Code8b10b, TrainingSetsNameTheirLane) {
  const TrainingSet first = training_set_1(2);
  EXPECT_EQ(first[0], kCom);
  EXPECT_EQ(first[1], (LaneSymbol{false, 2}));
  EXPECT_EQ(first[15], (LaneSymbol{false, 0x4A}));
  EXPECT_EQ(training_set_2(0)[2], (LaneSymbol{false, 0x45}));
  EXPECT_EQ(skip_set()[3], kSkp);
}

}  // namespace
}  // namespace ib
