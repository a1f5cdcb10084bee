// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/transcode.h"

#include <gtest/gtest.h>

#include <random>

namespace ib {
namespace {

constexpr std::uint8_t kTypes[] = {0x1E, 0x78, 0x4B, 0xB4, 0xFF, 0x33, 0x66};

// All sixteen patterns of data and control.
TEST(Transcode, GroupsOfAnyMakeUpComeBack) {
  std::mt19937_64 random{1};
  for (unsigned round = 0; round < 1600; ++round) {
    BlockGroup group;
    for (unsigned j = 0; j < kBlocksPer257; ++j) {
      group[j] = {(round >> j & 1) != 0, random()};
      if (!group[j].control) continue;
      group[j].payload = (group[j].payload & ~std::uint64_t{0xFF}) | kTypes[random() % 7];
    }
    EXPECT_EQ(transcode_back(transcode(group)), group);
  }
}

// By hand after 802.3 91.5.2.5: flags 1,1,0,0 from bit 0; the first control block (2) keeps the low
// nibble of its type next to what block 1 pushed over.
TEST(Transcode, LaysOutAControlGroup) {
  const BlockGroup group{{{false, 0xF123456789ABCDE0},
                          {false, 0xA000000000000001},
                          {true, 0x1111111111111178},
                          {true, 0x222222222222221E}}};
  const Block257 block = transcode(group);
  EXPECT_FALSE(block.all_data);
  EXPECT_EQ(block.payload[0], 0x123456789ABCDE03u);
  EXPECT_EQ(block.payload[1], 0x000000000000001Fu);
  EXPECT_EQ(block.payload[2], 0x111111111111118Au);
  EXPECT_EQ(block.payload[3], 0x222222222222221Eu);
}

TEST(Transcode, DataGroupIsItsPayload) {
  const BlockGroup group{{{false, 1}, {false, 2}, {false, 3}, {false, 4}}};
  EXPECT_EQ(transcode(group), (Block257{true, {1, 2, 3, 4}}));
}

TEST(Transcode, RefusesWhatNoGroupMakes) {
  EXPECT_EQ(transcode_back({false, {0xF, 0, 0, 0}}), std::nullopt);   // four data blocks
  EXPECT_EQ(transcode_back({false, {0x0E, 0, 0, 0}}), std::nullopt);  // type nibble 0
}

}  // namespace
}  // namespace ib
