// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

constexpr Lid kClient{4};
constexpr Lid kServer{8};

/// A connection whose ends have two LIDs each: 4 and 5, 8 and 9. The second ones are the alternate
/// path.
class HcaMigrationTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  void open(HcaPair& pair) {
    pair.client.hca->set_lid(kClient, 1);
    pair.server.hca->set_lid(kServer, 1);
    pair.connects = false;
    pair.options.timeout = 4;  // 65 us
    pair.options.retry_count = 2;
  }
  void connect(HcaPair& pair) {
    PairEnd& a = pair.client;
    PairEnd& b = pair.server;
    eq_a_ = a.verbs->create_eq(4, 0, ~std::uint64_t{0});
    eq_b_ = b.verbs->create_eq(4, 0, ~std::uint64_t{0});
    a.verbs->connect(*a.qp, {kServer, b.qp->number(), 0}, pair.options);
    b.verbs->connect(*b.qp, {kClient, a.qp->number(), 0}, pair.options);
  }
  static CommandStatus rearm(PairEnd& end, std::uint16_t alternate_dlid) {
    QpContext context;
    context.attr_mask = qp_attribute::kAlternatePath | qp_attribute::kMigrationState;
    context.attributes.alternate.dlid = alternate_dlid;
    context.attributes.alternate.source_path_bits = 1;
    context.attributes.alternate.timeout = 4;
    context.attributes.migration = MigrationState::kRearm;
    return modify(end, context);
  }
  static CommandStatus modify(PairEnd& end, const QpContext& context) {
    std::vector<std::uint8_t> bytes(qp_context::kBytes);
    encode(context, bytes.data());
    return end.verbs->commands()
        .try_execute(CommandOpcode::kModifyQp, end.qp->number(), bytes)
        .status;
  }
  void rearm_both(HcaPair& pair) {
    EXPECT_EQ(rearm(pair.client, kServer.value() + 1), CommandStatus::kOk);
    EXPECT_EQ(rearm(pair.server, kClient.value() + 1), CommandStatus::kOk);
  }
  static CqeSyndrome write(HcaPair& pair, std::uint32_t bytes = 64) {
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, bytes));
    return pair.client.await_send().syndrome;
  }
  static MigrationState state(PairEnd& end) {
    return end.verbs->query(*end.qp).attributes.migration;
  }
  static bool was_told(EventQueue& eq, EventType type, std::uint32_t object) {
    while (const auto event = eq.poll()) {
      if (event->type == type && event->object == object) return true;
    }
    return false;
  }

  std::unique_ptr<EventQueue> eq_a_;
  std::unique_ptr<EventQueue> eq_b_;
};

// IBTA Vol 1, 17.2.8: MigReq is set in Migrated, clear in Rearm; a clear one arms.
TEST_F(HcaMigrationTest, BothEndsAreArmedOnceTheyHaveHeardEachOther) {
  HcaPair pair;
  open(pair);
  std::vector<bool> mig_req;
  pair.cable.lose = [&](const Packet& packet, bool) {
    mig_req.push_back(Bth::decode(bth_bytes(packet)).mig_req);
    return false;
  };
  const bool ended = pair.run([&] {
    connect(pair);
    EXPECT_EQ(write(pair), CqeSyndrome::kNone);
    EXPECT_EQ(mig_req, (std::vector<bool>{true, true}));
    rearm_both(pair);
    EXPECT_EQ(state(pair.client), MigrationState::kRearm);
    EXPECT_EQ(write(pair), CqeSyndrome::kNone);
    EXPECT_EQ(mig_req, (std::vector<bool>{true, true, false, false}));
    EXPECT_EQ(state(pair.client), MigrationState::kArmed);
    EXPECT_EQ(state(pair.server), MigrationState::kArmed);
  });
  ASSERT_TRUE(ended);
}

// The primary path dies under a message: both ends go over, tell their software, nothing is lost.
TEST_F(HcaMigrationTest, AFailedPathIsReplacedByTheAlternateOne) {
  HcaPair pair;
  open(pair);
  bool broken = false;
  pair.cable.lose = [&](const Packet& packet, bool) {
    return broken && packet.dlid.value() % 2 == 0;
  };
  const bool ended = pair.run([&] {
    connect(pair);
    rearm_both(pair);
    EXPECT_EQ(write(pair), CqeSyndrome::kNone);
    broken = true;
    pair.client.fill(0, 50000, 9);
    EXPECT_EQ(write(pair, 50000), CqeSyndrome::kNone);
    EXPECT_EQ(pair.server.read(0, 50000), pair.client.read(0, 50000));
    EXPECT_EQ(state(pair.client), MigrationState::kMigrated);
    EXPECT_EQ(state(pair.server), MigrationState::kMigrated);
    EXPECT_TRUE(was_told(*eq_a_, EventType::kPathMigrated, pair.client.qp->number()));
    EXPECT_TRUE(was_told(*eq_b_, EventType::kPathMigrated, pair.server.qp->number()));
    const QpContext context = pair.client.verbs->query(*pair.client.qp);
    EXPECT_EQ(context.attributes.dlid, kServer.value() + 1);
    EXPECT_EQ(context.attributes.alternate.dlid, 0);
    // And back, once the old path works and is the alternate one.
    broken = false;
    EXPECT_EQ(rearm(pair.client, kServer.value()), CommandStatus::kOk);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaMigrationTest, SoftwareMayMigrateAtWill) {
  HcaPair pair;
  open(pair);
  std::vector<std::uint16_t> dlids;
  pair.cable.lose = [&](const Packet& packet, bool) {
    dlids.push_back(packet.dlid.value());
    return false;
  };
  const bool ended = pair.run([&] {
    connect(pair);
    rearm_both(pair);
    EXPECT_EQ(write(pair), CqeSyndrome::kNone);
    dlids.clear();
    QpContext context;
    context.attr_mask = qp_attribute::kMigrationState;
    context.attributes.migration = MigrationState::kMigrated;
    EXPECT_EQ(modify(pair.client, context), CommandStatus::kOk);
    EXPECT_EQ(write(pair), CqeSyndrome::kNone);
    EXPECT_EQ(dlids, (std::vector<std::uint16_t>{9, 5}));
    EXPECT_EQ(state(pair.server), MigrationState::kMigrated);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaMigrationTest, AnEndThatIsNotArmedFailsAsEver) {
  HcaPair pair;
  open(pair);
  bool broken = false;
  pair.cable.lose = [&](const Packet&, bool) { return broken; };
  const bool ended = pair.run([&] {
    connect(pair);
    EXPECT_EQ(write(pair), CqeSyndrome::kNone);
    broken = true;
    EXPECT_EQ(write(pair), CqeSyndrome::kTransportRetryExceeded);
  });
  ASSERT_TRUE(ended);
}

// A peer that migrates towards an end that is only rearmed is not heard; software is told.
TEST_F(HcaMigrationTest, AMigrationThatIsNotAwaitedIsRefusedAndAnEvent) {
  HcaPair pair;
  open(pair);
  const bool ended = pair.run([&] {
    connect(pair);
    EXPECT_EQ(rearm(pair.server, kClient.value() + 1), CommandStatus::kOk);
    QpContext context;  // the client goes over without having been armed
    context.attr_mask = qp_attribute::kAddressVector;
    context.attributes.dlid = kServer.value();
    context.attributes.source_path_bits = 1;
    EXPECT_EQ(modify(pair.client, context), CommandStatus::kOk);
    EXPECT_EQ(write(pair), CqeSyndrome::kTransportRetryExceeded);
    EXPECT_TRUE(was_told(*eq_b_, EventType::kPathMigrationFailed, pair.server.qp->number()));
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaMigrationTest, RearmingWantsAnAlternatePath) {
  HcaPair pair;
  open(pair);
  const bool ended = pair.run([&] {
    connect(pair);
    EXPECT_EQ(rearm(pair.client, 0), CommandStatus::kBadParameter);
    EXPECT_EQ(state(pair.client), MigrationState::kMigrated);
  });
  ASSERT_TRUE(ended);
}

}  // namespace
}  // namespace ib::tb
