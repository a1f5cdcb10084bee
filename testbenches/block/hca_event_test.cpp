// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/ib/queues/doorbell.h"
#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

constexpr std::uint64_t kAllEvents = ~std::uint64_t{0};
constexpr std::uint32_t kVector = 3;
constexpr std::uint32_t kMessage = 0x4321;

/// The client with an event queue, an interrupt vector and a completion queue that uses them.
class HcaEventTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  void open_events(PairEnd& end, const CompletionEvents& moderation = {}, bool masked = false) {
    message_ = end.host->memory.allocate(4);
    end.verbs->set_interrupt(kVector, message_, kMessage, masked);
    eq_ = end.verbs->create_eq(4, kVector, kAllEvents);
    CompletionEvents events = moderation;
    events.eqn = eq_->number();
    cq_ = end.verbs->create_cq(6, events);
    qp_ = end.verbs->create_qp(end.pd, {}, *cq_, *cq_);
  }
  /// Connects `qp_` of the client to one of the server.
  void connect(HcaPair& pair) {
    far_ = pair.server.verbs->create_qp(pair.server.pd, {}, *pair.server.send_cq,
                                        *pair.server.receive_cq);
    pair.client.verbs->connect(*qp_, {Lid{2}, far_->number(), 0}, pair.options);
    pair.server.verbs->connect(*far_, {Lid{1}, qp_->number(), 0}, pair.options);
  }
  void write(HcaPair& pair, int count) {
    for (int i = 0; i < count; ++i) qp_->post_send(pair.request(WqeOpcode::kRdmaWrite, 8));
  }
  static void settle(const PairEnd& end) { end.host->spend(20000); }
  static std::uint32_t word(const PairEnd& end, std::uint64_t address) {
    std::array<std::uint8_t, 4> bytes;
    end.host->memory.read(address, bytes.data(), bytes.size());
    return load_le32(bytes.data());
  }
  /// Events waiting, taken from the queue.
  std::vector<EventType> events() {
    std::vector<EventType> types;
    while (const auto eqe = eq_->poll()) types.push_back(eqe->type);
    return types;
  }

  std::uint64_t message_ = 0;
  std::unique_ptr<EventQueue> eq_;
  std::unique_ptr<CompletionQueue> cq_;
  std::unique_ptr<QueuePair> qp_;
  std::unique_ptr<QueuePair> far_;
};

TEST_F(HcaEventTest, AnArmedQueueRaisesOneEventAndOneInterrupt) {
  HcaPair pair;
  std::vector<std::uint32_t> calls;
  pair.client.hca->on_interrupt([&](std::uint32_t vector) { calls.push_back(vector); });
  const bool ended = pair.run([&] {
    open_events(pair.client);
    connect(pair);
    pair.client.verbs->arm(*cq_);
    pair.client.verbs->arm(*eq_);
    write(pair, 3);
    pair.client.host->poll_until(eq_->watch(), [&] { return eq_->has_entry(); });
    const Eqe eqe = *eq_->poll();
    EXPECT_EQ(eqe.type, EventType::kCompletion);
    EXPECT_EQ(eqe.object, cq_->number());
    EXPECT_TRUE(cq_->has_entry());  // PCIe order: entry, then event
    settle(pair.client);
    EXPECT_FALSE(eq_->has_entry());
    EXPECT_EQ(word(pair.client, message_), kMessage);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(calls, std::vector<std::uint32_t>{kVector});
  EXPECT_EQ(pair.client.hca->counters().interrupts, 1u);
}

TEST_F(HcaEventTest, ArmingBehindACompletionRaisesTheEventAtOnce) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open_events(pair.client);
    connect(pair);
    write(pair, 1);
    settle(pair.client);
    EXPECT_FALSE(eq_->has_entry());
    pair.client.verbs->arm(*cq_);
    settle(pair.client);
    EXPECT_TRUE(eq_->has_entry());
  });
  ASSERT_TRUE(ended);
}

// IBTA Vol 1, 11.4.2.2: armed for solicited events, only those and errors count.
TEST_F(HcaEventTest, ASolicitedArmWaitsForASolicitedCompletion) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open_events(pair.client);
    connect(pair);
    for (int i = 0; i < 2; ++i)
      qp_->post_receive(pair.client.buffer.address, 64, pair.client.buffer.key);
    pair.client.verbs->arm(*cq_, /*solicited_only=*/true);
    WorkRequest send = pair.request(WqeOpcode::kSend, 8);
    send.local_address = pair.server.buffer.address;
    send.lkey = pair.server.buffer.key;
    far_->post_send(send);
    settle(pair.client);
    EXPECT_TRUE(cq_->has_entry());
    EXPECT_FALSE(eq_->has_entry());
    send.solicited = true;
    far_->post_send(send);
    settle(pair.client);
    EXPECT_TRUE(eq_->has_entry());
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaEventTest, ModerationByCountMakesOneEventOfMany) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open_events(pair.client, {0, 4, 0});
    connect(pair);
    pair.client.verbs->arm(*cq_);
    write(pair, 3);
    settle(pair.client);
    EXPECT_FALSE(eq_->has_entry());
    write(pair, 1);
    settle(pair.client);
    EXPECT_TRUE(eq_->has_entry());
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaEventTest, ModerationByTimeEndsTheWait) {
  HcaPair pair;
  double waited_us = 0;
  const bool ended = pair.run([&] {
    open_events(pair.client, {0, 100, 50});
    connect(pair);
    pair.client.verbs->arm(*cq_);
    write(pair, 1);
    pair.client.host->poll_until(cq_->watch(), [&] { return cq_->has_entry(); });
    const sc_core::sc_time seen = sc_core::sc_time_stamp();
    pair.client.host->poll_until(eq_->watch(), [&] { return eq_->has_entry(); });
    waited_us = (sc_core::sc_time_stamp() - seen).to_seconds() * 1e6;
  });
  ASSERT_TRUE(ended);
  EXPECT_NEAR(waited_us, 50, 0.1);
}

// PCI Express 5.0, 6.1.4.5: a masked vector sets its pending bit; unmasking sends the message.
TEST_F(HcaEventTest, AMaskedVectorStaysPendingUntilUnmasked) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open_events(pair.client, {}, /*masked=*/true);
    connect(pair);
    pair.client.verbs->arm(*cq_);
    pair.client.verbs->arm(*eq_);
    write(pair, 1);
    settle(pair.client);
    EXPECT_EQ(word(pair.client, message_), 0u);
    std::array<std::uint8_t, 8> pending{};
    pair.client.host->read_register(kMsixPendingOffset, pending.data(), pending.size());
    EXPECT_EQ(pending[0], 1u << kVector);
    pair.client.verbs->set_interrupt(kVector, message_, kMessage);
    settle(pair.client);
    EXPECT_EQ(word(pair.client, message_), kMessage);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaEventTest, MessagesOfAVectorKeepTheirInterval) {
  hca::HcaConfig config;
  config.msix_interval_ns = 30000;
  HcaPair pair(config);
  std::vector<double> times_us;
  pair.client.hca->on_interrupt(
      [&](std::uint32_t) { times_us.push_back(sc_core::sc_time_stamp().to_seconds() * 1e6); });
  const bool ended = pair.run([&] {
    open_events(pair.client);
    connect(pair);
    for (int i = 0; i < 3; ++i) {
      pair.client.verbs->arm(*cq_);
      pair.client.verbs->arm(*eq_);
      write(pair, 1);
      pair.client.host->poll_until(cq_->watch(), [&] { return cq_->has_entry(); });
      static_cast<void>(cq_->poll());
      pair.client.host->poll_until(eq_->watch(), [&] { return eq_->has_entry(); });
      static_cast<void>(eq_->poll());
    }
    pair.client.host->spend(100000);
  });
  ASSERT_TRUE(ended);
  ASSERT_EQ(times_us.size(), 2u);  // the second stands for the third as well
  EXPECT_NEAR(times_us[1] - times_us[0], 30, 0.01);
}

// IBTA Vol 1, 11.6.3.2: an overflow is reported; queue pairs that report to the queue fail.
TEST_F(HcaEventTest, ACompletionQueueThatOverflowsIsInError) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open_events(pair.client);
    connect(pair);
    for (int i = 0; i < 8; ++i) {
      write(pair, 8);  // 64 entries fit, nobody takes them
      settle(pair.client);
    }
    EXPECT_TRUE(events().empty());
    write(pair, 1);
    settle(pair.client);
    EXPECT_EQ(events(), (std::vector<EventType>{EventType::kCqError, EventType::kWqCatastrophic}));
    EXPECT_EQ(pair.client.verbs->query(*qp_).state, QpState::kError);
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 8));
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.client.hca->counters().cq_overruns, 1u);
}

TEST_F(HcaEventTest, ACompletionQueueThatIsPolledNeverOverflows) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open_events(pair.client);
    connect(pair);
    for (int i = 0; i < 500; ++i) {
      write(pair, 1);
      while (!cq_->has_entry()) sc_core::wait(cq_->watch().written());
      static_cast<void>(cq_->poll());
    }
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.client.hca->counters().cq_overruns, 0u);
}

// IBTA Vol 1, 11.6.3.3: access violation, invalid request.
TEST_F(HcaEventTest, ARefusedRequestIsAnEventAtTheResponder) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open_events(pair.server);
    far_ = pair.client.verbs->create_qp(pair.client.pd, {}, *pair.client.send_cq,
                                        *pair.client.receive_cq);
    pair.client.verbs->connect(*far_, {Lid{2}, qp_->number(), 0}, pair.options);
    pair.server.verbs->connect(*qp_, {Lid{1}, far_->number(), 0}, pair.options);
    WorkRequest wrong = pair.request(WqeOpcode::kRdmaWrite, 8);
    wrong.rkey ^= 1;
    far_->post_send(wrong);
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kRemoteAccess);
    settle(pair.server);
    EXPECT_EQ(events(), std::vector<EventType>{EventType::kAccessError});
  });
  ASSERT_TRUE(ended);
}

// ib-facts 6: SQD finishes what is started and takes no new request; RTS goes on.
TEST_F(HcaEventTest, ADrainedSendQueueSaysSoAndGoesOnInRts) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open_events(pair.client);
    connect(pair);
    qp_->post_send(pair.request(WqeOpcode::kRdmaWrite, 500000));
    qp_->post_send(pair.request(WqeOpcode::kRdmaWrite, 8));
    pair.client.host->spend(2000);
    QpContext sqd;
    sqd.state = QpState::kSqd;
    sqd.attr_mask = qp_attribute::kState;
    pair.client.verbs->modify(*qp_, sqd);
    pair.client.host->poll_until(eq_->watch(), [&] { return eq_->has_entry(); });
    EXPECT_EQ(events(), std::vector<EventType>{EventType::kSendQueueDrained});
    EXPECT_EQ(cq_->poll()->byte_count, 500000u);
    settle(pair.client);
    EXPECT_FALSE(cq_->has_entry());
    sqd.state = QpState::kRts;
    pair.client.verbs->modify(*qp_, sqd);
    settle(pair.client);
    EXPECT_TRUE(cq_->has_entry());
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaEventTest, TheFirstPacketInRtrEstablishesTheConnection) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open_events(pair.server);
    far_ = pair.client.verbs->create_qp(pair.client.pd, {}, *pair.client.send_cq,
                                        *pair.client.receive_cq);
    pair.client.verbs->connect(*far_, {Lid{2}, qp_->number(), 0}, pair.options);
    pair.server.verbs->connect_passive(*qp_, {Lid{1}, far_->number(), 0}, pair.options);
    far_->post_send(pair.request(WqeOpcode::kRdmaWrite, 8));
    far_->post_send(pair.request(WqeOpcode::kRdmaWrite, 8));
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
    settle(pair.server);
    EXPECT_EQ(events(), std::vector<EventType>{EventType::kCommunicationEstablished});
  });
  ASSERT_TRUE(ended);
}

}  // namespace
}  // namespace ib::tb
