// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/credit_tx_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<CreditTxMachine> (*)();

constexpr Vl kVl3{3};

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class CreditTxTwins : public testing::TestWithParam<Factory> {
 protected:
  CreditTxTwins() { dut_->reset(); }

  void update(std::uint16_t fccl) {
    CreditTxIn in;
    in.update = CreditTxIn::Update{kVl3, fccl};
    (void)dut_->step(in);
  }
  void send(std::uint8_t blocks) {
    CreditTxIn in;
    in.blocks[3] = blocks;
    in.sent = kVl3;
    (void)dut_->step(in);
  }
  bool may_send(std::uint8_t blocks) {
    CreditTxIn in;
    in.blocks.fill(255);
    in.blocks[3] = blocks;
    return dut_->step(in).may_send == 1u << 3;
  }
  unsigned fctbs() {
    CreditTxIn in;
    in.query = kVl3;
    return dut_->step(in).fctbs;
  }

  std::unique_ptr<CreditTxMachine> dut_ = GetParam()();
};

TEST_P(CreditTxTwins, SendsNothingBeforeTheFirstUpdate) { EXPECT_FALSE(may_send(1)); }

// IBTA Vol 1, flow control: (FCCL - (FCTBS + blocks)) mod 4096 <= 2048.
TEST_P(CreditTxTwins, SendsUpToTheLimitOfItsVlAlone) {
  update(66);
  EXPECT_TRUE(may_send(66));
  EXPECT_FALSE(may_send(67));
}

TEST_P(CreditTxTwins, CountsWhatItSent) {
  update(66);
  send(60);
  EXPECT_EQ(fctbs(), 60u);
  EXPECT_TRUE(may_send(6));
  EXPECT_FALSE(may_send(7));
}

TEST_P(CreditTxTwins, CountsOnAcrossTheWrap) {
  for (unsigned limit = 200; limit <= 4200; limit += 200) {
    update(static_cast<std::uint16_t>(limit & kCreditMask));
    send(200);
  }
  EXPECT_EQ(fctbs(), 4200u - 4096u);
  EXPECT_FALSE(may_send(1));
}

TEST_P(CreditTxTwins, TakesTheWholeWindowOf2048Blocks) {
  update(2048);
  EXPECT_TRUE(may_send(0));
  EXPECT_TRUE(may_send(200));
}

TEST_P(CreditTxTwins, ForgetsAllCountsWhenTheLinkGoesDown) {
  update(66);
  send(6);
  CreditTxIn down;
  down.link_down = true;
  (void)dut_->step(down);
  EXPECT_EQ(fctbs(), 0u);
  EXPECT_FALSE(may_send(1));
}

TEST_P(CreditTxTwins, ChangesNothingWhileIdle) {
  update(66);
  for (int idle = 0; idle < 5; ++idle) (void)dut_->step(CreditTxIn{});
  EXPECT_EQ(fctbs(), 0u);
  EXPECT_TRUE(may_send(66));
}

INSTANTIATE_TEST_SUITE_P(All, CreditTxTwins,
                         testing::Values(make_credit_tx, cosim::make_credit_tx_rtl),
                         tb::TwinName{});

TEST(CreditTxLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_credit_tx();
  const auto rtl = cosim::make_credit_tx_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::CreditTxStimulus{1}, tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
