// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/ib/packet/packet_codec.h"
#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

class HcaPolicyTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  /// Posts `messages` WRITEs of `bytes` at once and takes all completions.
  static void burst(HcaPair& pair, int messages, std::uint32_t bytes) {
    for (int i = 0; i < messages; ++i) {
      pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, bytes));
    }
    for (int i = 0; i < messages; ++i) {
      EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
    }
  }
};

// 16 packets ask once within the message and once at its end.
TEST_F(HcaPolicyTest, ALongMessageIsAcknowledgedEverySixteenPackets) {
  HcaPair pair;
  ASSERT_TRUE(pair.run([&] { burst(pair, 1, 40 * 4096); }));
  EXPECT_EQ(pair.server.hca->counters().acks_sent, 3u);
}

TEST_F(HcaPolicyTest, ADelayedAckStandsForThePacketsThatCameMeanwhile) {
  hca::HcaConfig config;
  config.ack_delay_ns = 5000;
  config.ack_coalescing_packets = 8;
  HcaPair pair(config);
  ASSERT_TRUE(pair.run([&] { burst(pair, 16, 64); }));
  EXPECT_EQ(pair.server.hca->counters().acks_sent, 2u);
}

TEST_F(HcaPolicyTest, ADelayedAckComesAtTheLatestAfterItsDelay) {
  hca::HcaConfig config;
  config.ack_delay_ns = 5000;
  HcaPair pair(config);
  double took_ns = 0;
  ASSERT_TRUE(pair.run([&] {
    const sc_core::sc_time start = sc_core::sc_time_stamp();
    burst(pair, 1, 64);
    took_ns = (sc_core::sc_time_stamp() - start).to_seconds() * 1e9;
  }));
  EXPECT_GT(took_ns, 5000);
  EXPECT_LT(took_ns, 8000);
}

// A host slower than the link holds the peer back by credits; nothing is dropped or resent.
TEST_F(HcaPolicyTest, ASlowHostStopsThePeerByCredits) {
  hca::HcaConfig config;
  config.pcie.generation = 3;
  config.pcie.lanes = 4;
  HcaPair pair(config, kNever, "", hca::HcaConfig{});
  ASSERT_TRUE(pair.run([&] { burst(pair, 16, 65536); }));
  EXPECT_GT(pair.client.hca->port().counters().xmit_wait, 0u);
  EXPECT_EQ(pair.server.hca->port().counters().buffer_overruns, 0u);
  EXPECT_EQ(pair.client.hca->counters().packets_resent, 0u);
}

// READs of one queue pair beyond max_rd_atomic wait at the requester.
TEST_F(HcaPolicyTest, ReadsBeyondTheAgreedNumberWait) {
  HcaPair pair;
  pair.options.reads = 2;
  int open = 0;
  int most = 0;
  pair.cable.lose = [&](const Packet& packet, bool from_a) {
    const OpcodeInfo& info = opcode_info(packet);
    if (from_a && info.operation == Operation::kReadRequest) most = std::max(most, ++open);
    if (!from_a && info.operation == Operation::kReadResponse && info.ends_message()) --open;
    return false;
  };
  ASSERT_TRUE(pair.run([&] {
    for (int i = 0; i < 10; ++i)
      pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaRead, 4096));
    for (int i = 0; i < 10; ++i) EXPECT_EQ(pair.client.await_send().byte_count, 4096u);
  }));
  EXPECT_EQ(most, 2);
}

TEST_F(HcaPolicyTest, AQueuePairInInitDropsWhatComes) {
  HcaPair pair;
  pair.connects = false;
  ASSERT_TRUE(pair.run([&] {
    pair.options.timeout = 1;
    pair.options.retry_count = 1;
    pair.client.verbs->connect(*pair.client.qp, {Lid{2}, pair.server.qp->number(), 0},
                               pair.options);
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 8));
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kTransportRetryExceeded);
  }));
  EXPECT_EQ(pair.server.hca->counters().packets_misdirected, 2u);
}

// IBTA Vol 1, 9.4.1.1: SEND with invalidate takes the key back; only a key that allows it.
TEST_F(HcaPolicyTest, ASendTakesBackTheKeyItNames) {
  HcaPair pair;
  ASSERT_TRUE(pair.run([&] {
    PairEnd& server = pair.server;
    const MemoryRegion lent =
        server.verbs->register_memory(server.pd, server.buffer.address, 4096, access::kRemoteWrite,
                                      /*remote_invalidate=*/true);
    WorkRequest write = pair.request(WqeOpcode::kRdmaWrite, 8);
    write.rkey = lent.key;
    pair.client.qp->post_send(write);
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
    server.qp->post_receive(server.buffer.address, 64, server.buffer.key);
    WorkRequest send = pair.request(WqeOpcode::kSendInvalidate, 8);
    send.immediate = lent.key;
    pair.client.qp->post_send(send);
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
    const Cqe cqe = server.await_receive();
    EXPECT_EQ(cqe.opcode, CqeOpcode::kResponderSendInvalidate);
    EXPECT_EQ(cqe.immediate, lent.key);
    pair.client.qp->post_send(write);
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kRemoteAccess);
  }));
}

TEST_F(HcaPolicyTest, ASendMustNotTakeBackAnOrdinaryKey) {
  HcaPair pair;
  ASSERT_TRUE(pair.run([&] {
    PairEnd& server = pair.server;
    server.qp->post_receive(server.buffer.address, 64, server.buffer.key);
    WorkRequest send = pair.request(WqeOpcode::kSendInvalidate, 8);
    send.immediate = server.buffer.key;
    pair.client.qp->post_send(send);
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kRemoteAccess);
    EXPECT_EQ(server.await_receive().syndrome, CqeSyndrome::kLocalAccess);
  }));
}

// ib-facts 6: low 15 bits equal and not zero, at least one side a full member; else dropped.
TEST_F(HcaPolicyTest, PacketsOfAnotherPartitionAreDropped) {
  HcaPair pair;
  int seen = 0;
  pair.options.timeout = 1;
  pair.cable.lose = [&seen](const Packet& packet, bool from_a) {
    constexpr std::array<std::uint16_t, 3> kKeys = {0x8123, 0x8000, 0x7FFF};
    if (!from_a || seen >= 3) return false;
    auto& header = const_cast<Packet&>(packet).header;
    store_be16(header.data() + bth_offset(packet) + 2, kKeys[static_cast<unsigned>(seen++)]);
    return false;
  };
  ASSERT_TRUE(pair.run([&] { burst(pair, 1, 8); }));
  EXPECT_EQ(pair.server.hca->counters().p_key_violations, 2u);  // 0x7FFF: a limited member
  EXPECT_EQ(pair.client.hca->counters().transport_timeouts, 2u);
}

/// The server posts receives late: how often packets of the client go again.
class HcaCreditTest : public HcaPolicyTest {
 protected:
  static std::uint64_t resent(bool credits) {
    hca::HcaConfig config;
    config.end_to_end_credits = credits;
    HcaPair pair(config);
    const bool ended = pair.run([&] {
      constexpr int kMessages = 20;
      const MemoryRegion& buffer = pair.server.buffer;
      for (int i = 0; i < 4; ++i) pair.server.qp->post_receive(buffer.address, 64, buffer.key);
      for (int i = 0; i < kMessages; ++i) {
        pair.client.qp->post_send(pair.request(WqeOpcode::kSend, 8));
      }
      for (int i = 0; i < kMessages; ++i) {
        static_cast<void>(pair.server.await_receive());
        pair.server.host->spend(2000);
        pair.server.qp->post_receive(buffer.address, 64, buffer.key);
      }
    });
    EXPECT_TRUE(ended);
    return pair.client.hca->counters().packets_resent -
           pair.client.hca->counters().rnr_naks_received;
  }
};

// Only the one probe beyond the limit is ever refused and sent again.
TEST_F(HcaCreditTest, CreditsKeepSendsFromBeingResent) { EXPECT_EQ(resent(/*credits=*/true), 0u); }

TEST_F(HcaCreditTest, WithoutCreditsWhatFollowsARefusalIsResent) {
  EXPECT_GT(resent(/*credits=*/false), 0u);
}

TEST_F(HcaPolicyTest, CommandsRefuseWhatIsStillUsed) {
  HcaPair pair;
  ASSERT_TRUE(pair.run([&] {
    CommandChannel& commands = pair.client.verbs->commands();
    const auto status = [&](CommandOpcode opcode, std::uint32_t object) {
      return commands.try_execute(opcode, object, {}).status;
    };
    EXPECT_EQ(status(CommandOpcode::kDestroyCq, pair.client.send_cq->number()),
              CommandStatus::kResourceBusy);
    EXPECT_EQ(status(CommandOpcode::kDeallocPd, pair.client.pd), CommandStatus::kResourceBusy);
    EXPECT_EQ(status(CommandOpcode::kDestroyQp, pair.client.qp->number()), CommandStatus::kOk);
    EXPECT_EQ(status(CommandOpcode::kDestroyQp, pair.client.qp->number()),
              CommandStatus::kBadResource);
    EXPECT_EQ(status(CommandOpcode::kDestroyCq, pair.client.send_cq->number()), CommandStatus::kOk);
  }));
}

}  // namespace
}  // namespace ib::tb
