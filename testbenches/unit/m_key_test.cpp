// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/m_key.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

constexpr std::uint64_t kKey = 0x1122334455667788;
constexpr std::uint64_t kWrong = 1;

MKeyGuard guard(unsigned protect_bits, std::uint64_t lease_ticks = 0) {
  MKeyGuard made;
  made.configure({kKey, static_cast<std::uint8_t>(protect_bits), lease_ticks});
  return made;
}

TEST(MKey, LetsEverythingPassWithoutAKey) {
  MKeyGuard open;
  EXPECT_EQ(open.check(MadMethod::kSet, kWrong, 0), MKeyVerdict::kPass);
  EXPECT_EQ(open.violations(), 0);
}

TEST(MKey, LetsTheRightKeyPass) {
  MKeyGuard port = guard(3);
  EXPECT_EQ(port.check(MadMethod::kGet, kKey, 0), MKeyVerdict::kPass);
  EXPECT_EQ(port.check(MadMethod::kSet, kKey, 0), MKeyVerdict::kPass);
  EXPECT_EQ(port.check(MadMethod::kTrapRepress, kKey, 0), MKeyVerdict::kPass);
}

// IBTA Vol 1, 14.2.4: what a Get without the key may see depends on the protect bits.
TEST(MKey, GuardsAGetByItsProtectBits) {
  EXPECT_EQ(guard(0).check(MadMethod::kGet, kWrong, 0), MKeyVerdict::kPass);
  EXPECT_EQ(guard(1).check(MadMethod::kGet, kWrong, 0), MKeyVerdict::kPassHidden);
  EXPECT_EQ(guard(2).check(MadMethod::kGet, kWrong, 0), MKeyVerdict::kDrop);
  EXPECT_EQ(guard(3).check(MadMethod::kGet, kWrong, 0), MKeyVerdict::kDrop);
}

TEST(MKey, DropsASetWithoutTheKeyAtAnyLevel) {
  for (unsigned bits = 0; bits < 4; ++bits) {
    EXPECT_EQ(guard(bits).check(MadMethod::kSet, kWrong, 0), MKeyVerdict::kDrop) << bits;
    EXPECT_EQ(guard(bits).check(MadMethod::kTrapRepress, kWrong, 0), MKeyVerdict::kDrop) << bits;
  }
}

TEST(MKey, DoesNotGuardOtherMethods) {
  MKeyGuard port = guard(3);
  EXPECT_EQ(port.check(MadMethod::kTrap, kWrong, 0), MKeyVerdict::kPass);
  EXPECT_EQ(port.violations(), 0);
}

TEST(MKey, CountsViolationsUpToTheMaximum) {
  MKeyGuard port = guard(2);
  for (int i = 0; i < 0x10000; ++i) {
    ASSERT_EQ(port.check(MadMethod::kGet, kWrong, 0), MKeyVerdict::kDrop);
  }
  EXPECT_EQ(port.violations(), 0xFFFF);
  port.clear_violations();
  EXPECT_EQ(port.violations(), 0);
}

// IBTA Vol 1, 14.2.4: the first violation starts the lease, later ones do not prolong it.
TEST(MKey, GivesUpItsProtectionWhenTheLeaseEnds) {
  MKeyGuard port = guard(3, 100);
  EXPECT_EQ(port.check(MadMethod::kSet, kWrong, 1000), MKeyVerdict::kDrop);
  EXPECT_EQ(port.check(MadMethod::kSet, kWrong, 1050), MKeyVerdict::kDrop);
  EXPECT_EQ(port.lease_end(), 1100u);

  port.expire(1099);
  EXPECT_EQ(port.config().protect_bits, 3);
  EXPECT_EQ(port.check(MadMethod::kGet, kWrong, 1100), MKeyVerdict::kPass);
  EXPECT_EQ(port.config().protect_bits, 0);
  EXPECT_FALSE(port.lease_end());
}

TEST(MKey, KeepsItsProtectionWhenTheManagerIsAlive) {
  MKeyGuard port = guard(2, 100);
  EXPECT_EQ(port.check(MadMethod::kSet, kWrong, 1000), MKeyVerdict::kDrop);
  EXPECT_EQ(port.check(MadMethod::kGet, kKey, 1050), MKeyVerdict::kPass);

  EXPECT_FALSE(port.lease_end());
  EXPECT_EQ(port.check(MadMethod::kGet, kWrong, 2000), MKeyVerdict::kDrop);
}

TEST(MKey, NeverExpiresWithALeaseOfZero) {
  MKeyGuard port = guard(2);
  EXPECT_EQ(port.check(MadMethod::kSet, kWrong, 0), MKeyVerdict::kDrop);
  EXPECT_FALSE(port.lease_end());
}

}  // namespace
}  // namespace ib
