// SPDX-License-Identifier: Apache-2.0
// Ten million cycles of the whole switch beside its RTL.
#include <gtest/gtest.h>

#include "testbenches/rtl/switch_bench.h"

namespace ib::tb {
namespace {

class SwitchSoak : public testing::TestWithParam<unsigned> {};

TEST_P(SwitchSoak, RtlMatchesGoldenCycleByCycle) {
  const auto rtl = cosim::make_switch_rtl(GetParam());
  EXPECT_EQ(switch_lockstep(*rtl, 100 + GetParam(), 2'000'000), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(, SwitchSoak, testing::Range(0u, cosim::kSwitchRtlConfigs));

}  // namespace
}  // namespace ib::tb
