// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/transcode_257b256b_rtl.h"

#include <gtest/gtest.h>

#include "models/ib/phy/line_codec.h"
#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/phy_stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<Transcode257b256b> (*)();

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class Transcode257b256bTwins : public testing::TestWithParam<Factory> {
 protected:
  Transcode257b256bTwins() { dut_->reset(); }

  std::optional<BlockGroup> result_of(const Block257& block) {
    (void)dut_->step({true, block, true});
    return dut_->step({false, {}, true}).blocks;
  }

  std::unique_ptr<Transcode257b256b> dut_ = GetParam()();
};

constexpr BlockGroup kLost{lost_block(), lost_block(), lost_block(), lost_block()};

TEST_P(Transcode257b256bTwins, LeaveAGroupOfDataAsItIs) {
  const BlockGroup group{{{false, 1}, {false, 2}, {false, 3}, {false, 4}}};
  EXPECT_EQ(result_of({true, {1, 2, 3, 4}}), group);
}

// The hand-made example of transcode_test.cpp, backwards (IEEE 802.3 91.5.3.5).
TEST_P(Transcode257b256bTwins, TakeAControlGroupApart) {
  const Block257 block{
      false, {0x123456789ABCDE03, 0x000000000000001F, 0x111111111111118A, 0x222222222222221E}};
  const BlockGroup group{{{false, 0xF123456789ABCDE0},
                          {false, 0xA000000000000001},
                          {true, 0x1111111111111178},
                          {true, 0x222222222222221E}}};
  EXPECT_EQ(result_of(block), group);
}

// IEEE 802.3, figure 49-7: the block types and with them the high nibble of each low one.
TEST_P(Transcode257b256bTwins, RestoreEveryBlockType) {
  for (const std::uint64_t type :
       {0x1E, 0x2D, 0x33, 0x66, 0x55, 0x78, 0x4B, 0x87, 0x99, 0xAA, 0xB4, 0xCC, 0xD2, 0xE1, 0xFF}) {
    const auto group = result_of({false, {(type & 0xF) << 4, 0, 0, 0}});
    ASSERT_TRUE(group);
    EXPECT_EQ((*group)[0], (Block66{true, type}));
  }
}

TEST_P(Transcode257b256bTwins, LoseWhatNoGroupMakes) {
  EXPECT_EQ(result_of({false, {0xF, 1, 2, 3}}), kLost);   // four data blocks
  EXPECT_EQ(result_of({false, {0x0E, 1, 2, 3}}), kLost);  // type nibble 0
}

TEST_P(Transcode257b256bTwins, HoldTheGroupUntilItIsTaken) {
  const BlockGroup first{{{false, 1}, {false, 2}, {false, 3}, {false, 4}}};
  EXPECT_TRUE(dut_->step({true, {true, {1, 2, 3, 4}}, false}).ready);
  for (int stall = 0; stall < 3; ++stall) {
    const Transcode257b256bOut out = dut_->step({true, {}, false});
    EXPECT_FALSE(out.ready);
    EXPECT_EQ(out.blocks, first);
  }
  EXPECT_TRUE(dut_->step({false, {}, true}).blocks);
  EXPECT_FALSE(dut_->step({false, {}, true}).blocks);
}

INSTANTIATE_TEST_SUITE_P(All, Transcode257b256bTwins,
                         testing::Values(make_transcode_257b256b,
                                         cosim::make_transcode_257b256b_rtl),
                         tb::TwinName{});

TEST(Transcode257b256bLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_transcode_257b256b();
  const auto rtl = cosim::make_transcode_257b256b_rtl();
  EXPECT_EQ(
      tb::first_difference(*model, *rtl, tb::Transcode257b256bStimulus{1}, tb::kLockstepCycles),
      std::nullopt);
}

}  // namespace
}  // namespace ib
