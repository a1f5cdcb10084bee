// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/block_sync_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/phy_stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<BlockSync> (*)();

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class BlockSyncTwins : public testing::TestWithParam<Factory> {
 protected:
  BlockSyncTwins() { dut_->reset(); }

  /// Gives `count` headers; how often the block slipped.
  int headers(int count, bool good) {
    int slips = 0;
    for (int i = 0; i < count; ++i) slips += dut_->step({true, good}).slip ? 1 : 0;
    return slips;
  }
  bool locked() { return dut_->step({}).locked; }

  std::unique_ptr<BlockSync> dut_ = GetParam()();
};

// IEEE 802.3 49.2.9: lock after 64 good headers in a row.
TEST_P(BlockSyncTwins, LockAfter64GoodHeaders) {
  EXPECT_EQ(headers(63, true), 0);
  EXPECT_FALSE(locked());
  EXPECT_EQ(headers(1, true), 0);
  EXPECT_TRUE(locked());
}

TEST_P(BlockSyncTwins, SlipAtEachBadHeaderAndCountAnew) {
  headers(63, true);
  EXPECT_EQ(headers(3, false), 3);
  headers(63, true);
  EXPECT_FALSE(locked());
  headers(1, true);
  EXPECT_TRUE(locked());
}

TEST_P(BlockSyncTwins, Bear15BadHeadersOfEach64) {
  headers(64, true);
  for (int window = 0; window < 5; ++window) {
    EXPECT_EQ(headers(15, false), 0);
    EXPECT_EQ(headers(49, true), 0);
  }
  EXPECT_TRUE(locked());
}

TEST_P(BlockSyncTwins, UnlockAtThe16thBadHeader) {
  headers(64, true);
  EXPECT_EQ(headers(15, false), 0);
  EXPECT_EQ(headers(1, false), 1);
  EXPECT_FALSE(locked());
}

TEST_P(BlockSyncTwins, UnlockAtA16thBadHeaderThatEndsTheWindow) {
  headers(64, true);
  headers(48, true);
  EXPECT_EQ(headers(16, false), 1);
  EXPECT_FALSE(locked());
}

TEST_P(BlockSyncTwins, ChangeNothingWhileIdle) {
  headers(63, true);
  for (int idle = 0; idle < 100; ++idle) EXPECT_FALSE(dut_->step({false, false}).slip);
  headers(1, true);
  EXPECT_TRUE(locked());
}

INSTANTIATE_TEST_SUITE_P(All, BlockSyncTwins,
                         testing::Values(make_block_sync, cosim::make_block_sync_rtl),
                         tb::TwinName{});

TEST(BlockSyncLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_block_sync();
  const auto rtl = cosim::make_block_sync_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::BlockSyncStimulus{1}, tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
