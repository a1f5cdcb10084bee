// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/rd_ends.h"

namespace ib::tb {
namespace {

QpContext to_state(QpState state) {
  QpContext context;
  context.state = state;
  context.attr_mask = qp_attribute::kState;
  return context;
}

/// What goes wrong with one message breaks neither its context nor another's message.
class HcaReliableDatagramFaultTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  bool run(const std::function<void()>& program) {
    return pair_.run([&] {
      rd_.open(pair_);
      program();
    });
  }
  [[nodiscard]] QpState state_of(const QueuePair& qp, const PairEnd& end) const {
    return end.verbs->query(qp).state;
  }
  /// The sender of a message that failed is in SQE; both contexts and the other queue pair work.
  void expect_only_the_sender_stopped() {
    EXPECT_EQ(state_of(*rd_.near[0], pair_.client), QpState::kSqe);
    EXPECT_EQ(state_of(*rd_.far[1], pair_.server), QpState::kRts);
    expect_others_work();
  }
  void expect_others_work() {
    EXPECT_EQ(rd_.near_context(pair_), QpState::kRts);
    EXPECT_EQ(rd_.far_context(pair_), QpState::kRts);
    rd_.post_receive(pair_, 1, 9000);
    pair_.client.fill(0, 9000, 77);
    EXPECT_EQ(rd_.outcome(pair_, rd_.request(pair_, WqeOpcode::kSend, 9000, 1), 1),
              CqeSyndrome::kNone);
    EXPECT_EQ(pair_.server.await_receive().byte_count, 9000u);
    EXPECT_EQ(pair_.server.read(0, 9000), pair_.client.read(0, 9000));
  }
  /// The first queue pair's request fails so, and the run comes to its end.
  void expect_refused(const std::function<WorkRequest()>& request, CqeSyndrome syndrome) {
    const bool ended = run([&] {
      EXPECT_EQ(rd_.outcome(pair_, request()), syndrome);
      expect_only_the_sender_stopped();
    });
    ASSERT_TRUE(ended);
  }

  HcaPair pair_{with_reliable_datagrams()};
  RdEnds rd_;
};

// ib-facts 1.7: NAK code 4, invalid RD request.
TEST_F(HcaReliableDatagramFaultTest, AWrongQKeyIsAnInvalidRequestAndCounted) {
  expect_refused(
      [&] {
        WorkRequest request = rd_.request(pair_, WqeOpcode::kRdmaWrite, 9000);
        request.reliable_destination->q_key = 0x999;
        return request;
      },
      CqeSyndrome::kRemoteInvalidRdRequest);
  EXPECT_GE(pair_.server.hca->counters().q_key_violations, 1u);
  EXPECT_EQ(pair_.client.hca->counters().resyncs_sent, 1u);
}

TEST_F(HcaReliableDatagramFaultTest, AQKeyWithTheHighBitMeansTheOwnOne) {
  const bool ended = run([&] {
    WorkRequest request = rd_.request(pair_, WqeOpcode::kRdmaWrite, 64);
    request.reliable_destination->q_key = 0x8000'0001;
    EXPECT_EQ(rd_.outcome(pair_, request), CqeSyndrome::kNone);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaReliableDatagramFaultTest, AQueuePairOfAnotherDomainIsAnInvalidRequest) {
  std::unique_ptr<QueuePair> foreign;
  expect_refused(
      [&] {
        const PairEnd& b = pair_.server;
        foreign =
            b.verbs->create_rd_qp(b.pd, {}, *b.send_cq, *b.receive_cq, b.verbs->allocate_rdd());
        b.verbs->ready(*foreign, RdEnds::kQKey);
        WorkRequest request = rd_.request(pair_, WqeOpcode::kRdmaWrite, 64);
        request.reliable_destination->dest_qpn = foreign->number();
        return request;
      },
      CqeSyndrome::kRemoteInvalidRdRequest);
}

TEST_F(HcaReliableDatagramFaultTest, AQueuePairOfAnotherServiceOrNoneIsAnInvalidRequest) {
  expect_refused(
      [&] {
        WorkRequest request = rd_.request(pair_, WqeOpcode::kRdmaWrite, 64);
        request.reliable_destination->dest_qpn = pair_.server.qp->number();
        return request;
      },
      CqeSyndrome::kRemoteInvalidRdRequest);
}

TEST_F(HcaReliableDatagramFaultTest, AWrongRKeyIsARemoteAccessError) {
  expect_refused(
      [&] {
        WorkRequest request = rd_.request(pair_, WqeOpcode::kRdmaWrite, 9000);
        request.rkey ^= 0x700;
        return request;
      },
      CqeSyndrome::kRemoteAccess);
}

TEST_F(HcaReliableDatagramFaultTest, AReadOfAWrongRKeyIsARemoteAccessError) {
  expect_refused(
      [&] {
        WorkRequest request = rd_.request(pair_, WqeOpcode::kRdmaRead, 9000);
        request.rkey ^= 0x700;
        return request;
      },
      CqeSyndrome::kRemoteAccess);
}

TEST_F(HcaReliableDatagramFaultTest, AnOperationThatIsNotEnabledIsAnInvalidRequest) {
  expect_refused(
      [&] {
        QpContext context;
        context.attr_mask = qp_attribute::kAccessFlags;
        context.attributes.access = access::kRemoteRead;
        pair_.server.verbs->modify(*rd_.far[0], context);
        return rd_.request(pair_, WqeOpcode::kRdmaWrite, 64);
      },
      CqeSyndrome::kRemoteInvalidRequest);
}

TEST_F(HcaReliableDatagramFaultTest, ASendTooLongForItsBufferFailsBothEnds) {
  const bool ended = run([&] {
    rd_.post_receive(pair_, 0, 6000);
    EXPECT_EQ(rd_.outcome(pair_, rd_.request(pair_, WqeOpcode::kSend, 9000)),
              CqeSyndrome::kRemoteInvalidRequest);
    const Cqe cqe = pair_.server.await_receive();
    EXPECT_EQ(cqe.syndrome, CqeSyndrome::kLocalLength);
    EXPECT_EQ(cqe.qpn, rd_.far[0]->number());
    EXPECT_EQ(state_of(*rd_.far[0], pair_.server), QpState::kRts);
    expect_only_the_sender_stopped();
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaReliableDatagramFaultTest, ABufferThatMayNotBeWrittenBreaksItsQueuePair) {
  const bool ended = run([&] {
    rd_.far[0]->post_receive(pair_.server.buffer.address, 64, pair_.server.buffer.key ^ 0x700);
    EXPECT_EQ(rd_.outcome(pair_, rd_.request(pair_, WqeOpcode::kSend, 64)),
              CqeSyndrome::kRemoteOperation);
    EXPECT_EQ(pair_.server.await_receive().syndrome, CqeSyndrome::kLocalProtection);
    EXPECT_EQ(state_of(*rd_.far[0], pair_.server), QpState::kError);
    expect_only_the_sender_stopped();
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaReliableDatagramFaultTest, ALocalFaultSendsNothingAndBreaksNothingElse) {
  expect_refused(
      [&] {
        WorkRequest request = rd_.request(pair_, WqeOpcode::kRdmaWrite, 64);
        request.lkey ^= 0x700;
        return request;
      },
      CqeSyndrome::kLocalProtection);
  EXPECT_EQ(pair_.client.hca->counters().resyncs_sent, 0u);
}

// IBTA Vol 1, 11.6.2: the work request names a context that does not exist, ...
TEST_F(HcaReliableDatagramFaultTest, AContextThatDoesNotExistIsALocalError) {
  expect_refused(
      [&] {
        WorkRequest request = rd_.request(pair_, WqeOpcode::kRdmaWrite, 64);
        request.reliable_destination->ee_context = pair_.client.qp->number();
        return request;
      },
      CqeSyndrome::kInvalidEecn);
}

// ... of another domain, ...
TEST_F(HcaReliableDatagramFaultTest, AContextOfAnotherDomainIsALocalError) {
  expect_refused(
      [&] {
        WorkRequest request = rd_.request(pair_, WqeOpcode::kRdmaWrite, 64);
        Verbs& verbs = *pair_.client.verbs;
        request.reliable_destination->ee_context = verbs.create_eec(verbs.allocate_rdd());
        return request;
      },
      CqeSyndrome::kLocalRddViolation);
}

// ... or one that does not send.
TEST_F(HcaReliableDatagramFaultTest, AContextThatIsNotReadyIsALocalError) {
  expect_refused(
      [&] {
        WorkRequest request = rd_.request(pair_, WqeOpcode::kRdmaWrite, 64);
        request.reliable_destination->ee_context = pair_.client.verbs->create_eec(rd_.rdd[0]);
        return request;
      },
      CqeSyndrome::kInvalidEecState);
}

TEST_F(HcaReliableDatagramFaultTest, SoftwareBringsAStoppedSendQueueBack) {
  const bool ended = run([&] {
    WorkRequest request = rd_.request(pair_, WqeOpcode::kRdmaWrite, 64);
    request.rkey ^= 0x700;
    rd_.near[0]->post_send(request);
    rd_.near[0]->post_send(rd_.request(pair_, WqeOpcode::kRdmaWrite, 64));
    EXPECT_EQ(pair_.client.await_send().syndrome, CqeSyndrome::kRemoteAccess);
    EXPECT_EQ(pair_.client.await_send().syndrome, CqeSyndrome::kFlushed);
    pair_.client.verbs->modify(*rd_.near[0], to_state(QpState::kRts));
    EXPECT_EQ(rd_.outcome(pair_, rd_.request(pair_, WqeOpcode::kRdmaWrite, 64)),
              CqeSyndrome::kNone);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaReliableDatagramFaultTest, RnrRetriesAreCountedForEachMessage) {
  pair_.options.rnr_retry = 2;
  pair_.options.min_rnr_timer = 1;
  const bool ended = run([&] {
    EXPECT_EQ(rd_.outcome(pair_, rd_.request(pair_, WqeOpcode::kSend, 64)),
              CqeSyndrome::kRnrRetryExceeded);
    EXPECT_EQ(pair_.server.hca->counters().rnr_naks_sent, 3u);
    expect_only_the_sender_stopped();
  });
  ASSERT_TRUE(ended);
}

// ib-facts 1.5: RESYNC. The receive WQE of a message that was given up completes as aborted.
TEST_F(HcaReliableDatagramFaultTest, ASenderThatGoesAwayAbortsItsMessage) {
  constexpr std::uint32_t kLong = 1 << 19;  // 10 us on the wire
  const bool ended = run([&] {
    rd_.post_receive(pair_, 0, kLong);
    rd_.near[0]->post_send(rd_.request(pair_, WqeOpcode::kSend, kLong));
    pair_.client.host->spend(3000);
    pair_.client.verbs->modify(*rd_.near[0], to_state(QpState::kError));
    EXPECT_EQ(pair_.client.await_send().syndrome, CqeSyndrome::kFlushed);
    const Cqe cqe = pair_.server.await_receive();
    EXPECT_EQ(cqe.syndrome, CqeSyndrome::kRemoteAborted);
    EXPECT_EQ(cqe.qpn, rd_.far[0]->number());
    expect_others_work();
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair_.client.hca->counters().resyncs_sent, 1u);
}

TEST_F(HcaReliableDatagramFaultTest, ALostResyncIsSentAgain) {
  pair_.options.timeout = 4;  // 65 us
  int resyncs = 0;
  pair_.cable.lose = [&](const Packet& packet, bool) {
    return *bth_bytes(packet) == 0x55 && ++resyncs == 1;
  };
  expect_refused(
      [&] {
        WorkRequest request = rd_.request(pair_, WqeOpcode::kRdmaWrite, 9000);
        request.rkey ^= 0x700;
        return request;
      },
      CqeSyndrome::kRemoteAccess);
  EXPECT_EQ(resyncs, 2);
}

TEST_F(HcaReliableDatagramFaultTest, AReceiverDestroyedUnderAMessageIsAnInvalidRequest) {
  constexpr std::uint32_t kLong = 1 << 19;
  const bool ended = run([&] {
    rd_.post_receive(pair_, 0, kLong);
    rd_.near[0]->post_send(rd_.request(pair_, WqeOpcode::kSend, kLong));
    pair_.client.host->spend(3000);
    pair_.server.verbs->commands().execute(CommandOpcode::kDestroyQp, rd_.far[0]->number());
    EXPECT_EQ(pair_.client.await_send().syndrome, CqeSyndrome::kRemoteInvalidRdRequest);
    expect_only_the_sender_stopped();
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaReliableDatagramFaultTest, AReceiverInErrorFlushesWhatAMessageUses) {
  constexpr std::uint32_t kLong = 1 << 19;
  const bool ended = run([&] {
    rd_.post_receive(pair_, 0, kLong);
    rd_.near[0]->post_send(rd_.request(pair_, WqeOpcode::kSend, kLong));
    pair_.client.host->spend(3000);
    pair_.server.verbs->modify(*rd_.far[0], to_state(QpState::kError));
    EXPECT_EQ(pair_.server.await_receive().syndrome, CqeSyndrome::kFlushed);
    EXPECT_EQ(pair_.client.await_send().syndrome, CqeSyndrome::kRemoteInvalidRdRequest);
    expect_only_the_sender_stopped();
  });
  ASSERT_TRUE(ended);
}

// IBTA Vol 1, 9.9: silence of the other end breaks the context, and all who wait for it.
TEST_F(HcaReliableDatagramFaultTest, AContextWhosePeerIsSilentGoesToError) {
  pair_.options.timeout = 2;  // 16 us
  pair_.options.retry_count = 2;
  const bool ended = run([&] {
    pair_.server.verbs->modify_eec(rd_.eecn[1], to_state(QpState::kReset));
    rd_.near[0]->post_send(rd_.request(pair_, WqeOpcode::kRdmaWrite, 64));
    rd_.near[1]->post_send(rd_.request(pair_, WqeOpcode::kRdmaWrite, 64));
    EXPECT_EQ(pair_.client.await_send().syndrome, CqeSyndrome::kInvalidEecState);
    EXPECT_EQ(pair_.client.await_send().syndrome, CqeSyndrome::kTransportRetryExceeded);
    EXPECT_EQ(rd_.near_context(pair_), QpState::kError);
    for (const auto& qp : rd_.near) EXPECT_EQ(state_of(*qp, pair_.client), QpState::kSqe);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair_.client.hca->counters().transport_timeouts, 3u);
}

// ... until software takes both through Reset again.
TEST_F(HcaReliableDatagramFaultTest, AContextTakenToErrorWorksAgainAfterReset) {
  constexpr std::uint32_t kLong = 1 << 19;
  const bool ended = run([&] {
    rd_.post_receive(pair_, 0, kLong);
    rd_.near[0]->post_send(rd_.request(pair_, WqeOpcode::kSend, kLong));
    rd_.near[1]->post_send(rd_.request(pair_, WqeOpcode::kRdmaWrite, 64));
    pair_.client.host->spend(3000);
    for (std::size_t side = 0; side < 2; ++side) {
      const PairEnd& end = side == 0 ? pair_.client : pair_.server;
      end.verbs->modify_eec(rd_.eecn[side], to_state(QpState::kError));
    }
    EXPECT_EQ(pair_.client.await_send().syndrome, CqeSyndrome::kLocalEecOperation);
    EXPECT_EQ(pair_.client.await_send().syndrome, CqeSyndrome::kInvalidEecState);
    EXPECT_EQ(pair_.server.await_receive().syndrome, CqeSyndrome::kLocalEecOperation);
    for (std::size_t side = 0; side < 2; ++side) {
      const PairEnd& end = side == 0 ? pair_.client : pair_.server;
      end.verbs->modify_eec(rd_.eecn[side], to_state(QpState::kReset));
    }
    rd_.connect(pair_);
    pair_.client.verbs->modify(*rd_.near[1], to_state(QpState::kRts));
    expect_others_work();
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaReliableDatagramFaultTest, ContextsAndQueuePairsAreNotTakenForEachOther) {
  const bool ended = run([&] {
    CommandChannel& commands = pair_.client.verbs->commands();
    const auto status = [&](CommandOpcode opcode, std::uint32_t object) {
      return commands.try_execute(opcode, object, {}).status;
    };
    EXPECT_EQ(status(CommandOpcode::kDestroyQp, rd_.eecn[0]), CommandStatus::kBadResource);
    EXPECT_EQ(status(CommandOpcode::kDestroyEec, rd_.near[0]->number()),
              CommandStatus::kBadResource);
    EXPECT_EQ(status(CommandOpcode::kDeallocRdd, rd_.rdd[0]), CommandStatus::kResourceBusy);
    EXPECT_EQ(status(CommandOpcode::kDestroyEec, rd_.eecn[0]), CommandStatus::kOk);
    for (const auto& qp : rd_.near) {
      EXPECT_EQ(status(CommandOpcode::kDestroyQp, qp->number()), CommandStatus::kOk);
    }
    EXPECT_EQ(status(CommandOpcode::kDeallocRdd, rd_.rdd[0]), CommandStatus::kOk);
    EXPECT_EQ(status(CommandOpcode::kDeallocRdd, rd_.rdd[0]), CommandStatus::kBadResource);
  });
  ASSERT_TRUE(ended);
}

TEST(HcaReliableDatagramSwitchTest, TheServiceIsOffUnlessItIsAskedFor) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    CommandChannel& commands = pair.client.verbs->commands();
    EXPECT_EQ(commands.try_execute(CommandOpcode::kAllocRdd, 0, {}).status,
              CommandStatus::kBadOperation);
    QpContext context;
    context.type = QpType::kRd;
    context.rdd = 1;
    context.pd = pair.client.pd;
    context.cqn_send = context.cqn_receive = pair.client.send_cq->number();
    std::vector<std::uint8_t> mailbox(qp_context::kBytes);
    encode(context, mailbox.data());
    EXPECT_EQ(commands.try_execute(CommandOpcode::kCreateEec, 0, mailbox).status,
              CommandStatus::kBadOperation);
    EXPECT_EQ(commands.try_execute(CommandOpcode::kCreateQp, 0, mailbox).status,
              CommandStatus::kBadParameter);
  });
  ASSERT_TRUE(ended);
}

}  // namespace
}  // namespace ib::tb
