// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/credits.h"

#include <gtest/gtest.h>

#include "models/ib/base/random.h"

namespace ib {
namespace {

// IBTA Vol 1, flow control: nothing is sent before the peer has advertised credit.
TEST(CreditSender, HasNoCreditAfterReset) {
  const CreditSender sender;
  EXPECT_FALSE(sender.may_send(1));
  EXPECT_EQ(sender.available(), 0u);
}

// IBTA Vol 1, flow control: a packet of b blocks goes if (FCCL - (FCTBS + b)) mod 4096 <= 2048.
TEST(CreditSender, SendsUpToTheLimitAndNoFurther) {
  CreditSender sender;
  sender.on_flow_control(66);
  EXPECT_TRUE(sender.may_send(66));
  EXPECT_FALSE(sender.may_send(67));
  sender.sent(65);
  EXPECT_TRUE(sender.may_send(1));
  EXPECT_FALSE(sender.may_send(2));
}

TEST(CreditSender, CountsOnAcrossTheWrap) {
  CreditSender sender;
  sender.on_flow_control(2000);
  sender.sent(2000);
  sender.on_flow_control(4000);
  sender.sent(2000);
  sender.on_flow_control(104);  // 4000 + 200 blocks of room
  EXPECT_EQ(sender.available(), 200u);
  EXPECT_TRUE(sender.may_send(200));
  EXPECT_FALSE(sender.may_send(201));
  sender.sent(150);
  EXPECT_EQ(sender.fctbs(), 54u);
  EXPECT_EQ(sender.available(), 50u);
}

TEST(CreditSender, TakesTheWholeWindowOf2048Blocks) {
  CreditSender sender;
  sender.on_flow_control(2048);
  EXPECT_TRUE(sender.may_send(0));  // the bound of the rule itself
  EXPECT_TRUE(sender.may_send(1));
  EXPECT_EQ(sender.available(), 2048u);
}

TEST(CreditSender, SendsNothingWhenTheLimitFellBehind) {
  CreditSender sender;
  sender.on_flow_control(10);
  sender.sent(10);
  sender.on_flow_control(8);
  EXPECT_FALSE(sender.may_send(1));
  EXPECT_EQ(sender.available(), 0u);
}

TEST(CreditReceiver, AdvertisesItsFreeBlocks) {
  CreditReceiver receiver{200};
  EXPECT_EQ(receiver.credit_limit(), 200u);
  receiver.received(65);
  EXPECT_EQ(receiver.credit_limit(), 200u);  // 65 arrived, 135 free
  receiver.freed(65);
  EXPECT_EQ(receiver.credit_limit(), 265u);
}

// IBTA Vol 1, flow control: the credit limit is at most 2048 blocks past ABR.
TEST(CreditReceiver, CapsTheWindowAt2048Blocks) {
  CreditReceiver receiver{3000};
  EXPECT_EQ(receiver.credit_limit(), 2048u);
  receiver.received(500);  // 2500 free
  EXPECT_EQ(receiver.credit_limit(), 2548u);
  receiver.received(500);  // 2000 free
  EXPECT_EQ(receiver.credit_limit(), 3000u);
}

TEST(CreditReceiver, WrapsItsLimitModulo4096) {
  CreditReceiver receiver{100};
  for (int i = 0; i < 41; ++i) {
    receiver.received(100);
    receiver.freed(100);
  }
  EXPECT_EQ(receiver.abr(), 4u);
  EXPECT_EQ(receiver.credit_limit(), 104u);
}

// IBTA Vol 1, flow control: ABR := FCTBS of each flow control packet, which heals lost packets.
TEST(CreditReceiver, HealsBlocksLostOnTheWire) {
  CreditReceiver receiver{100};
  receiver.received(10);
  receiver.freed(10);
  EXPECT_EQ(receiver.on_fctbs(30), 20u);
  EXPECT_EQ(receiver.credit_limit(), 130u);
}

TEST(CreditReceiver, DoesNotCountAPacketWithdrawnAsBad) {
  CreditReceiver receiver{100};
  receiver.received(40);
  receiver.withdraw(40);
  receiver.freed(40);
  EXPECT_EQ(receiver.abr(), 0u);
  EXPECT_EQ(receiver.credit_limit(), 100u);
}

// Property: whatever is lost and however late credits return, the sender never overruns the buffer.
TEST(Credits, NeverOverrunTheReceiverAndNeverLeak) {
  constexpr std::uint32_t kCapacity = 150;
  CreditSender sender;
  CreditReceiver receiver{kCapacity};
  sender.on_flow_control(receiver.credit_limit());
  RandomStream random{1, "credits"};
  std::uint32_t held = 0;
  for (int turn = 0; turn < 100'000; ++turn) {
    const auto blocks = static_cast<std::uint32_t>(1 + random.below(66));
    if (sender.may_send(blocks)) {
      sender.sent(blocks);
      if (random.below(10) != 0) {
        ASSERT_TRUE(receiver.has_room(blocks));
        receiver.received(blocks);
        held += blocks;
      }
    }
    if (held > 0 && random.below(2) == 0) {
      const auto freed = static_cast<std::uint32_t>(1 + random.below(held));
      receiver.freed(freed);
      held -= freed;
    }
    if (random.below(3) == 0) {
      receiver.on_fctbs(sender.fctbs());
      sender.on_flow_control(receiver.credit_limit());
      ASSERT_EQ(sender.available(), kCapacity - held);
    }
  }
}

}  // namespace
}  // namespace ib
