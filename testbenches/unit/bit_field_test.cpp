// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/bit_field.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace ib {
namespace {

using Word = std::array<std::uint8_t, 12>;

TEST(BitField, CountsFromTheMostSignificantBit) {
  const Word bytes{0x81, 0x23, 0x45, 0x67};

  EXPECT_EQ(load_bits(bytes.data(), 0, 1), 1u);
  EXPECT_EQ(load_bits(bytes.data(), 0, 8), 0x81u);
  EXPECT_EQ(load_bits(bytes.data(), 1, 7), 1u);
  EXPECT_EQ(load_bits(bytes.data(), 4, 12), 0x123u);
  EXPECT_EQ(load_bits(bytes.data(), 13, 5), 0b01101u);
  EXPECT_EQ(load_bits(bytes.data(), 0, 64), 0x8123456700000000u);
}

TEST(BitField, LeavesTheNeighboursAlone) {
  Word bytes{0xFF, 0xFF, 0xFF};

  store_bits(bytes.data(), 5, 13, 0);

  EXPECT_EQ(bytes, (Word{0xF8, 0x00, 0x3F}));
}

TEST(BitField, DropsWhatDoesNotFit) {
  Word bytes{};

  store_bits(bytes.data(), 2, 3, 0xF5);

  EXPECT_EQ(bytes, (Word{0x28}));
}

TEST(BitField, LoadsWhatWasStoredAtAnyPlace) {
  std::mt19937_64 random{3};
  for (unsigned first = 0; first < 32; ++first) {
    for (unsigned width = 1; width <= 64; ++width) {
      Word bytes{};
      const std::uint64_t value = random() >> (64 - width);
      store_bits(bytes.data(), first, width, value);
      ASSERT_EQ(load_bits(bytes.data(), first, width), value) << first << ' ' << width;
    }
  }
}

}  // namespace
}  // namespace ib
