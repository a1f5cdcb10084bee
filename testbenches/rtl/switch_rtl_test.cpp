// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/switch_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/switch_cases.h"

namespace ib::tb {
namespace {

/// The C++ switch and the RTL switch agree on the time and the bytes of everything sent, on the
/// clock of each word, and on what they count.
class SwitchLockstep : public testing::TestWithParam<SwitchCase> {};

TEST_P(SwitchLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto rtl = switch_of(GetParam());
  EXPECT_EQ(switch_lockstep(*rtl, lines_of(GetParam()), 1, 36'000), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(, SwitchLockstep, all_switch_cases(), name_of);

}  // namespace
}  // namespace ib::tb
