// SPDX-License-Identifier: Apache-2.0
#include "models/ib/base/bytes.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

constexpr std::uint8_t kBytes[] = {0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC, 0xDE, 0xF0};

TEST(Bytes, LoadsBigEndian) {
  EXPECT_EQ(load_be16(kBytes), 0x1234);
  EXPECT_EQ(load_be24(kBytes), 0x123456u);
  EXPECT_EQ(load_be32(kBytes), 0x12345678u);
  EXPECT_EQ(load_be64(kBytes), 0x123456789ABCDEF0u);
}

TEST(Bytes, LoadsLittleEndian) {
  EXPECT_EQ(load_le16(kBytes), 0x3412);
  EXPECT_EQ(load_le32(kBytes), 0x78563412u);
  EXPECT_EQ(load_le64(kBytes), 0xF0DEBC9A78563412u);
}

TEST(Bytes, StoresWhatItLoads) {
  std::uint8_t to[8];
  store_be64(to, load_be64(kBytes));
  EXPECT_EQ(load_be64(to), load_be64(kBytes));
  store_be32(to, 0xA1B2C3D4);
  EXPECT_EQ(load_be32(to), 0xA1B2C3D4u);
  store_be24(to, 0xA1B2C3);
  EXPECT_EQ(load_be24(to), 0xA1B2C3u);
  store_be16(to, 0xA1B2);
  EXPECT_EQ(load_be16(to), 0xA1B2);
  store_le16(to, 0xA1B2);
  EXPECT_EQ(load_le16(to), 0xA1B2);
  store_le32(to, 0xA1B2C3D4);
  EXPECT_EQ(load_le32(to), 0xA1B2C3D4u);
  store_le64(to, 0xA1B2C3D4E5F60718);
  EXPECT_EQ(load_le64(to), 0xA1B2C3D4E5F60718u);
}

TEST(Bytes, StoresTheirOwnBytesOnly) {
  std::uint8_t to[5] = {1, 1, 1, 1, 1};
  store_be24(to + 1, 0);
  EXPECT_EQ(to[0], 1);
  EXPECT_EQ(to[4], 1);
}

}  // namespace
}  // namespace ib
