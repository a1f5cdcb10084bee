// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/sl2vl.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

constexpr Sl2VlTable::Bytes kBytes{0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF};

// ib-facts 4.2: SL0 in the high nibble of byte 0.
TEST(Sl2Vl, ReadsSl0FromTheHighNibbleOfByte0) {
  Sl2VlTable::Bytes bytes{};
  bytes[0] = 0x70;
  bytes[7] = 0x0E;
  const Sl2VlTable table = Sl2VlTable::decode(bytes);
  EXPECT_EQ(table[Sl{0}], Vl{7});
  EXPECT_EQ(table[Sl{1}], Vl{0});
  EXPECT_EQ(table[Sl{15}], Vl{14});
}

TEST(Sl2Vl, DecodesEveryNibbleInOrder) {
  const Sl2VlTable table = Sl2VlTable::decode(kBytes);
  for (std::uint8_t sl = 0; sl < 16; ++sl) EXPECT_EQ(table[Sl{sl}], Vl{sl});
}

TEST(Sl2Vl, EncodesWhatItDecoded) { EXPECT_EQ(Sl2VlTable::decode(kBytes).encode(), kBytes); }

TEST(Sl2Vl, SetsOneServiceLevelAlone) {
  Sl2VlTable table = Sl2VlTable::decode(kBytes);
  table.set(Sl{3}, Vl{9});
  EXPECT_EQ(table.encode(), (Sl2VlTable::Bytes{0x01, 0x29, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF}));
}

// ib-facts 4.2: a packet whose mapping gives VL15 is discarded.
TEST(Sl2Vl, DiscardsAServiceLevelMappedToVl15) {
  const Sl2VlTable table = Sl2VlTable::decode(kBytes);
  EXPECT_EQ(table.map(Sl{15}, 15), std::nullopt);
  EXPECT_EQ(table.map(Sl{14}, 15), Vl{14});
}

// ib-facts 4.2: so is one that maps beyond the operational VLs of the output.
TEST(Sl2Vl, DiscardsAVlThatDoesNotOperate) {
  const Sl2VlTable table = Sl2VlTable::decode(kBytes);
  EXPECT_EQ(table.map(Sl{3}, 4), Vl{3});
  EXPECT_EQ(table.map(Sl{4}, 4), std::nullopt);
}

TEST(Sl2Vl, FoldsServiceLevelsOverFewVls) {
  const Sl2VlTable table = Sl2VlTable::modulo(4);
  EXPECT_EQ(table[Sl{0}], Vl{0});
  EXPECT_EQ(table[Sl{7}], Vl{3});
  EXPECT_EQ(table[Sl{8}], Vl{0});
}

TEST(Sl2VlMap, KeepsATableForEachInputAndOutput) {
  Sl2VlMap map{5};
  map.set(0, 4, Sl2VlTable::modulo(2));
  EXPECT_EQ(map.at(0, 4)[Sl{1}], Vl{1});
  EXPECT_EQ(map.at(4, 0)[Sl{1}], Vl{0});
}

// ib-facts 4.2: operational VL codes.
TEST(Sl2Vl, KnowsTheOperationalVlCodes) {
  EXPECT_EQ(operational_data_vls(1), 1u);
  EXPECT_EQ(operational_data_vls(3), 4u);
  EXPECT_EQ(operational_data_vls(5), 15u);
  EXPECT_EQ(operational_data_vls(0), 0u);
  EXPECT_EQ(operational_data_vls(6), 0u);
}

}  // namespace
}  // namespace ib
