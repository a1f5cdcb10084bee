// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/lft_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/switch_stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<LftMachine> (*)();

std::unique_ptr<LftMachine> golden() {
  return make_lft(cosim::kLftRtlInputs, cosim::kLftRtlLidBits);
}

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class LftTwins : public testing::TestWithParam<Factory> {
 protected:
  LftTwins() { dut_->reset(); }

  LftOut write(std::uint16_t lid, std::uint8_t port, LftIn in = {}) {
    in.write = LftIn::Write{Lid{lid}, port};
    return dut_->step(in);
  }
  unsigned lookup(std::uint16_t lid) {
    LftIn in;
    in.dlid[1] = Lid{lid};
    return dut_->step(in).port[1];
  }

  std::unique_ptr<LftMachine> dut_ = GetParam()();
};

TEST_P(LftTwins, DropsWhatWasNeverWritten) {
  EXPECT_EQ(lookup(1), Lft::kDrop);
  EXPECT_EQ(lookup(63), Lft::kDrop);
}

TEST_P(LftTwins, SeesAWriteFromTheNextClockOn) {
  write(9, 2);
  LftIn reads_as_well;
  reads_as_well.dlid[0] = Lid{9};

  EXPECT_EQ(write(9, 3, reads_as_well).port[0], 2u);
  EXPECT_EQ(lookup(9), 3u);
}

TEST_P(LftTwins, AnswersEveryInputAtOnce) {
  write(5, 1);
  write(6, 2);
  write(7, 0);
  LftIn in;
  in.dlid = {Lid{7}, Lid{5}, Lid{6}, Lid{5}};

  const LftOut out = dut_->step(in);

  EXPECT_EQ(out.port[0], 0u);
  EXPECT_EQ(out.port[1], 1u);
  EXPECT_EQ(out.port[2], 2u);
  EXPECT_EQ(out.port[3], 1u);
}

TEST_P(LftTwins, DropsLidsBeyondTheTable) {
  write(1, 4);
  EXPECT_EQ(lookup(65), Lft::kDrop);
  EXPECT_EQ(lookup(0xC001), Lft::kDrop);
}

TEST_P(LftTwins, ForgetsItsEntriesInReset) {
  write(9, 2);
  dut_->reset();
  EXPECT_EQ(lookup(9), Lft::kDrop);
}

TEST_P(LftTwins, ChangesNothingWhileIdle) {
  write(9, 2);
  for (int idle = 0; idle < 5; ++idle) (void)dut_->step(LftIn{});
  EXPECT_EQ(lookup(9), 2u);
}

INSTANTIATE_TEST_SUITE_P(All, LftTwins, testing::Values(golden, cosim::make_lft_rtl),
                         tb::TwinName{});

TEST(LftLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = golden();
  const auto rtl = cosim::make_lft_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl,
                                 tb::LftStimulus{1, cosim::kLftRtlInputs, cosim::kLftRtlLidBits},
                                 tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
