// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/psn_checker.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

PsnQuery query(std::uint32_t psn, std::uint32_t expected) {
  PsnQuery q;
  q.psn = Psn{psn};
  q.expected = Psn{expected};
  return q;
}

// ib-facts 6: half of the 2^24 PSNs before the expected one are duplicates, the rest are ahead.
TEST(PsnChecker, SplitsTheRangeInHalves) {
  EXPECT_EQ(check_psn(query(100, 100)).window, PsnWindow::kExpected);
  EXPECT_EQ(check_psn(query(99, 100)).window, PsnWindow::kDuplicate);
  EXPECT_EQ(check_psn(query(0x800000 + 100, 100)).window, PsnWindow::kDuplicate);
  EXPECT_EQ(check_psn(query(101, 100)).window, PsnWindow::kAhead);
  EXPECT_EQ(check_psn(query(0x7FFFFF + 100, 100)).window, PsnWindow::kAhead);
  EXPECT_EQ(check_psn(query(0xFFFFFF, 0)).window, PsnWindow::kDuplicate);
  EXPECT_EQ(check_psn(query(0, 0xFFFFFF)).window, PsnWindow::kAhead);
}

TEST(PsnChecker, NaksAGapOnce) {
  PsnQuery q = query(5, 3);
  EXPECT_EQ(check_psn(q).window, PsnWindow::kAhead);
  q.nak_sent = true;
  EXPECT_EQ(check_psn(q).window, PsnWindow::kAheadAgain);
  q.psn = Psn{3};
  EXPECT_EQ(check_psn(q).window, PsnWindow::kExpected);
}

TEST(PsnChecker, AReadTakesThePsnsOfItsResponse) {
  PsnQuery q = query(0xFFFFFE, 0xFFFFFE);
  EXPECT_EQ(check_psn(q).next.value(), 0xFFFFFFu);
  q.is_read = true;
  q.mtu = 256;
  for (const auto& [length, next] :
       {std::pair{0u, 0xFFFFFFu}, {256u, 0xFFFFFFu}, {257u, 0u}, {600u, 1u}}) {
    q.length = length;
    EXPECT_EQ(check_psn(q).next.value(), next) << length;
  }
}

}  // namespace
}  // namespace ib
