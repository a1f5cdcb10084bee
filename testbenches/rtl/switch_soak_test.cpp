// SPDX-License-Identifier: Apache-2.0
// Eleven million cycles of the whole switch beside its RTL.
#include <gtest/gtest.h>

#include "testbenches/rtl/switch_cases.h"

namespace ib::tb {
namespace {

class SwitchSoak : public testing::TestWithParam<SwitchCase> {};

TEST_P(SwitchSoak, RtlMatchesGoldenCycleByCycle) {
  const auto rtl = switch_of(GetParam());
  EXPECT_EQ(switch_lockstep(*rtl, lines_of(GetParam()), 100, 400'000), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(, SwitchSoak, all_switch_cases(), name_of);

}  // namespace
}  // namespace ib::tb
