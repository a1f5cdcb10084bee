// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/crossbar_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/switch_stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<CrossbarMachine> (*)();

std::unique_ptr<CrossbarMachine> golden() {
  return make_crossbar(cosim::kCrossbarRtlPorts, cosim::kCrossbarRtlCycles);
}

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class CrossbarTwins : public testing::TestWithParam<Factory> {
 protected:
  CrossbarTwins() { dut_->reset(); }

  static CrossbarIn cross(unsigned input, unsigned output, std::uint8_t first_byte) {
    CrossbarIn in;
    in.from[input] = {output, Word{first_byte}};
    return in;
  }
  static bool empty(const CrossbarOut& out) { return out.to == CrossbarOut{}.to; }

  std::unique_ptr<CrossbarMachine> dut_ = GetParam()();
};

TEST_P(CrossbarTwins, TakesItsClocksForAWord) {
  EXPECT_TRUE(empty(dut_->step(cross(1, 3, 0xAB))));
  for (unsigned clock = 1; clock < cosim::kCrossbarRtlCycles; ++clock) {
    EXPECT_TRUE(empty(dut_->step(CrossbarIn{})));
  }
  EXPECT_EQ(dut_->step(CrossbarIn{}).to[3], Word{0xAB});
  EXPECT_TRUE(empty(dut_->step(CrossbarIn{})));
}

TEST_P(CrossbarTwins, MovesWordsOfAllInputsInOneClock) {
  CrossbarIn in;
  for (unsigned i = 0; i < 4; ++i) in.from[i] = {3 - i, Word{static_cast<std::uint8_t>(i + 1)}};
  (void)dut_->step(in);
  for (unsigned clock = 1; clock < cosim::kCrossbarRtlCycles; ++clock) (void)dut_->step({});

  const CrossbarOut out = dut_->step({});

  for (unsigned o = 0; o < 4; ++o) EXPECT_EQ(out.to[o], Word{static_cast<std::uint8_t>(4 - o)});
}

TEST_P(CrossbarTwins, MovesAWordAClock) {
  for (std::uint8_t clock = 0; clock < 20; ++clock) {
    const CrossbarOut out = dut_->step(cross(0, clock % 4u, clock));
    if (clock < cosim::kCrossbarRtlCycles) continue;
    const auto sent = static_cast<std::uint8_t>(clock - cosim::kCrossbarRtlCycles);
    EXPECT_EQ(out.to[sent % 4u], Word{sent});
  }
}

TEST_P(CrossbarTwins, LosesItsWordsInReset) {
  (void)dut_->step(cross(0, 1, 1));
  dut_->reset();
  for (int idle = 0; idle < 5; ++idle) EXPECT_TRUE(empty(dut_->step({})));
}

INSTANTIATE_TEST_SUITE_P(All, CrossbarTwins, testing::Values(golden, cosim::make_crossbar_rtl),
                         tb::TwinName{});

TEST(CrossbarLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = golden();
  const auto rtl = cosim::make_crossbar_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::CrossbarStimulus{1, cosim::kCrossbarRtlPorts},
                                 tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
