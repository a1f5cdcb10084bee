// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/quantum.h"

#include <gtest/gtest.h>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

TEST(Quantum, IsTheLargestByItsWord) { EXPECT_EQ(parse_quantum("max").kind, Quantum::Kind::kMax); }

TEST(Quantum, IsOneCycleByItsWord) {
  EXPECT_EQ(parse_quantum("1cycle").kind, Quantum::Kind::kOneCycle);
}

TEST(Quantum, IsATimeInNanoseconds) {
  const Quantum quantum = parse_quantum("0.25us");

  EXPECT_EQ(quantum.kind, Quantum::Kind::kTime);
  EXPECT_EQ(quantum.ns, 250);
}

TEST(Quantum, RefusesATimeWithoutUnit) {
  EXPECT_THROW((void)parse_quantum("250"), fabric::ConfigError);
}

TEST(Quantum, RefusesALength) { EXPECT_THROW((void)parse_quantum("5m"), fabric::ConfigError); }

TEST(Quantum, RefusesZero) { EXPECT_THROW((void)parse_quantum("0ns"), fabric::ConfigError); }

}  // namespace
}  // namespace ib::tb
