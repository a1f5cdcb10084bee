// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/credit_rx_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/switch_stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<CreditRxMachine> (*)();

std::unique_ptr<CreditRxMachine> golden() {
  return make_credit_rx(cosim::kCreditRxRtlDataVls, cosim::kCreditRxRtlBlocks);
}

constexpr Vl kVl2{2};

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class CreditRxTwins : public testing::TestWithParam<Factory> {
 protected:
  CreditRxTwins() { dut_->reset(); }

  static CreditRxIn arrive(std::uint8_t blocks) {
    CreditRxIn in;
    in.arrived = CreditRxIn::Packet{kVl2, blocks};
    return in;
  }
  static CreditRxIn update(std::uint16_t fctbs) {
    CreditRxIn in;
    in.update[2] = CreditRxIn::Update{fctbs, false};
    return in;
  }
  unsigned fccl() { return dut_->step(CreditRxIn{}).fccl[2]; }

  static constexpr unsigned kRoom = cosim::kCreditRxRtlBlocks;
  std::unique_ptr<CreditRxMachine> dut_ = GetParam()();
};

TEST_P(CreditRxTwins, GrantsTheWholeBufferAtFirst) { EXPECT_EQ(fccl(), kRoom); }

// IBTA Vol 1, flow control: FCCL = ABR + free blocks, so an arrival does not
// move the limit.
TEST_P(CreditRxTwins, KeepsTheLimitWhileAPacketIsHeld) {
  EXPECT_EQ(dut_->step(arrive(10)).due, 0u);
  EXPECT_EQ(fccl(), kRoom);
}

TEST_P(CreditRxTwins, RaisesTheLimitOfTheVlAloneWhenRoomIsFreed) {
  (void)dut_->step(arrive(10));
  CreditRxIn in;
  in.freed = CreditRxIn::Packet{kVl2, 10};

  EXPECT_EQ(dut_->step(in).due, 1u << 2);

  const CreditRxOut after = dut_->step({});
  EXPECT_EQ(after.fccl[2], kRoom + 10);
  EXPECT_EQ(after.fccl[1], kRoom);
}

TEST_P(CreditRxTwins, CountsAFreedAndADroppedPacketOfOneClock) {
  (void)dut_->step(arrive(10));
  (void)dut_->step(arrive(5));
  CreditRxIn in;
  in.freed = CreditRxIn::Packet{kVl2, 10};
  in.dropped = CreditRxIn::Packet{kVl2, 5};
  (void)dut_->step(in);
  EXPECT_EQ(fccl(), kRoom + 15);
}

// IBTA Vol 1, flow control: each flow control packet sets ABR to its FCTBS.
TEST_P(CreditRxTwins, TakesOverTheCountOfTheSender) {
  EXPECT_EQ(dut_->step(update(7)).due, 1u << 2);
  EXPECT_EQ(fccl(), kRoom + 7);
}

TEST_P(CreditRxTwins, SaysNothingWhenTheCountsAgree) {
  (void)dut_->step(arrive(10));
  EXPECT_EQ(dut_->step(update(10)).due, 0u);
}

TEST_P(CreditRxTwins, CountsAnArrivalOnTopOfACountThatCameBeforeIt) {
  CreditRxIn in = arrive(10);
  in.update[2] = CreditRxIn::Update{100, false};
  (void)dut_->step(in);
  EXPECT_EQ(dut_->step(update(110)).due, 0u);
}

TEST_P(CreditRxTwins, TakesACountThatCameBehindAnArrivalAsItIs) {
  CreditRxIn in = arrive(10);
  in.update[2] = CreditRxIn::Update{10, true};
  EXPECT_EQ(dut_->step(in).due, 0u);
  EXPECT_EQ(dut_->step(update(10)).due, 0u);
}

// ib-facts 3.2: a packet with a bad VCRC is not counted in ABR.
TEST_P(CreditRxTwins, ForgetsAnArrivalThatProvedBad) {
  (void)dut_->step(arrive(10));
  CreditRxIn bad;
  bad.withdrawn = CreditRxIn::Packet{kVl2, 10};
  EXPECT_EQ(dut_->step(bad).due, 0u);
  EXPECT_EQ(fccl(), kRoom - 10u);  // its room is not free yet
  EXPECT_EQ(dut_->step(update(0)).due, 0u);
}

TEST_P(CreditRxTwins, ForgetsABadPacketOfOneWordThatComesBehindACount) {
  CreditRxIn in = arrive(1);
  in.withdrawn = in.arrived;
  in.withdrawn_own = true;
  in.update[2] = CreditRxIn::Update{0, false};
  EXPECT_EQ(dut_->step(in).due, 0u);
  EXPECT_EQ(dut_->step(update(0)).due, 0u);
}

TEST_P(CreditRxTwins, CountsModulo4096) {
  (void)dut_->step(update(4000));
  EXPECT_EQ(fccl(), (4000 + kRoom) % 4096);
}

TEST_P(CreditRxTwins, ChangesNothingWhileIdle) {
  (void)dut_->step(arrive(10));
  for (int idle = 0; idle < 5; ++idle) EXPECT_EQ(dut_->step({}).due, 0u);
  EXPECT_EQ(fccl(), kRoom);
}

INSTANTIATE_TEST_SUITE_P(All, CreditRxTwins, testing::Values(golden, cosim::make_credit_rx_rtl),
                         tb::TwinName{});

TEST(CreditRxLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = golden();
  const auto rtl = cosim::make_credit_rx_rtl();
  EXPECT_EQ(tb::first_difference(
                *model, *rtl,
                tb::CreditRxStimulus{1, cosim::kCreditRxRtlDataVls, cosim::kCreditRxRtlBlocks},
                tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
