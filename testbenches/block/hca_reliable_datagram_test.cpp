// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/block/rd_ends.h"

namespace ib::tb {
namespace {

constexpr std::uint8_t kAckOpcode = 0x51;     // ib-facts 1.5
constexpr std::uint8_t kResyncOpcode = 0x55;  // ib-facts 1.5

class HcaReliableDatagramTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  /// Runs `program` once all is connected.
  bool run(const std::function<void()>& program) {
    return pair_.run([&] {
      rd_.open(pair_);
      program();
    });
  }

  HcaPair pair_{with_reliable_datagrams()};
  RdEnds rd_;
};

// IBTA Vol 1, 11.4.2.1: a completion tells the queue pair that sent (DETH.SrcQP).
TEST_F(HcaReliableDatagramTest, ASendArrivesAndNamesItsSender) {
  const bool ended = run([&] {
    for (const std::size_t from : {1u, 0u}) {
      pair_.client.fill(0, 9000, static_cast<unsigned>(from));
      rd_.post_receive(pair_, 1, 9000);
      EXPECT_EQ(rd_.outcome(pair_, rd_.request(pair_, WqeOpcode::kSend, 9000, 1), from),
                CqeSyndrome::kNone);
      const Cqe cqe = pair_.server.await_receive();
      EXPECT_EQ(cqe.opcode, CqeOpcode::kResponderSend);
      EXPECT_EQ(cqe.qpn, rd_.far[1]->number());
      EXPECT_EQ(cqe.remote_qpn, rd_.near[from]->number());
      EXPECT_EQ(cqe.byte_count, 9000u);
      EXPECT_EQ(pair_.server.read(0, 9000), pair_.client.read(0, 9000));
    }
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaReliableDatagramTest, WritesReadsAndAtomicsReachMemory) {
  constexpr std::uint64_t kBack = 1 << 19;
  const bool ended = run([&] {
    pair_.client.fill(0, 10000, 3);
    EXPECT_EQ(rd_.outcome(pair_, rd_.request(pair_, WqeOpcode::kRdmaWrite, 10000)),
              CqeSyndrome::kNone);
    EXPECT_EQ(pair_.server.read(0, 10000), pair_.client.read(0, 10000));
    WorkRequest read = rd_.request(pair_, WqeOpcode::kRdmaRead, 10000);
    read.local_address += kBack;
    EXPECT_EQ(rd_.outcome(pair_, read, 1), CqeSyndrome::kNone);
    EXPECT_EQ(pair_.client.read(kBack, 10000), pair_.client.read(0, 10000));
    WorkRequest add = rd_.request(pair_, WqeOpcode::kFetchAdd, 8);
    add.swap_or_add = 5;
    const auto before = load_le64(pair_.server.read(0, 8).data());
    EXPECT_EQ(rd_.outcome(pair_, add), CqeSyndrome::kNone);
    EXPECT_EQ(load_le64(pair_.client.read(0, 8).data()), before);
    EXPECT_EQ(load_le64(pair_.server.read(0, 8).data()), before + 5);
  });
  ASSERT_TRUE(ended);
}

// ib-facts 1.5: each request has RDETH and DETH first, each response RDETH first.
TEST_F(HcaReliableDatagramTest, EachPacketNamesItsContextAndEachRequestItsSender) {
  int requests = 0;
  int responses = 0;
  pair_.cable.lose = [&](const Packet& packet, bool from_a) {
    if (!is_rd(packet)) return false;
    const std::uint8_t* const bth = bth_bytes(packet);
    EXPECT_EQ(load_be32(bth + Bth::kBytes), rd_.eecn[from_a ? 1 : 0]);
    if (from_a) {
      ++requests;
      EXPECT_EQ(load_be24(bth + 5), rd_.far[0]->number());
      EXPECT_EQ(load_be32(bth + Bth::kBytes + 4), RdEnds::kQKey);
      EXPECT_EQ(load_be32(bth + Bth::kBytes + 8), rd_.near[0]->number());
    } else {
      ++responses;
      EXPECT_EQ(load_be24(bth + 5), rd_.near[0]->number());
      const std::size_t aeth = bth[0] == 0x4E ? 0 : 4;  // not in READ response Middle
      EXPECT_EQ(packet.header_bytes, Lrh::kBytes + Bth::kBytes + Rdeth::kBytes + aeth);
    }
    return false;
  };
  const bool ended = run([&] {
    rd_.post_receive(pair_, 0, 9000);
    for (const WqeOpcode opcode : {WqeOpcode::kSend, WqeOpcode::kRdmaWrite, WqeOpcode::kRdmaRead}) {
      EXPECT_EQ(rd_.outcome(pair_, rd_.request(pair_, opcode, 9000)), CqeSyndrome::kNone);
    }
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(requests, 3 + 3 + 1);
  EXPECT_EQ(responses, 1 + 1 + 3);
}

// IBTA Vol 1, 9.7: sequence numbers are the context's, one message is under way at a time.
TEST_F(HcaReliableDatagramTest, QueuePairsShareTheSequenceAndWaitForEachOther) {
  std::vector<std::uint32_t> psns;
  std::vector<std::uint32_t> sources;
  bool under_way = false;
  pair_.cable.lose = [&](const Packet& packet, bool from_a) {
    if (!is_rd(packet)) return false;
    const std::uint8_t* const bth = bth_bytes(packet);
    if (!from_a) {
      under_way = under_way && bth[0] != kAckOpcode;
      return false;
    }
    const bool starts = opcode_info(bth[0]).starts_message();
    EXPECT_FALSE(starts && under_way) << "PSN " << load_be24(bth + 9);
    under_way = true;
    psns.push_back(load_be24(bth + 9));
    if (starts) sources.push_back(load_be24(bth + Bth::kBytes + 9));
    return false;
  };
  const bool ended = run([&] {
    for (int i = 0; i < 3; ++i) {
      for (const auto& qp : rd_.near) {
        qp->post_send(rd_.request(pair_, WqeOpcode::kRdmaWrite, 5000));
      }
    }
    for (int i = 0; i < 6; ++i) EXPECT_EQ(pair_.client.await_send().syndrome, CqeSyndrome::kNone);
  });
  ASSERT_TRUE(ended);
  ASSERT_EQ(psns.size(), 12u);
  for (std::uint32_t i = 0; i < 12; ++i) EXPECT_EQ(psns[i], RdEnds::kNearPsn + i);
  const std::uint32_t a = rd_.near[0]->number();
  const std::uint32_t b = rd_.near[1]->number();
  EXPECT_THAT(sources, testing::ElementsAre(a, b, a, b, a, b));
}

TEST_F(HcaReliableDatagramTest, MessagesOfAQueuePairStayInOrder) {
  const bool ended = run([&] {
    for (std::uint32_t i = 0; i < 8; ++i) rd_.post_receive(pair_, i % 2, 4096, i * 4096);
    for (std::uint32_t i = 0; i < 8; ++i) {
      WorkRequest request = rd_.request(pair_, WqeOpcode::kSendImmediate, 64, i % 2);
      request.immediate = i;
      rd_.near[0]->post_send(request);
    }
    for (std::uint32_t i = 0; i < 8; ++i) {
      const Cqe cqe = pair_.server.await_receive();
      EXPECT_EQ(cqe.immediate, i);
      EXPECT_EQ(cqe.qpn, rd_.far[i % 2]->number());
    }
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaReliableDatagramTest, LostPacketsAreSentAgain) {
  pair_.options.timeout = 8;  // 1.05 ms
  int seen = 0;
  pair_.cable.lose = [&](const Packet& packet, bool) { return is_rd(packet) && ++seen % 7 == 3; };
  const bool ended = run([&] {
    for (unsigned round = 0; round < 10; ++round) {
      rd_.post_receive(pair_, 1, 20000);
      pair_.client.fill(0, 20000, round);
      EXPECT_EQ(rd_.outcome(pair_, rd_.request(pair_, WqeOpcode::kSend, 20000, 1), round % 2),
                CqeSyndrome::kNone);
      EXPECT_EQ(pair_.server.await_receive().byte_count, 20000u);
      EXPECT_EQ(pair_.server.read(0, 20000), pair_.client.read(0, 20000));
      WorkRequest add = rd_.request(pair_, WqeOpcode::kFetchAdd, 8);
      add.swap_or_add = 1;
      const auto before = load_le64(pair_.server.read(0, 8).data());
      EXPECT_EQ(rd_.outcome(pair_, add), CqeSyndrome::kNone);
      EXPECT_EQ(load_le64(pair_.server.read(0, 8).data()), before + 1);
    }
    EXPECT_EQ(rd_.near_context(pair_), QpState::kRts);
  });
  ASSERT_TRUE(ended);
  EXPECT_GT(pair_.client.hca->counters().packets_resent, 0u);
}

// IBTA Vol 1, 9.7: an RNR NAK suspends the message, not the context.
TEST_F(HcaReliableDatagramTest, AMessageWithoutAReceiveLetsOthersPass) {
  std::vector<std::uint32_t> resyncs;
  pair_.cable.lose = [&](const Packet& packet, bool) {
    const std::uint8_t* const bth = bth_bytes(packet);
    if (bth[0] == kResyncOpcode) resyncs.push_back(load_be24(bth + 9));
    return false;
  };
  const bool ended = run([&] {
    rd_.post_receive(pair_, 1, 64);
    pair_.client.fill(0, 64, 1);
    rd_.near[0]->post_send(rd_.request(pair_, WqeOpcode::kSend, 64, 0));
    rd_.near[1]->post_send(rd_.request(pair_, WqeOpcode::kSend, 64, 1));
    EXPECT_EQ(pair_.client.await_send().qpn, rd_.near[1]->number());
    EXPECT_EQ(pair_.server.await_receive().qpn, rd_.far[1]->number());
    rd_.post_receive(pair_, 0, 64);
    EXPECT_EQ(pair_.client.await_send().qpn, rd_.near[0]->number());
    EXPECT_EQ(pair_.server.await_receive().qpn, rd_.far[0]->number());
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair_.server.hca->counters().rnr_naks_sent, 1u);
  // The refused message took one PSN, the RESYNC the next.
  EXPECT_THAT(resyncs, testing::ElementsAre(RdEnds::kNearPsn + 1));
}

TEST_F(HcaReliableDatagramTest, ADrainedQueuePairOrContextBeginsNothing) {
  const auto to = [](QpState state) {
    QpContext context;
    context.state = state;
    context.attr_mask = qp_attribute::kState;
    return context;
  };
  const bool ended = run([&] {
    const auto eq = pair_.client.verbs->create_eq(4, 0, ~std::uint64_t{0});
    const auto drained = [&](std::uint32_t number) {
      pair_.client.host->poll_until(eq->watch(), [&] { return eq->has_entry(); });
      const std::optional<Eqe> event = eq->poll();
      EXPECT_TRUE(event && event->type == EventType::kSendQueueDrained);
      EXPECT_EQ(event->object, number);
    };
    pair_.client.verbs->modify_eec(rd_.eecn[0], to(QpState::kSqd));
    drained(rd_.eecn[0]);
    rd_.near[0]->post_send(rd_.request(pair_, WqeOpcode::kRdmaWrite, 64));
    rd_.near[1]->post_send(rd_.request(pair_, WqeOpcode::kRdmaWrite, 64));
    pair_.client.host->spend(10000);
    EXPECT_FALSE(pair_.client.send_cq->has_entry());
    pair_.client.verbs->modify(*rd_.near[1], to(QpState::kSqd));
    drained(rd_.near[1]->number());
    pair_.client.verbs->modify_eec(rd_.eecn[0], to(QpState::kRts));
    EXPECT_EQ(pair_.client.await_send().qpn, rd_.near[0]->number());
    pair_.client.host->spend(10000);
    EXPECT_FALSE(pair_.client.send_cq->has_entry());
    pair_.client.verbs->modify(*rd_.near[1], to(QpState::kRts));
    EXPECT_EQ(pair_.client.await_send().qpn, rd_.near[1]->number());
  });
  ASSERT_TRUE(ended);
}

}  // namespace
}  // namespace ib::tb
