// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

/// A raw queue pair at each end.
class HcaRawTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  void open(HcaPair& pair, QpType type) {
    PairEnd& a = pair.client;
    PairEnd& b = pair.server;
    near_ = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq, type);
    far_ = b.verbs->create_qp(b.pd, {}, *b.send_cq, *b.receive_cq, type);
    a.verbs->ready(*near_, 0);
    b.verbs->ready(*far_, 0);
  }
  static WorkRequest raw(const HcaPair& pair, std::uint32_t bytes) {
    WorkRequest request = pair.request(WqeOpcode::kSend, bytes);
    request.destination = AddressVector{};
    request.destination->dlid = 2;
    request.destination->sl = 3;
    return request;
  }
  void post(const HcaPair& pair) {
    far_->post_receive(pair.server.buffer.address, 4096, pair.server.buffer.key);
  }

  std::unique_ptr<QueuePair> near_;
  std::unique_ptr<QueuePair> far_;
};

// ib-facts 1.1: LNH 0, LRH 8, RWH 4 (16 reserved bits, EtherType), payload, VCRC 2; no ICRC.
TEST_F(HcaRawTest, AnEtherTypePacketCrossesWithoutTransport) {
  HcaPair pair;
  std::vector<std::uint8_t> header;
  std::uint32_t wire_bytes = 0;
  pair.cable.lose = [&](const Packet& packet, bool) {
    header.assign(packet.header.begin(), packet.header.begin() + packet.header_bytes);
    wire_bytes = packet.wire_bytes;
    return false;
  };
  const bool ended = pair.run([&] {
    open(pair, QpType::kRawEtherType);
    post(pair);
    pair.client.fill(0, 64, 5);
    WorkRequest request = raw(pair, 64);
    request.immediate = 0x0806;
    near_->post_send(request);
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
    const Cqe cqe = pair.server.await_receive();
    EXPECT_EQ(cqe.byte_count, 64u);
    EXPECT_EQ(cqe.immediate, 0x0806u);
    EXPECT_EQ(cqe.slid, 1);
    EXPECT_EQ(cqe.sl, 3);
    EXPECT_EQ(pair.server.read(0, 64), pair.client.read(0, 64));
  });
  ASSERT_TRUE(ended);
  ASSERT_EQ(header.size(), 12u);
  EXPECT_EQ(header[1] & 3, 0);
  EXPECT_EQ(load_be32(header.data() + 8), 0x0806u);
  EXPECT_EQ(wire_bytes, 8u + 4 + 64 + 2);
}

// ib-facts 1.1: LNH 1, LRH 8, the IPv6 packet as software made it, VCRC 2.
TEST_F(HcaRawTest, AnIpv6PacketCrossesAsItIs) {
  HcaPair pair;
  std::uint32_t lnh_seen = 9;
  std::uint32_t wire_bytes = 0;
  pair.cable.lose = [&](const Packet& packet, bool) {
    lnh_seen = packet.header[1] & 3u;
    wire_bytes = packet.wire_bytes;
    return false;
  };
  const bool ended = pair.run([&] {
    open(pair, QpType::kRawIpv6);
    post(pair);
    pair.client.fill(0, 100, 6);
    near_->post_send(raw(pair, 100));
    EXPECT_EQ(pair.server.await_receive().byte_count, 100u);
    EXPECT_EQ(pair.server.read(0, 100), pair.client.read(0, 100));
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(lnh_seen, 1u);
  EXPECT_EQ(wire_bytes, 8u + 100 + 2);
}

TEST_F(HcaRawTest, ALengthThatIsNoMultipleOfFourIsALocalLengthError) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair, QpType::kRawEtherType);
    near_->post_send(raw(pair, 62));
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kLocalLength);
    EXPECT_EQ(pair.client.verbs->query(*near_).state, QpState::kSqe);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaRawTest, LessThanAnIpv6HeaderIsALocalLengthError) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair, QpType::kRawIpv6);
    near_->post_send(raw(pair, 36));
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kLocalLength);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaRawTest, NobodyTakesAPacketOfTheOtherKind) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair, QpType::kRawEtherType);
    const auto other = pair.client.verbs->create_qp(pair.client.pd, {}, *pair.client.send_cq,
                                                    *pair.client.receive_cq, QpType::kRawIpv6);
    pair.client.verbs->ready(*other, 0);
    post(pair);
    other->post_send(raw(pair, 64));
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
    pair.client.host->spend(3000);
    EXPECT_FALSE(pair.server.receive_cq->has_entry());
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().packets_misdirected, 1u);
}

TEST_F(HcaRawTest, APortHasOneQueuePairOfEachKind) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair, QpType::kRawIpv6);
    PairEnd& a = pair.client;
    QpContext context;
    context.type = QpType::kRawIpv6;
    context.pd = a.pd;
    context.cqn_send = a.send_cq->number();
    context.cqn_receive = a.receive_cq->number();
    std::vector<std::uint8_t> bytes(qp_context::kBytes);
    encode(context, bytes.data());
    CommandChannel& commands = a.verbs->commands();
    EXPECT_EQ(commands.try_execute(CommandOpcode::kCreateQp, 0, bytes).status,
              CommandStatus::kResourceBusy);
    EXPECT_EQ(commands.try_execute(CommandOpcode::kDestroyQp, near_->number(), {}).status,
              CommandStatus::kOk);
    EXPECT_EQ(commands.try_execute(CommandOpcode::kCreateQp, 0, bytes).status, CommandStatus::kOk);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaRawTest, OnlySendsAreOffered) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair, QpType::kRawEtherType);
    WorkRequest request = raw(pair, 64);
    request.opcode = WqeOpcode::kRdmaWrite;
    near_->post_send(request);
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kLocalQpOperation);
  });
  ASSERT_TRUE(ended);
}

}  // namespace
}  // namespace ib::tb
