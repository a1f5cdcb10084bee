// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "models/ib/transport/rc_requester.h"

namespace ib {
namespace {

using Answer = RcRequester::Answer;
using Psns = std::vector<std::uint32_t>;

constexpr std::uint8_t kAck = 0x1F;  // ACK, credits not counted

/// Requests that the HCA does by itself, among others of a send queue.
class LocalOperationTest : public testing::Test {
 protected:
  LocalOperationTest() { dut_.configure({256, Psn{100}, 2, 2, 1, 16}); }

  void post_send() {
    SendRequest request;
    request.length = 4;
    dut_.accept(request);
  }
  void post_operation() {
    SendRequest request;
    request.local_only = true;
    request.operation = LocalOperation::kInvalidate;
    dut_.accept(request);
  }

  std::vector<std::uint32_t> send_all() {
    std::vector<std::uint32_t> psns;
    while (dut_.ready()) psns.push_back(dut_.next().psn.value());
    return psns;
  }

  RcRequester dut_;
};

// IBTA Vol 1, 10.8.3.2: a binding is done when all before it is complete, and before what follows.
TEST_F(LocalOperationTest, ALocalOperationWaitsForWhatIsBeforeItAndHoldsWhatFollows) {
  post_send();
  post_operation();
  post_send();
  EXPECT_EQ(send_all(), (Psns{100}));
  EXPECT_FALSE(dut_.oldest_operates());
  EXPECT_EQ(dut_.on_ack(Psn{100}, kAck), Answer::kProgress);
  EXPECT_TRUE(dut_.oldest_done());
  dut_.retire();
  EXPECT_TRUE(dut_.oldest_operates());
  EXPECT_FALSE(dut_.oldest_done());
  EXPECT_EQ(send_all(), (Psns{}));
  dut_.retire();
  EXPECT_EQ(send_all(), (Psns{101}));
}

TEST_F(LocalOperationTest, ALocalOperationIsNotPassedByGoingBack) {
  post_send();
  post_operation();
  post_send();
  EXPECT_EQ(send_all(), (Psns{100}));
  EXPECT_EQ(dut_.on_timeout(), Answer::kResend);
  EXPECT_EQ(dut_.on_ack(Psn{100}, kAck), Answer::kProgress);  // before it was sent again
  EXPECT_EQ(send_all(), (Psns{}));
}

}  // namespace
}  // namespace ib
