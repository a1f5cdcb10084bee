// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

/// Several connections to a server whose queue pairs share one receive queue.
class HcaSrqTest : public testing::Test {
 protected:
  static constexpr std::size_t kPairs = 3;
  static constexpr std::uint32_t kBytes = 8192;

  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  void open(HcaPair& pair) {
    PairEnd& a = pair.client;
    PairEnd& b = pair.server;
    eq_ = b.verbs->create_eq(4, 0, ~std::uint64_t{0});
    srq_ = b.verbs->create_srq(b.pd, 4);
    for (std::size_t i = 0; i < kPairs; ++i) {
      near_[i] = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq);
      far_[i] = b.verbs->create_qp(b.pd, {}, *b.send_cq, *b.receive_cq, QpType::kRc, srq_.get());
      a.verbs->connect(*near_[i], {Lid{2}, far_[i]->number(), 0}, pair.options);
      b.verbs->connect(*far_[i], {Lid{1}, near_[i]->number(), 0}, pair.options);
    }
  }
  void post(const HcaPair& pair, std::uint64_t place) {
    srq_->post(pair.server.buffer.address + place * kBytes, kBytes, pair.server.buffer.key);
  }

  std::unique_ptr<EventQueue> eq_;
  std::unique_ptr<SharedReceiveQueue> srq_;
  std::array<std::unique_ptr<QueuePair>, kPairs> near_;
  std::array<std::unique_ptr<QueuePair>, kPairs> far_;
};

TEST_F(HcaSrqTest, QueuePairsTakeTurnsAtOneQueue) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    for (std::uint64_t i = 0; i < kPairs; ++i) post(pair, i);
    for (std::size_t i = 0; i < kPairs; ++i) {
      pair.client.fill(0, 5000, static_cast<unsigned>(i));
      near_[i]->post_send(pair.request(WqeOpcode::kSend, 5000));
      const Cqe cqe = pair.server.await_receive();
      EXPECT_EQ(cqe.qpn, far_[i]->number());
      EXPECT_EQ(cqe.srqn, srq_->number());
      EXPECT_EQ(cqe.wqe_counter, i);
      EXPECT_EQ(pair.server.read(i * kBytes, 5000), pair.client.read(0, 5000));
      static_cast<void>(pair.client.await_send());
    }
  });
  ASSERT_TRUE(ended);
}

// Messages that come in at once hold a WQE each; WQEs come back in the order of completion.
TEST_F(HcaSrqTest, InterleavedMessagesKeepTheirOwnWqe) {
  HcaPair pair;
  constexpr int kRounds = 60;
  const bool ended = pair.run([&] {
    open(pair);
    for (std::uint64_t i = 0; i < 8; ++i) post(pair, i);
    for (int round = 0; round < kRounds; ++round) {
      for (auto& qp : near_) qp->post_send(pair.request(WqeOpcode::kSend, 8000));
      for (std::size_t i = 0; i < kPairs; ++i) {
        const Cqe cqe = pair.server.await_receive();
        EXPECT_EQ(cqe.opcode, CqeOpcode::kResponderSend);
        EXPECT_EQ(cqe.byte_count, 8000u);
        srq_->release(cqe.wqe_counter);
        post(pair, cqe.wqe_counter % 8);
        static_cast<void>(pair.client.await_send());
      }
    }
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().messages_received, kRounds * kPairs);
  EXPECT_EQ(pair.server.hca->counters().rnr_naks_sent, 0u);
}

TEST_F(HcaSrqTest, AnEmptyQueueIsRefusedAsNotReady) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    near_[0]->post_send(pair.request(WqeOpcode::kSend, 32));
    pair.client.host->spend(10000);
    post(pair, 0);
    EXPECT_EQ(pair.server.await_receive().byte_count, 32u);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().rnr_naks_sent, 1u);
}

// IBTA Vol 1, 10.2.9.5: the limit raises one event, then it has to be set again.
TEST_F(HcaSrqTest, FallingBelowTheLimitIsAnEventOnce) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    for (std::uint64_t i = 0; i < 4; ++i) post(pair, i);
    pair.server.verbs->arm_srq(*srq_, 3);
    pair.server.host->spend(20000);
    EXPECT_FALSE(eq_->has_entry());
    for (int i = 0; i < 4; ++i) {
      near_[0]->post_send(pair.request(WqeOpcode::kSend, 8));
      static_cast<void>(pair.server.await_receive());
    }
    pair.server.host->spend(20000);
    const Eqe eqe = eq_->poll().value_or(Eqe{});
    EXPECT_EQ(eqe.type, EventType::kSrqLimit);
    EXPECT_EQ(eqe.object, srq_->number());
    EXPECT_FALSE(eq_->has_entry());
  });
  ASSERT_TRUE(ended);
}

// IBTA Vol 1, 11.6.3.1: a queue pair in error says when it uses no more WQEs; others go on.
TEST_F(HcaSrqTest, AQueuePairInErrorLeavesTheQueueToTheOthers) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    for (std::uint64_t i = 0; i < 2; ++i) post(pair, i);
    QpContext error;
    error.state = QpState::kError;
    error.attr_mask = qp_attribute::kState;
    pair.server.verbs->modify(*far_[0], error);
    pair.server.host->spend(20000);
    const Eqe eqe = eq_->poll().value_or(Eqe{});
    EXPECT_EQ(eqe.type, EventType::kSrqLastWqe);
    EXPECT_EQ(eqe.object, far_[0]->number());
    EXPECT_FALSE(pair.server.receive_cq->has_entry());
    near_[1]->post_send(pair.request(WqeOpcode::kSend, 8));
    EXPECT_EQ(pair.server.await_receive().byte_count, 8u);
  });
  ASSERT_TRUE(ended);
}

}  // namespace
}  // namespace ib::tb
