// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/round_robin_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<RoundRobinMachine> (*)();

std::unique_ptr<RoundRobinMachine> golden() { return make_round_robin(64); }

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class RoundRobinTwins : public testing::TestWithParam<Factory> {
 protected:
  RoundRobinTwins() { dut_->reset(); }

  std::optional<unsigned> step(std::uint64_t requests, bool ready = true) {
    return dut_->step({PortMask::from_word(requests), ready}).winner;
  }

  std::unique_ptr<RoundRobinMachine> dut_ = GetParam()();
};

TEST_P(RoundRobinTwins, ServesAllRequestersInTurn) {
  for (const unsigned turn : {0u, 1u, 63u, 0u}) EXPECT_EQ(step(1u | 2u | 1ull << 63), turn);
}

TEST_P(RoundRobinTwins, ShowsTheSameWinnerUntilItIsUsed) {
  EXPECT_EQ(step(0b0110, /*ready=*/false), 1u);
  EXPECT_EQ(step(0b0110, /*ready=*/false), 1u);
  EXPECT_EQ(step(0b0110), 1u);
  EXPECT_EQ(step(0b0110), 2u);
}

TEST_P(RoundRobinTwins, KeepsItsTurnWhileIdle) {
  EXPECT_EQ(step(0b0001), 0u);
  for (int idle = 0; idle < 5; ++idle) EXPECT_EQ(step(0), std::nullopt);
  EXPECT_EQ(step(0b0011), 1u);
}

TEST_P(RoundRobinTwins, StartsOverAfterReset) {
  EXPECT_EQ(step(0b0011), 0u);
  dut_->reset();
  EXPECT_EQ(step(0b0011), 0u);
}

INSTANTIATE_TEST_SUITE_P(All, RoundRobinTwins, testing::Values(golden, cosim::make_round_robin_rtl),
                         tb::TwinName{});

TEST(RoundRobinLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = golden();
  const auto rtl = cosim::make_round_robin_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::RoundRobinStimulus{1, 64}, tb::kLockstepCycles),
            std::nullopt);
}

TEST(RoundRobinLockstep, RtlMatchesASmallerGolden) {
  const auto model = make_round_robin(37);
  const auto rtl = cosim::make_round_robin_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::RoundRobinStimulus{2, 37}, 100'000),
            std::nullopt);
}

}  // namespace
}  // namespace ib
