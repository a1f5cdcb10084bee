// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/ib/queues/doorbell.h"
#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

/// A guest or a peer that does what it must not: each is refused as the rule says, and the
/// connection beside it works.
class HcaHostileTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  static std::uint8_t* bth_of(const Packet& packet) {
    return const_cast<Packet&>(packet).header.data() + bth_offset(packet);
  }
  static CqeSyndrome write(HcaPair& pair) {
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 64));
    return pair.client.await_send().syndrome;
  }
};

TEST_F(HcaHostileTest, ADoorbellInAForeignPageIsIgnored) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    SendWqe wqe = build_send_wqe(pair.request(WqeOpcode::kRdmaWrite, 64), pair.client.qp->number(),
                                 0, nullptr);
    pair.client.host->write_register(uar_address(1, kBlueFlameOffset), wqe.bytes.data(), 64);
    pair.client.host->spend(5000);
    EXPECT_EQ(pair.client.hca->counters().doorbells_ignored, 1u);
    EXPECT_EQ(pair.client.hca->counters().wqes_decoded, 0u);
    EXPECT_EQ(write(pair), CqeSyndrome::kNone);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaHostileTest, ADoorbellForNoQueuePairIsIgnored) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    SendWqe wqe = build_send_wqe(pair.request(WqeOpcode::kRdmaWrite, 64), 0xFFFF, 0, nullptr);
    pair.client.host->write_register(uar_address(0, kBlueFlameOffset), wqe.bytes.data(), 8);
    pair.client.host->spend(5000);
    EXPECT_EQ(pair.client.hca->counters().doorbells_ignored, 1u);
    EXPECT_EQ(write(pair), CqeSyndrome::kNone);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaHostileTest, MailboxesOfWrongSizesAreRefused) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    CommandChannel& commands = pair.client.verbs->commands();
    for (const CommandOpcode opcode :
         {CommandOpcode::kCreateQp, CommandOpcode::kModifyQp, CommandOpcode::kCreateCq,
          CommandOpcode::kCreateMkey, CommandOpcode::kCreateSrq, CommandOpcode::kAttachMulticast}) {
      for (const std::size_t bytes : {0u, 13u, 252u}) {
        EXPECT_EQ(commands.try_execute(opcode, 0, std::vector<std::uint8_t>(bytes)).status,
                  CommandStatus::kBadInputLength);
      }
    }
    EXPECT_EQ(
        commands.try_execute(CommandOpcode::kAllocPd, 0, std::vector<std::uint8_t>(16)).status,
        CommandStatus::kBadInputLength);
    EXPECT_EQ(
        commands.try_execute(CommandOpcode::kQueryQp, pair.client.qp->number(), {}, 64).status,
        CommandStatus::kBadOutputLength);
    EXPECT_EQ(write(pair), CqeSyndrome::kNone);
  });
  ASSERT_TRUE(ended);
}

// ib-facts 6: READs outstanding at most max_rd_atomic; a peer that sends more breaks its
// connection.
TEST_F(HcaHostileTest, MoreReadsThanTheResponderHasResourcesForAreAnInvalidRequest) {
  HcaPair pair;
  pair.connects = false;
  const bool ended = pair.run([&] {
    ConnectionOptions few = pair.options;
    few.reads = 1;
    pair.client.verbs->connect(*pair.client.qp, {Lid{2}, pair.server.qp->number(), 0},
                               pair.options);
    pair.server.verbs->connect(*pair.server.qp, {Lid{1}, pair.client.qp->number(), 0}, few);
    for (int i = 0; i < 3; ++i) {
      pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaRead, 1 << 19));
    }
    CqeSyndrome first_error = CqeSyndrome::kNone;
    for (int i = 0; i < 3 && first_error == CqeSyndrome::kNone; ++i) {
      first_error = pair.client.await_send().syndrome;
    }
    EXPECT_EQ(first_error, CqeSyndrome::kRemoteInvalidRequest);
    EXPECT_EQ(pair.server.verbs->query(*pair.server.qp).state, QpState::kError);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaHostileTest, AResponseThatNobodyAskedForIsIgnored) {
  HcaPair pair;
  pair.options.timeout = 4;  // 65 us
  int changed = 0;
  pair.cable.lose = [&](const Packet& packet, bool from_a) {
    // The acknowledgement of the first WRITE says that it is the answer to a READ.
    const bool first_ack = !from_a && *bth_bytes(packet) == 0x11 && changed == 0;
    if (first_ack) {
      *bth_of(packet) = 0x10;
      ++changed;
    }
    return false;
  };
  const bool ended = pair.run([&] { EXPECT_EQ(write(pair), CqeSyndrome::kNone); });
  ASSERT_TRUE(ended);
  EXPECT_EQ(changed, 1);
  EXPECT_EQ(pair.client.hca->counters().transport_timeouts, 1u);
}

// ib-facts 2.1: the end node drops a packet whose ICRC is wrong, though each VCRC was right.
TEST_F(HcaHostileTest, APacketWhoseIcrcIsWrongIsDroppedCountedAndSentAgain) {
  HcaPair pair;
  pair.options.timeout = 4;
  int changed = 0;
  pair.cable.lose = [&](const Packet& packet, bool from_a) {
    const bool first_write = from_a && *bth_bytes(packet) == 0x0A && changed++ == 0;
    if (first_write) const_cast<Packet&>(packet).icrc_error = 1;
    return false;
  };
  const bool ended = pair.run([&] { EXPECT_EQ(write(pair), CqeSyndrome::kNone); });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().icrc_errors, 1u);
  EXPECT_EQ(pair.client.hca->counters().transport_timeouts, 1u);
}

TEST_F(HcaHostileTest, APacketForNoQueuePairIsDroppedAndCounted) {
  HcaPair pair;
  pair.options.timeout = 4;
  int changed = 0;
  pair.cable.lose = [&](const Packet& packet, bool from_a) {
    if (from_a && *bth_bytes(packet) == 0x0A && changed++ == 0) bth_of(packet)[6] ^= 0x40;
    return false;
  };
  const bool ended = pair.run([&] { EXPECT_EQ(write(pair), CqeSyndrome::kNone); });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().packets_misdirected, 1u);
}

}  // namespace
}  // namespace ib::tb
