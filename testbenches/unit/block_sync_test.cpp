// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/block_sync.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

class BlockSyncTest : public testing::Test {
 protected:
  BlockSyncTest() { dut_->reset(); }
  BlockSyncOut header(bool good) { return dut_->step({true, good}); }
  bool locked() { return dut_->step({}).locked; }
  void lock() {
    for (int i = 0; i < 64; ++i) header(true);
  }

  std::unique_ptr<BlockSync> dut_ = make_block_sync();
};

// IEEE 802.3 49.2.9: lock after 64 good headers in a row.
TEST_F(BlockSyncTest, LocksAfter64GoodHeaders) {
  for (int i = 0; i < 63; ++i) header(true);
  EXPECT_FALSE(locked());
  header(true);
  EXPECT_TRUE(locked());
}

TEST_F(BlockSyncTest, SlipsAtEachBadHeaderWhileUnlocked) {
  for (int i = 0; i < 40; ++i) header(true);
  EXPECT_TRUE(header(false).slip);
  for (int i = 0; i < 63; ++i) EXPECT_FALSE(header(true).slip);
  EXPECT_FALSE(locked());
  header(true);
  EXPECT_TRUE(locked());
}

TEST_F(BlockSyncTest, Bears15BadHeadersIn64) {
  lock();
  for (int window = 0; window < 5; ++window) {
    for (int i = 0; i < 64; ++i) EXPECT_FALSE(header(i >= 15).slip);
  }
  EXPECT_TRUE(locked());
}

TEST_F(BlockSyncTest, UnlocksAtThe16thBadHeaderIn64) {
  lock();
  for (int i = 0; i < 15; ++i) header(false);
  EXPECT_TRUE(header(false).slip);
  EXPECT_FALSE(locked());
}

TEST_F(BlockSyncTest, IdleInputsChangeNothing) {
  for (int i = 0; i < 63; ++i) header(true);
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(dut_->step({false, false}).slip);
  header(true);
  EXPECT_TRUE(locked());
}

}  // namespace
}  // namespace ib
