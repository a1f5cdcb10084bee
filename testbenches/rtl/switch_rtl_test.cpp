// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/switch_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/switch_bench.h"

namespace ib::tb {
namespace {

/// The C++ switch and the RTL switch agree on the cycle and the bytes of every word sent, and on
/// the cycle and content of every flow control packet.
class SwitchLockstep : public testing::TestWithParam<unsigned> {};

TEST_P(SwitchLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto rtl = cosim::make_switch_rtl(GetParam());
  EXPECT_EQ(switch_lockstep(*rtl, GetParam() + 1, 200'000), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(, SwitchLockstep, testing::Range(0u, cosim::kSwitchRtlConfigs));

}  // namespace
}  // namespace ib::tb
