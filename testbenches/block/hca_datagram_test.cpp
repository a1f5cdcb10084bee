// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kQKey = 0x1234;
constexpr std::uint32_t kGrhBytes = 40;

/// Both ends with a datagram queue pair beside their connection.
class HcaDatagramTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  static std::unique_ptr<QueuePair> datagram_qp(PairEnd& end, std::uint32_t q_key = kQKey) {
    auto qp = end.verbs->create_qp(end.pd, {}, *end.send_cq, *end.receive_cq, QpType::kUd);
    end.verbs->ready(*qp, q_key);
    return qp;
  }
  static WorkRequest datagram(const HcaPair& pair, std::uint32_t to, std::uint32_t bytes) {
    WorkRequest request = pair.request(WqeOpcode::kSend, bytes);
    AddressVector vector;
    vector.q_key = kQKey;
    vector.dest_qpn = to;
    vector.dlid = 2;
    request.destination = vector;
    return request;
  }
  static void settle(const HcaPair& pair) { pair.client.host->spend(20000); }
};

// ib-facts 6: 40 bytes of the buffer are the GRH's whether or not one came; they count.
TEST_F(HcaDatagramTest, ADatagramLandsBehindRoomForItsGrh) {
  HcaPair pair;
  Cqe received;
  std::uint32_t sender = 0;
  const bool ended = pair.run([&] {
    const auto near = datagram_qp(pair.client);
    const auto far = datagram_qp(pair.server);
    sender = near->number();
    far->post_receive(pair.server.buffer.address, 200, pair.server.buffer.key);
    pair.client.fill(0, 100, 1);
    near->post_send(datagram(pair, far->number(), 100));
    received = pair.server.await_receive();
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(received.opcode, CqeOpcode::kResponderSend);
  EXPECT_EQ(received.byte_count, 140u);
  EXPECT_EQ(received.remote_qpn, sender);
  EXPECT_EQ(received.slid, 1);
  EXPECT_FALSE(received.has_grh);
  EXPECT_EQ(pair.server.read(0, kGrhBytes), std::vector<std::uint8_t>(kGrhBytes));
  EXPECT_EQ(pair.server.read(kGrhBytes, 100), pair.client.read(0, 100));
}

// ib-facts 1.3: PayLen counts from behind the GRH through the ICRC.
TEST_F(HcaDatagramTest, AGrhIsWrittenInFrontOfTheData) {
  HcaPair pair;
  Cqe received;
  const bool ended = pair.run([&] {
    const auto near = datagram_qp(pair.client);
    const auto far = datagram_qp(pair.server);
    far->post_receive(pair.server.buffer.address, 200, pair.server.buffer.key);
    WorkRequest request = datagram(pair, far->number(), 100);
    request.destination->has_grh = true;
    request.destination->traffic_class = 0x5A;
    request.destination->flow_label = 0x12345;
    request.destination->hop_limit = 7;
    request.destination->dgid_high = 0xFE80000000000000;
    request.destination->dgid_low = 0x99;
    near->post_send(request);
    received = pair.server.await_receive();
  });
  ASSERT_TRUE(ended);
  EXPECT_TRUE(received.has_grh);
  EXPECT_EQ(received.byte_count, 140u);
  const Grh grh = Grh::decode(pair.server.read(0, kGrhBytes).data());
  EXPECT_EQ(grh.traffic_class, 0x5A);
  EXPECT_EQ(grh.flow_label, 0x12345u);
  EXPECT_EQ(grh.hop_limit, 7);
  EXPECT_EQ(grh.payload_length, 12 + 8 + 100 + 4);
  EXPECT_EQ(grh.next_header, 0x1B);
  EXPECT_EQ(grh.dgid[15], 0x99);
  EXPECT_EQ(grh.sgid[0], 0xFE);
}

// ib-facts 6: a Q_Key mismatch drops the packet and counts.
TEST_F(HcaDatagramTest, AWrongQKeyIsDroppedAndCounted) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    const auto near = datagram_qp(pair.client);
    const auto far = datagram_qp(pair.server, kQKey + 1);
    far->post_receive(pair.server.buffer.address, 200, pair.server.buffer.key);
    near->post_send(datagram(pair, far->number(), 100));
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
    settle(pair);
    EXPECT_FALSE(pair.server.receive_cq->has_entry());
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().q_key_violations, 1u);
}

// ib-facts 6: with bit 31 of the Q_Key set the queue pair's own is sent.
TEST_F(HcaDatagramTest, AQKeyWithTheHighBitMeansTheOwnOne) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    const auto near = datagram_qp(pair.client);
    const auto far = datagram_qp(pair.server);
    far->post_receive(pair.server.buffer.address, 200, pair.server.buffer.key);
    WorkRequest request = datagram(pair, far->number(), 10);
    request.destination->q_key = 0x80000000;
    near->post_send(request);
    EXPECT_EQ(pair.server.await_receive().byte_count, 50u);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().q_key_violations, 0u);
}

// ib-facts 6: a datagram larger than the buffer is dropped; the receive request stays.
TEST_F(HcaDatagramTest, ADatagramTooLargeForItsBufferIsDropped) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    const auto near = datagram_qp(pair.client);
    const auto far = datagram_qp(pair.server);
    far->post_receive(pair.server.buffer.address, 139, pair.server.buffer.key);
    near->post_send(datagram(pair, far->number(), 100));
    near->post_send(datagram(pair, far->number(), 99));
    EXPECT_EQ(pair.server.await_receive().byte_count, 139u);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().packets_dropped_unreliable, 1u);
}

TEST_F(HcaDatagramTest, ADatagramWithoutAReceiveRequestIsDropped) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    const auto near = datagram_qp(pair.client);
    const auto far = datagram_qp(pair.server);
    near->post_send(datagram(pair, far->number(), 100));
    settle(pair);
    far->post_receive(pair.server.buffer.address, 200, pair.server.buffer.key);
    near->post_send(datagram(pair, far->number(), 50));
    EXPECT_EQ(pair.server.await_receive().byte_count, 90u);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().packets_dropped_unreliable, 1u);
  EXPECT_EQ(pair.server.hca->counters().rnr_naks_sent, 0u);
}

// ib-facts 6: SQE is entered on a send error of UD; the receive queue goes on, RTS mends it.
TEST_F(HcaDatagramTest, ASendErrorStopsTheSendQueueOnly) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    const auto near = datagram_qp(pair.client);
    const auto far = datagram_qp(pair.server);
    near->post_send(datagram(pair, far->number(), 4097));  // more than a packet
    near->post_send(datagram(pair, far->number(), 8));
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kLocalLength);
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kFlushed);
    EXPECT_EQ(pair.client.verbs->query(*near).state, QpState::kSqe);

    near->post_receive(pair.client.buffer.address, 200, pair.client.buffer.key);
    WorkRequest back = datagram(pair, near->number(), 8);
    back.destination->dlid = 1;
    back.local_address = pair.server.buffer.address;
    back.lkey = pair.server.buffer.key;
    far->post_send(back);
    EXPECT_EQ(pair.client.await_receive().byte_count, 48u);

    QpContext rts;
    rts.state = QpState::kRts;
    rts.attr_mask = qp_attribute::kState;
    pair.client.verbs->modify(*near, rts);
    far->post_receive(pair.server.buffer.address, 200, pair.server.buffer.key);
    near->post_send(datagram(pair, far->number(), 16));
    EXPECT_EQ(pair.server.await_receive().byte_count, 56u);
  });
  ASSERT_TRUE(ended);
}

// IBTA Vol 1, 10.5: each member of the group gets the datagram, others none.
TEST_F(HcaDatagramTest, AMulticastDatagramReachesEveryMember) {
  HcaPair pair;
  const Gid group{0xFF, 0x12, 0x40, 0x1B, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9};
  const bool ended = pair.run([&] {
    const auto near = datagram_qp(pair.client);
    std::vector<std::unique_ptr<QueuePair>> far;
    for (std::uint64_t i = 0; i < 3; ++i) {
      far.push_back(datagram_qp(pair.server));
      far[i]->post_receive(pair.server.buffer.address + i * 256, 200, pair.server.buffer.key);
      if (i < 2) pair.server.verbs->attach(*far[i], group);
    }
    pair.client.fill(0, 64, 3);
    WorkRequest request = datagram(pair, 0xFFFFFF, 64);
    request.destination->dlid = 0xC001;
    request.destination->has_grh = true;
    request.destination->dgid_high = 0xFF12401BFFFF0000;
    request.destination->dgid_low = 9;
    near->post_send(request);
    EXPECT_EQ(pair.server.await_receive().qpn, far[0]->number());
    EXPECT_EQ(pair.server.await_receive().qpn, far[1]->number());
    settle(pair);
    EXPECT_FALSE(pair.server.receive_cq->has_entry());
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.read(kGrhBytes, 64), pair.client.read(0, 64));
  EXPECT_EQ(pair.server.read(256 + kGrhBytes, 64), pair.client.read(0, 64));
  EXPECT_EQ(pair.server.hca->held_packets(), 0u);
}

/// An unreliable connection in place of the reliable one.
class HcaUnreliableConnectionTest : public HcaDatagramTest {
 protected:
  struct Ends {
    std::unique_ptr<QueuePair> near;
    std::unique_ptr<QueuePair> far;
  };
  static Ends connect(HcaPair& pair) {
    PairEnd& a = pair.client;
    PairEnd& b = pair.server;
    Ends ends{a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq, QpType::kUc),
              b.verbs->create_qp(b.pd, {}, *b.send_cq, *b.receive_cq, QpType::kUc)};
    a.verbs->connect(*ends.near, {Lid{2}, ends.far->number(), 0}, pair.options);
    b.verbs->connect(*ends.far, {Lid{1}, ends.near->number(), 0}, pair.options);
    return ends;
  }
};

TEST_F(HcaUnreliableConnectionTest, WritesWithoutAnAnswer) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    const Ends ends = connect(pair);
    pair.client.fill(0, 9000, 5);
    ends.near->post_send(pair.request(WqeOpcode::kRdmaWrite, 9000));
    EXPECT_EQ(pair.client.await_send().byte_count, 9000u);
    settle(pair);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.read(0, 9000), pair.client.read(0, 9000));
  EXPECT_EQ(pair.server.hca->counters().acks_sent, 0u);
}

// ib-facts 6: a gap drops the message; its receive request serves the next one.
TEST_F(HcaUnreliableConnectionTest, ALostPacketDropsItsMessageOnly) {
  HcaPair pair;
  int seen = 0;
  pair.cable.lose = [&seen](const Packet& packet, bool from_a) {
    return from_a && packet.payload_bytes > 0 && ++seen == 2;
  };
  Cqe received;
  const bool ended = pair.run([&] {
    const Ends ends = connect(pair);
    ends.far->post_receive(pair.server.buffer.address, 20000, pair.server.buffer.key);
    ends.near->post_send(pair.request(WqeOpcode::kSend, 3 * 4096));
    ends.near->post_send(pair.request(WqeOpcode::kSend, 77));
    received = pair.server.await_receive();
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(received.byte_count, 77u);
  EXPECT_EQ(pair.server.hca->counters().packets_dropped_unreliable, 1u);
  EXPECT_EQ(pair.client.hca->counters().packets_resent, 0u);
}

// ib-facts 1.5: an unreliable connection has no READ.
TEST_F(HcaUnreliableConnectionTest, AReadIsNotOffered) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    const Ends ends = connect(pair);
    ends.near->post_send(pair.request(WqeOpcode::kRdmaRead, 8));
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kLocalQpOperation);
  });
  ASSERT_TRUE(ended);
}

// IBTA Vol 1, 9.8.2: a wrong R_Key is dropped in silence; the connection lives on.
TEST_F(HcaUnreliableConnectionTest, AWrongRKeyIsDroppedInSilence) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    const Ends ends = connect(pair);
    pair.client.fill(0, 64, 2);
    WorkRequest wrong = pair.request(WqeOpcode::kRdmaWrite, 64);
    wrong.rkey ^= 1;
    ends.near->post_send(wrong);
    ends.near->post_send(pair.request(WqeOpcode::kRdmaWrite, 64, 0, 128));
    static_cast<void>(pair.client.await_send());
    static_cast<void>(pair.client.await_send());
    settle(pair);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.read(0, 64), std::vector<std::uint8_t>(64));
  EXPECT_EQ(pair.server.read(128, 64), pair.client.read(0, 64));
}

}  // namespace
}  // namespace ib::tb
