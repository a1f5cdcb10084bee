// SPDX-License-Identifier: Apache-2.0
#include "models/ib/queues/cqe.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

TEST(Cqe, PutsFieldsWhereTheLayoutSays) {
  Cqe cqe;
  cqe.opcode = CqeOpcode::kResponderSendImmediate;
  cqe.owner = 1;
  cqe.solicited = true;
  cqe.qpn = 0x123456;
  cqe.wqe_counter = 0xBEEF;
  cqe.byte_count = 0x1000;
  cqe.immediate = 0xCAFEF00D;
  cqe.slid = 0x0102;
  std::array<std::uint8_t, kCqeBytes> bytes{};
  encode(cqe, bytes.data());

  EXPECT_EQ(load_be16(&bytes[22]), 0x0102);
  EXPECT_EQ(load_be32(&bytes[36]), 0xCAFEF00Du);
  EXPECT_EQ(load_be32(&bytes[44]), 0x1000u);
  EXPECT_EQ(load_be32(&bytes[56]), 0x123456u);
  EXPECT_EQ(load_be16(&bytes[60]), 0xBEEF);
  EXPECT_EQ(bytes[63], 0x33);  // opcode 3, se, owner 1
}

TEST(Cqe, PutsTheSyndromeInErrorEntries) {
  Cqe cqe;
  cqe.opcode = CqeOpcode::kRequesterError;
  cqe.syndrome = CqeSyndrome::kTransportRetryExceeded;
  cqe.wqe_opcode = 0x08;
  cqe.qpn = 5;
  std::array<std::uint8_t, kCqeBytes> bytes{};
  encode(cqe, bytes.data());

  EXPECT_EQ(bytes[55], 0x15);
  EXPECT_EQ(load_be32(&bytes[56]), 0x08000005u);
  EXPECT_EQ(bytes[63], 0xD0);
  EXPECT_EQ(decode_cqe(bytes.data()).syndrome, CqeSyndrome::kTransportRetryExceeded);
}

TEST(Cqe, OwnerBitFlipsWithEachPass) {
  EXPECT_EQ(owner_bit(0, 2), 0);
  EXPECT_EQ(owner_bit(3, 2), 0);
  EXPECT_EQ(owner_bit(4, 2), 1);
  EXPECT_EQ(owner_bit(8, 2), 0);
}

TEST(Cqe, APresetEntryIsNotNew) {
  std::array<std::uint8_t, kCqeBytes> bytes{};
  bytes[63] = 0xF1;  // opcode invalid, owner 1: how software presets a queue
  EXPECT_FALSE(cqe_is_new(bytes.data(), 0, 4));
  EXPECT_FALSE(cqe_is_new(bytes.data(), 16, 4));  // still preset on the second pass
  bytes[63] = 0x00;
  EXPECT_TRUE(cqe_is_new(bytes.data(), 0, 4));
  EXPECT_FALSE(cqe_is_new(bytes.data(), 16, 4));
}

}  // namespace
}  // namespace ib
