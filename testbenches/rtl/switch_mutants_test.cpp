// SPDX-License-Identifier: Apache-2.0
// Lockstep of the whole switch has to find the mutant of every block of it.
#include "rtl/cosim/switch_mutants.h"

#include <gtest/gtest.h>

#include <string>

#include "testbenches/rtl/switch_bench.h"

namespace ib::tb {
namespace {

class SwitchMutants : public testing::TestWithParam<unsigned> {};

TEST_P(SwitchMutants, AreFoundByLockstep) {
  const auto mutant = cosim::make_switch_mutant(GetParam());
  const std::optional<std::string> difference =
      switch_lockstep(*mutant, kSwitchLines[GetParam() % 2 == 0 ? 0 : 2], 1, 20'000);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->rfind("cycle", 0), 0u) << *difference;
}

INSTANTIATE_TEST_SUITE_P(, SwitchMutants,
                         testing::Range(0u, static_cast<unsigned>(cosim::kSwitchMutants.size())),
                         [](const auto& twin) {
                           return std::string(cosim::kSwitchMutants[twin.param]);
                         });

}  // namespace
}  // namespace ib::tb
