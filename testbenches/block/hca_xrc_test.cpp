// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

/// One XRC connection to a server with two processes: a shared receive queue each, of one domain,
/// with its own protection domain and completion queue.
class HcaXrcTest : public testing::Test {
 protected:
  static constexpr std::uint64_t kSecond = 1 << 19;  ///< Offset of the second process's buffer.
  static constexpr std::uint32_t kRegionBytes = 1 << 19;

  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  void open(HcaPair& pair) {
    PairEnd& a = pair.client;
    PairEnd& b = pair.server;
    eq_ = b.verbs->create_eq(4, 0, ~std::uint64_t{0});
    xrcd_ = b.verbs->allocate_xrcd();
    for (std::size_t i = 0; i < 2; ++i) {
      pd_[i] = b.verbs->allocate_pd();
      cq_[i] = b.verbs->create_cq(6);
      srq_[i] = b.verbs->create_xrc_srq(pd_[i], 4, xrcd_, *cq_[i]);
      region_[i] =
          b.verbs->register_memory(pd_[i], b.buffer.address + i * kSecond, kRegionBytes, 0xF);
    }
    initiator_ = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq, QpType::kXrcInitiator);
    target_ = b.verbs->create_xrc_target(xrcd_);
    a.verbs->connect(*initiator_, {Lid{2}, target_->number(), 0}, pair.options);
    b.verbs->connect_passive(*target_, {Lid{1}, initiator_->number(), 0}, pair.options);
  }
  WorkRequest to(const HcaPair& pair, std::size_t process, WqeOpcode opcode,
                 std::uint32_t bytes) const {
    WorkRequest request = pair.request(opcode, bytes);
    request.xrc_srqn = srq_[process]->number();
    request.remote_address = region_[process].address;
    request.rkey = region_[process].key;
    return request;
  }
  void post(std::size_t process, std::uint32_t bytes) {
    srq_[process]->post(region_[process].address, bytes, region_[process].key);
  }
  CqeSyndrome outcome(HcaPair& pair, const WorkRequest& request) {
    initiator_->post_send(request);
    return pair.client.await_send().syndrome;
  }

  std::uint32_t xrcd_ = 0;
  std::unique_ptr<EventQueue> eq_;
  std::array<std::uint32_t, 2> pd_{};
  std::array<std::unique_ptr<CompletionQueue>, 2> cq_;
  std::array<std::unique_ptr<SharedReceiveQueue>, 2> srq_;
  std::array<MemoryRegion, 2> region_;
  std::unique_ptr<QueuePair> initiator_;
  std::unique_ptr<QueuePair> target_;
};

// IBTA Vol 1, A14: one connection serves all processes of a node; a SEND names whose.
TEST_F(HcaXrcTest, ASendGoesToTheQueueItNames) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    for (const std::size_t process : {1u, 0u, 1u}) {
      post(process, 9000);
      pair.client.fill(0, 9000, static_cast<unsigned>(process));
      initiator_->post_send(to(pair, process, WqeOpcode::kSend, 9000));
      const Cqe cqe = pair.server.await(*cq_[process]);
      EXPECT_EQ(cqe.opcode, CqeOpcode::kResponderSend);
      EXPECT_EQ(cqe.srqn, srq_[process]->number());
      EXPECT_EQ(cqe.qpn, target_->number());
      EXPECT_EQ(cqe.byte_count, 9000u);
      EXPECT_EQ(pair.server.read(process * kSecond, 9000), pair.client.read(0, 9000));
      EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
    }
  });
  ASSERT_TRUE(ended);
}

// IBTA Vol 1, A14: opcodes 0xA0 up; XRCETH (8 reserved, 24 SRQ) in each request and no response.
TEST_F(HcaXrcTest, EachRequestPacketNamesTheQueueAndNoResponseDoes) {
  HcaPair pair;
  std::uint32_t requests = 0;
  std::uint32_t responses = 0;
  pair.cable.lose = [&](const Packet& packet, bool from_a) {
    const std::uint8_t* const bth = bth_bytes(packet);
    if (initiator_ == nullptr || bth[0] < 0xA0) return false;
    if (from_a) {
      ++requests;
      EXPECT_EQ(load_be32(bth + Bth::kBytes), srq_[0]->number());
    } else {
      ++responses;
      const std::size_t aeth = bth[0] == 0xAE ? 0 : 4;  // not in READ response Middle
      EXPECT_EQ(packet.header_bytes, Lrh::kBytes + Bth::kBytes + aeth);
    }
    return false;
  };
  const bool ended = pair.run([&] {
    open(pair);
    post(0, 9000);
    EXPECT_EQ(outcome(pair, to(pair, 0, WqeOpcode::kSend, 9000)), CqeSyndrome::kNone);
    EXPECT_EQ(outcome(pair, to(pair, 0, WqeOpcode::kRdmaWrite, 9000)), CqeSyndrome::kNone);
    EXPECT_EQ(outcome(pair, to(pair, 0, WqeOpcode::kRdmaRead, 9000)), CqeSyndrome::kNone);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(requests, 3u + 3u + 1u);
  EXPECT_EQ(responses, 1u + 1u + 3u);
}

TEST_F(HcaXrcTest, WritesReadsAndAtomicsReachTheMemoryOfTheNamedProcess) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    pair.client.fill(0, 10000, 3);
    EXPECT_EQ(outcome(pair, to(pair, 1, WqeOpcode::kRdmaWrite, 10000)), CqeSyndrome::kNone);
    EXPECT_EQ(pair.server.read(kSecond, 10000), pair.client.read(0, 10000));
    WorkRequest read = to(pair, 1, WqeOpcode::kRdmaRead, 10000);
    read.local_address += kSecond;
    EXPECT_EQ(outcome(pair, read), CqeSyndrome::kNone);
    EXPECT_EQ(pair.client.read(kSecond, 10000), pair.client.read(0, 10000));
    WorkRequest add = to(pair, 1, WqeOpcode::kFetchAdd, 8);
    add.swap_or_add = 5;
    const auto before = load_le64(pair.server.read(kSecond, 8).data());
    EXPECT_EQ(outcome(pair, add), CqeSyndrome::kNone);
    EXPECT_EQ(load_le64(pair.client.read(0, 8).data()), before);
    EXPECT_EQ(load_le64(pair.server.read(kSecond, 8).data()), before + 5);
  });
  ASSERT_TRUE(ended);
}

// The protection domain of a request is that of the queue it names, not of the connection.
TEST_F(HcaXrcTest, AKeyOfAnotherProcessIsRefused) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::vector<std::uint8_t> before = pair.server.read(kSecond, 64);
    pair.client.fill(0, 64, 9);
    WorkRequest request = to(pair, 0, WqeOpcode::kRdmaWrite, 64);
    request.remote_address = region_[1].address;
    request.rkey = region_[1].key;
    EXPECT_EQ(outcome(pair, request), CqeSyndrome::kRemoteAccess);
    EXPECT_EQ(pair.server.read(kSecond, 64), before);
    EXPECT_EQ(pair.server.verbs->query(*target_).state, QpState::kError);
  });
  ASSERT_TRUE(ended);
}

// IBTA Vol 1, A14: XRC domain violation, and a queue that does not exist.
TEST_F(HcaXrcTest, AQueueOfAnotherDomainIsAnInvalidRequestAndAnEvent) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const std::uint32_t foreign = pair.server.verbs->allocate_xrcd();
    const auto srq = pair.server.verbs->create_xrc_srq(pd_[0], 4, foreign, *cq_[0]);
    srq->post(region_[0].address, 64, region_[0].key);
    WorkRequest request = to(pair, 0, WqeOpcode::kSend, 64);
    request.xrc_srqn = srq->number();
    EXPECT_EQ(outcome(pair, request), CqeSyndrome::kRemoteInvalidRequest);
    pair.server.host->poll_until(eq_->watch(), [&] { return eq_->has_entry(); });
    std::optional<Eqe> event = eq_->poll();
    while (event && event->type == EventType::kCommunicationEstablished) event = eq_->poll();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->type, EventType::kInvalidRequest);
    EXPECT_EQ(event->object, target_->number());
    EXPECT_FALSE(cq_[0]->has_entry());
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaXrcTest, AQueueThatDoesNotExistIsAnInvalidRequest) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    WorkRequest request = to(pair, 0, WqeOpcode::kSend, 64);
    request.xrc_srqn = 0xABCDE;
    EXPECT_EQ(outcome(pair, request), CqeSyndrome::kRemoteInvalidRequest);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaXrcTest, AnEmptyNamedQueueIsRefusedAsNotReady) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    post(1, 64);  // not the one that is named
    initiator_->post_send(to(pair, 0, WqeOpcode::kSend, 64));
    pair.client.host->spend(10000);
    EXPECT_EQ(pair.server.hca->counters().rnr_naks_sent, 1u);
    post(0, 64);
    EXPECT_EQ(pair.server.await(*cq_[0]).byte_count, 64u);
    EXPECT_FALSE(cq_[1]->has_entry());
  });
  ASSERT_TRUE(ended);
}

// The destruction of a queue in the middle of its messages breaks the connection, not the chip.
TEST_F(HcaXrcTest, AQueueDestroyedUnderAMessageIsAnInvalidRequest) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    post(0, kRegionBytes);
    initiator_->post_send(to(pair, 0, WqeOpcode::kSend, kRegionBytes));  // 10 us on the wire
    pair.client.host->spend(1500);
    pair.server.verbs->commands().execute(CommandOpcode::kDestroySrq, srq_[0]->number());
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kRemoteInvalidRequest);
    EXPECT_EQ(pair.server.await(*cq_[0]).opcode, CqeOpcode::kResponderError);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaXrcTest, LostPacketsAreSentAgain) {
  HcaPair pair;
  pair.options.timeout = 8;  // 1.05 ms
  int seen = 0;
  pair.cable.lose = [&](const Packet& packet, bool) {
    return *bth_bytes(packet) >= 0xA0 && ++seen % 7 == 3;
  };
  const bool ended = pair.run([&] {
    open(pair);
    for (unsigned round = 0; round < 10; ++round) {
      post(1, 20000);
      pair.client.fill(0, 20000, round);
      EXPECT_EQ(outcome(pair, to(pair, 1, WqeOpcode::kSend, 20000)), CqeSyndrome::kNone);
      EXPECT_EQ(pair.server.await(*cq_[1]).byte_count, 20000u);
      EXPECT_EQ(pair.server.read(kSecond, 20000), pair.client.read(0, 20000));
    }
  });
  ASSERT_TRUE(ended);
  EXPECT_GT(pair.client.hca->counters().packets_resent, 0u);
}

// A target has no send queue and an initiator no receive queue.
TEST_F(HcaXrcTest, ATargetsDoorbellIsIgnored) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    const auto before = pair.server.hca->counters().doorbells_ignored;
    target_->post_send(pair.request(WqeOpcode::kSend, 8));
    pair.client.host->spend(2000);
    EXPECT_EQ(pair.server.hca->counters().doorbells_ignored, before + 1);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaXrcTest, ADomainInUseStays) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    open(pair);
    CommandChannel& commands = pair.server.verbs->commands();
    const auto status = [&](CommandOpcode opcode, std::uint32_t object) {
      return commands.try_execute(opcode, object, {}).status;
    };
    EXPECT_EQ(status(CommandOpcode::kDeallocXrcd, xrcd_), CommandStatus::kResourceBusy);
    EXPECT_EQ(status(CommandOpcode::kDestroyCq, cq_[0]->number()), CommandStatus::kResourceBusy);
    EXPECT_EQ(status(CommandOpcode::kDestroyQp, target_->number()), CommandStatus::kOk);
    for (const auto& srq : srq_) {
      EXPECT_EQ(status(CommandOpcode::kDestroySrq, srq->number()), CommandStatus::kOk);
    }
    EXPECT_EQ(status(CommandOpcode::kDeallocXrcd, xrcd_), CommandStatus::kOk);
    EXPECT_EQ(status(CommandOpcode::kDeallocXrcd, xrcd_), CommandStatus::kBadResource);
  });
  ASSERT_TRUE(ended);
}

}  // namespace
}  // namespace ib::tb
