// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/transcode_256b257b_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/phy_stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<Transcode256b257b> (*)();

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class Transcode256b257bTwins : public testing::TestWithParam<Factory> {
 protected:
  Transcode256b257bTwins() { dut_->reset(); }

  std::optional<Block257> result_of(const BlockGroup& group) {
    (void)dut_->step({true, group, true});
    return dut_->step({false, {}, true}).block;
  }

  std::unique_ptr<Transcode256b257b> dut_ = GetParam()();
};

TEST_P(Transcode256b257bTwins, LeaveAGroupOfDataAsItIs) {
  const BlockGroup group{{{false, 1}, {false, 2}, {false, 3}, {false, 4}}};
  EXPECT_EQ(result_of(group), (Block257{true, {1, 2, 3, 4}}));
}

// By hand after IEEE 802.3 91.5.2.5: flags 1,1,0,0 from bit 0; the first control block keeps the
// low nibble of its type next to what the block before pushed over.
TEST_P(Transcode256b257bTwins, LayOutAControlGroup) {
  const BlockGroup group{{{false, 0xF123456789ABCDE0},
                          {false, 0xA000000000000001},
                          {true, 0x1111111111111178},
                          {true, 0x222222222222221E}}};
  const Block257 block{
      false, {0x123456789ABCDE03, 0x000000000000001F, 0x111111111111118A, 0x222222222222221E}};
  EXPECT_EQ(result_of(group), block);
}

TEST_P(Transcode256b257bTwins, HoldTheBlockUntilItIsTaken) {
  const BlockGroup first{{{false, 1}, {false, 2}, {false, 3}, {false, 4}}};
  EXPECT_TRUE(dut_->step({true, first, false}).ready);
  for (int stall = 0; stall < 3; ++stall) {
    const Transcode256b257bOut out = dut_->step({true, {}, false});
    EXPECT_FALSE(out.ready);
    EXPECT_EQ(out.block, (Block257{true, {1, 2, 3, 4}}));
  }
  EXPECT_TRUE(dut_->step({false, {}, true}).block);
  EXPECT_FALSE(dut_->step({false, {}, true}).block);
}

TEST_P(Transcode256b257bTwins, TakeAGroupEachClock) {
  for (std::uint64_t i = 0; i < 10; ++i) {
    const BlockGroup group{{{false, i}, {false, 0}, {false, 0}, {false, 0}}};
    const Transcode256b257bOut out = dut_->step({true, group, true});
    EXPECT_TRUE(out.ready);
    if (i == 0) continue;
    EXPECT_EQ(out.block, (Block257{true, {i - 1, 0, 0, 0}}));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Transcode256b257bTwins,
                         testing::Values(make_transcode_256b257b,
                                         cosim::make_transcode_256b257b_rtl),
                         tb::TwinName{});

TEST(Transcode256b257bLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_transcode_256b257b();
  const auto rtl = cosim::make_transcode_256b257b_rtl();
  EXPECT_EQ(
      tb::first_difference(*model, *rtl, tb::Transcode256b257bStimulus{1}, tb::kLockstepCycles),
      std::nullopt);
}

}  // namespace
}  // namespace ib
