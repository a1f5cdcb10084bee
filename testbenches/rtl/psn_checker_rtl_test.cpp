// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/psn_checker_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/hca_stimuli.h"
#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<PsnCheckerMachine> (*)();

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class PsnCheckerTwins : public testing::TestWithParam<Factory> {
 protected:
  PsnCheckerTwins() { dut_->reset(); }

  static PsnQuery query(std::uint32_t psn, std::uint32_t expected) {
    PsnQuery q;
    q.psn = Psn{psn};
    q.expected = Psn{expected};
    return q;
  }
  PsnAnswer ask(const PsnQuery& q) {
    EXPECT_TRUE(dut_->step({q, true}).ready);
    return dut_->step({}).answer.value_or(PsnAnswer{PsnWindow::kAheadAgain, Psn{0xABCDEF}});
  }
  PsnWindow window(std::uint32_t psn, std::uint32_t expected) {
    return ask(query(psn, expected)).window;
  }

  std::unique_ptr<PsnCheckerMachine> dut_ = GetParam()();
};

// ib-facts 6: half of the 2^24 PSNs before the expected one are duplicates, the rest are ahead.
TEST_P(PsnCheckerTwins, SplitsTheRangeInHalves) {
  EXPECT_EQ(window(100, 100), PsnWindow::kExpected);
  EXPECT_EQ(window(99, 100), PsnWindow::kDuplicate);
  EXPECT_EQ(window(0x800064, 100), PsnWindow::kDuplicate);
  EXPECT_EQ(window(0x800063, 100), PsnWindow::kAhead);
  EXPECT_EQ(window(0xFFFFFF, 0), PsnWindow::kDuplicate);
  EXPECT_EQ(window(0, 0xFFFFFF), PsnWindow::kAhead);
}

// ib-facts 6: a gap is NAKed once.
TEST_P(PsnCheckerTwins, SaysNothingOfAGapTwice) {
  PsnQuery q = query(5, 3);
  q.nak_sent = true;
  EXPECT_EQ(ask(q).window, PsnWindow::kAheadAgain);
}

// ib-facts 6: a READ takes as many PSNs as its response has packets, one when it is empty.
TEST_P(PsnCheckerTwins, AReadTakesThePsnsOfItsResponse) {
  PsnQuery q = query(0xFFFFFE, 0xFFFFFE);
  q.is_read = true;
  for (std::uint32_t mtu = 256; mtu <= 4096; mtu *= 2) {
    q.mtu = mtu;
    for (const std::uint32_t packets : {1u, 2u, 3u, 1000u}) {
      q.length = packets * mtu;
      EXPECT_EQ(ask(q).next, Psn{0xFFFFFE}.plus(packets));
      q.length = (packets - 1) * mtu + 1;
      EXPECT_EQ(ask(q).next, Psn{0xFFFFFE}.plus(packets));
    }
  }
  q.length = 0;
  EXPECT_EQ(ask(q).next.value(), 0xFFFFFFu);
}

TEST_P(PsnCheckerTwins, HoldsTheAnswerUntilItIsTaken) {
  (void)dut_->step({query(7, 7), true});
  const PsnCheckerOut held = dut_->step({query(9, 7), false});
  EXPECT_FALSE(held.ready);
  EXPECT_EQ(held.answer->next.value(), 8u);
  EXPECT_EQ(dut_->step({}).answer->next.value(), 8u);
  EXPECT_FALSE(dut_->step({}).answer.has_value());
}

TEST_P(PsnCheckerTwins, AnswersAQueryAClock) {
  for (std::uint32_t psn = 0; psn < 5; ++psn) {
    const PsnCheckerOut out = dut_->step({query(psn, psn), true});
    EXPECT_TRUE(out.ready);
    EXPECT_EQ(out.answer ? out.answer->next.value() : 0, psn);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PsnCheckerTwins,
                         testing::Values(make_psn_checker, cosim::make_psn_checker_rtl),
                         tb::TwinName{});

TEST(PsnCheckerLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_psn_checker();
  const auto rtl = cosim::make_psn_checker_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::PsnCheckerStimulus{1}, tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
