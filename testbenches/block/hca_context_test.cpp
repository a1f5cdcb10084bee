// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/hca/context_cache.h"
#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

using hca::ContextCache;
using hca::Replacement;

TEST(ContextCache, ReplacesTheLeastRecentlyUsedOfASet) {
  ContextCache cache(8, 2, Replacement::kLru);  // 4 sets: 1, 5, 9 share one
  cache.take(*cache.victim(1), 1, ContextCache::kNone);
  cache.take(*cache.victim(5), 5, ContextCache::kNone);
  EXPECT_NE(cache.find(1), nullptr);
  EXPECT_EQ(cache.victim(9)->id, 5u);
  EXPECT_EQ(cache.victim(2)->id, ContextCache::kNone);
}

TEST(ContextCache, KeepsALineThatIsFilling) {
  ContextCache cache(2, 2, Replacement::kLru);
  cache.take(*cache.victim(1), 1, 7);
  cache.take(*cache.victim(2), 2, 8);
  EXPECT_EQ(cache.victim(3), nullptr);
  EXPECT_EQ(cache.filling_line(3)->fill, 7u);
  cache.find(2)->fill = ContextCache::kNone;
  EXPECT_EQ(cache.victim(3)->id, 2u);
}

// A hundred thousand connections have to fit into the simulator's memory.
TEST(QueuePairMemory, AnIdleQueuePairTakesLessThanFourKilobytes) {
  EXPECT_LE(sizeof(hca::QueuePair), 2048u);
}

class HcaContextTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }
};

// Four connections in turn over a cache of two contexts: each use misses, all data arrives.
TEST_F(HcaContextTest, MoreQueuePairsThanLinesMissEachTimeAndStillWork) {
  hca::HcaConfig config;
  config.cache_ways = 2;
  config.qp_cache_entries = 2;
  config.cq_cache_entries = 2;
  config.mkey_cache_entries = 2;
  HcaPair pair(config);
  constexpr int kRounds = 50;
  std::uint64_t missed = 0;
  const bool ended = pair.run([&] {
    PairEnd& a = pair.client;
    PairEnd& b = pair.server;
    std::vector<std::unique_ptr<QueuePair>> near;
    std::vector<std::unique_ptr<QueuePair>> far;
    for (int i = 0; i < 4; ++i) {
      near.push_back(a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq));
      far.push_back(b.verbs->create_qp(b.pd, {}, *b.send_cq, *b.receive_cq));
      a.verbs->connect(*near.back(), {Lid{2}, far.back()->number(), 0}, pair.options);
      b.verbs->connect(*far.back(), {Lid{1}, near.back()->number(), 0}, pair.options);
    }
    const std::uint64_t before = a.hca->counters().context_misses;
    for (int round = 0; round < kRounds; ++round) {
      a.fill(0, 9000, static_cast<unsigned>(round));
      for (const auto& qp : near) qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 9000));
      for (int i = 0; i < 4; ++i) EXPECT_EQ(a.await_send().opcode, CqeOpcode::kRequester);
      EXPECT_EQ(b.read(0, 9000), a.read(0, 9000));
    }
    missed = a.hca->counters().context_misses - before;
  });
  ASSERT_TRUE(ended);
  EXPECT_GE(missed, 4u * kRounds);
  EXPECT_EQ(pair.client.hca->counters().packets_resent, 0u);
  EXPECT_EQ(pair.server.hca->counters().sequence_naks_sent, 0u);
}

// A miss at the doorbell costs the time of a PCIe read of 256 bytes.
TEST_F(HcaContextTest, AMissCostsAPcieRead) {
  hca::HcaConfig config;
  config.cache_ways = 1;
  config.qp_cache_entries = 1;
  HcaPair pair(config, kNever, "", config);
  std::array<double, 2> took_ns{};
  const bool ended = pair.run([&] {
    PairEnd& a = pair.client;
    const auto other = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq);
    for (double& took : took_ns) {
      a.host->spend(50000);
      const sc_core::sc_time start = sc_core::sc_time_stamp();
      a.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 8));
      static_cast<void>(a.await_send());
      took = (sc_core::sc_time_stamp() - start).to_seconds() * 1e9;
    }
    static_cast<void>(other);
  });
  ASSERT_TRUE(ended);
  // Up, 150 ns, memory 200 ns, 280 bytes at 63 GB/s, 150 ns; both ends on clock edges.
  EXPECT_NEAR(took_ns[0] - took_ns[1], 505, 5);
}

}  // namespace
}  // namespace ib::tb
