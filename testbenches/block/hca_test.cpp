// SPDX-License-Identifier: Apache-2.0
#include "models/hca/hca.h"

#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

class HcaTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION) << "one test a process";
  }
};

TEST_F(HcaTest, WritesAMessageOfManyPacketsByteForByte) {
  HcaPair pair;
  constexpr std::uint32_t kBytes = 3 * 4096 + 5;
  Cqe done;
  const bool ended = pair.run([&] {
    pair.client.fill(0, kBytes, 1);
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, kBytes, 0, 4096));
    done = pair.client.await_send();
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(done.opcode, CqeOpcode::kRequester);
  EXPECT_EQ(done.byte_count, kBytes);
  EXPECT_EQ(pair.server.read(4096, kBytes), pair.client.read(0, kBytes));
  EXPECT_EQ(pair.server.read(4096 + kBytes, 1).front(), 0);
  EXPECT_EQ(pair.client.hca->counters().request_packets, 4u);
}

TEST_F(HcaTest, WritesInlineDataByBlueFlameWithoutReadingHostMemory) {
  HcaPair pair;
  std::uint64_t read_before = 0;
  const bool ended = pair.run([&] {
    pair.client.fill(0, 100, 3);
    read_before = pair.client.hca->dma_engine().bytes_read();
    WorkRequest request = pair.request(WqeOpcode::kRdmaWrite, 100);
    request.inline_data = true;
    pair.client.qp->post_send(request);
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.read(0, 100), pair.client.read(0, 100));
  EXPECT_EQ(pair.client.hca->dma_engine().bytes_read(), read_before);
  EXPECT_EQ(pair.client.hca->counters().blueflame_wqes, 1u);
}

TEST_F(HcaTest, SendsIntoAPostedReceive) {
  HcaPair pair;
  constexpr std::uint32_t kBytes = 4096 + 100;
  Cqe received;
  const bool ended = pair.run([&] {
    pair.server.qp->post_receive(pair.server.buffer.address + 512, 8192, pair.server.buffer.key);
    pair.client.fill(0, kBytes, 5);
    pair.client.qp->post_send(pair.request(WqeOpcode::kSend, kBytes));
    received = pair.server.await_receive();
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(received.opcode, CqeOpcode::kResponderSend);
  EXPECT_EQ(received.byte_count, kBytes);
  EXPECT_EQ(received.slid, 1);
  EXPECT_EQ(pair.server.read(512, kBytes), pair.client.read(0, kBytes));
}

TEST_F(HcaTest, WriteWithImmediateTakesAReceiveRequest) {
  HcaPair pair;
  Cqe received;
  const bool ended = pair.run([&] {
    pair.server.qp->post_receive(pair.server.buffer.address, 0, pair.server.buffer.key);
    pair.client.fill(0, 64, 9);
    WorkRequest request = pair.request(WqeOpcode::kRdmaWriteImmediate, 64, 0, 256);
    request.immediate = 0xCAFE0001;
    pair.client.qp->post_send(request);
    received = pair.server.await_receive();
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(received.opcode, CqeOpcode::kResponderWriteImmediate);
  EXPECT_EQ(received.immediate, 0xCAFE0001u);
  EXPECT_EQ(received.byte_count, 64u);
  EXPECT_EQ(pair.server.read(256, 64), pair.client.read(0, 64));
}

TEST_F(HcaTest, ReadsRemoteMemory) {
  HcaPair pair;
  constexpr std::uint32_t kBytes = 2 * 4096 + 17;
  const bool ended = pair.run([&] {
    pair.server.fill(128, kBytes, 77);
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaRead, kBytes, 64, 128));
    const Cqe done = pair.client.await_send();
    EXPECT_EQ(done.opcode, CqeOpcode::kRequester);
    EXPECT_EQ(done.byte_count, kBytes);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.client.read(64, kBytes), pair.server.read(128, kBytes));
}

// ib-facts 6: RNR NAK: the requester waits the timer, then resends from that PSN.
TEST_F(HcaTest, ASendThatFindsNoReceiveIsTriedAgain) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    pair.client.fill(0, 32, 4);
    pair.client.qp->post_send(pair.request(WqeOpcode::kSend, 32));
    pair.client.host->spend(10000);
    pair.server.qp->post_receive(pair.server.buffer.address, 64, pair.server.buffer.key);
    EXPECT_EQ(pair.server.await_receive().byte_count, 32u);
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().rnr_naks_sent, 1u);
  EXPECT_EQ(pair.client.hca->counters().rnr_naks_received, 1u);
  EXPECT_EQ(pair.server.read(0, 32), pair.client.read(0, 32));
}

TEST_F(HcaTest, ALostMiddlePacketIsSentAgainAfterASequenceNak) {
  HcaPair pair;
  constexpr std::uint32_t kBytes = 8 * 4096;
  int seen = 0;
  pair.cable.lose = [&seen](const Packet& packet, bool from_a) {
    return from_a && packet.payload_bytes > 0 && ++seen == 3;
  };
  const bool ended = pair.run([&] {
    pair.client.fill(0, kBytes, 6);
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, kBytes));
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().sequence_naks_sent, 1u);
  EXPECT_EQ(pair.client.hca->counters().transport_timeouts, 0u);
  EXPECT_EQ(pair.server.read(0, kBytes), pair.client.read(0, kBytes));
}

TEST_F(HcaTest, ALostLastPacketIsSentAgainAfterTheTimeOut) {
  HcaPair pair;
  pair.options.timeout = 4;  // 65.5 us
  bool lost = false;
  pair.cable.lose = [&lost](const Packet&, bool from_a) {
    return from_a && !std::exchange(lost, true);
  };
  const bool ended = pair.run([&] {
    pair.client.fill(0, 100, 6);
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 100));
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.client.hca->counters().transport_timeouts, 1u);
  EXPECT_EQ(pair.server.read(0, 100), pair.client.read(0, 100));
}

TEST_F(HcaTest, ALostAckLeadsToADuplicateThatIsNotExecuted) {
  HcaPair pair;
  pair.options.timeout = 4;
  bool lost = false;
  pair.cable.lose = [&lost](const Packet&, bool from_a) {
    return !from_a && !std::exchange(lost, true);
  };
  const bool ended = pair.run([&] {
    pair.server.qp->post_receive(pair.server.buffer.address, 64, pair.server.buffer.key);
    pair.client.qp->post_send(pair.request(WqeOpcode::kSend, 16));
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().duplicate_requests, 1u);
  EXPECT_EQ(pair.server.hca->counters().messages_received, 1u);
}

TEST_F(HcaTest, ALostReadResponseIsReadAgain) {
  HcaPair pair;
  constexpr std::uint32_t kBytes = 4 * 4096;
  int seen = 0;
  pair.cable.lose = [&seen](const Packet& packet, bool from_a) {
    return !from_a && packet.payload_bytes > 0 && ++seen == 2;
  };
  const bool ended = pair.run([&] {
    pair.server.fill(0, kBytes, 8);
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaRead, kBytes));
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.client.read(0, kBytes), pair.server.read(0, kBytes));
  EXPECT_EQ(pair.client.hca->counters().transport_timeouts, 0u);
}

TEST_F(HcaTest, GivesUpWhenThePeerNeverAnswers) {
  HcaPair pair;
  pair.options.timeout = 1;
  pair.options.retry_count = 2;
  pair.cable.lose = [](const Packet&, bool from_a) { return from_a; };
  Cqe failed;
  Cqe flushed;
  const bool ended = pair.run([&] {
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 8));
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 8));
    failed = pair.client.await_send();
    flushed = pair.client.await_send();
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(failed.opcode, CqeOpcode::kRequesterError);
  EXPECT_EQ(failed.syndrome, CqeSyndrome::kTransportRetryExceeded);
  EXPECT_EQ(flushed.syndrome, CqeSyndrome::kFlushed);
  EXPECT_EQ(pair.client.hca->counters().transport_timeouts, 3u);
}

TEST_F(HcaTest, AWrongRKeyFailsTheRequestAndTouchesNothing) {
  HcaPair pair;
  Cqe failed;
  const bool ended = pair.run([&] {
    pair.client.fill(0, 64, 2);
    WorkRequest request = pair.request(WqeOpcode::kRdmaWrite, 64);
    request.rkey ^= 1;
    pair.client.qp->post_send(request);
    failed = pair.client.await_send();
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(failed.syndrome, CqeSyndrome::kRemoteAccess);
  EXPECT_EQ(pair.server.read(0, 64), std::vector<std::uint8_t>(64));
}

TEST_F(HcaTest, AWrongLKeyFailsLocallyWithoutAPacket) {
  HcaPair pair;
  Cqe failed;
  const bool ended = pair.run([&] {
    WorkRequest request = pair.request(WqeOpcode::kRdmaWrite, 64);
    request.lkey ^= 1;
    pair.client.qp->post_send(request);
    failed = pair.client.await_send();
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(failed.syndrome, CqeSyndrome::kLocalProtection);
  EXPECT_EQ(pair.client.hca->counters().request_packets, 0u);
}

TEST_F(HcaTest, AReceiveBufferTooSmallFailsBothEnds) {
  HcaPair pair;
  Cqe sent;
  Cqe received;
  const bool ended = pair.run([&] {
    pair.server.qp->post_receive(pair.server.buffer.address, 15, pair.server.buffer.key);
    pair.client.qp->post_send(pair.request(WqeOpcode::kSend, 16));
    received = pair.server.await_receive();
    sent = pair.client.await_send();
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(received.opcode, CqeOpcode::kResponderError);
  EXPECT_EQ(received.syndrome, CqeSyndrome::kLocalLength);
  EXPECT_EQ(sent.syndrome, CqeSyndrome::kRemoteInvalidRequest);
  EXPECT_EQ(pair.server.read(0, 16), std::vector<std::uint8_t>(16));
}

TEST_F(HcaTest, KeepsTheOrderOfManyRequestsThroughRingWraps) {
  HcaPair pair;
  constexpr std::uint32_t kMessages = 2000;  // the ring holds 512 blocks
  const bool ended = pair.run([&] {
    std::uint32_t completed = 0;
    for (std::uint32_t i = 0; i < kMessages; ++i) {
      while (i - completed >= 200) {
        EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
        ++completed;
      }
      pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 64, i % 64 * 64, i % 64 * 64));
    }
    for (; completed < kMessages; ++completed) {
      EXPECT_EQ(pair.client.await_send().wqe_counter, completed & 0xFFFF);
    }
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().messages_received, kMessages);
}

}  // namespace
}  // namespace ib::tb
