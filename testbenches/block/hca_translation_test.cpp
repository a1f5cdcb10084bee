// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numeric>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

constexpr std::uint64_t kStart = 0x7000'0000'0000;  ///< A virtual address that is no bus address.

/// A region of the server whose pages lie apart from each other, in falling order.
class HcaTranslationTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  /// Guard pages between the pages: nothing but the pages themselves may be written.
  void make(PairEnd& end, std::uint8_t log_page, std::size_t count, std::uint64_t first_byte = 0) {
    const std::uint64_t page = std::uint64_t{1} << log_page;
    memory_.log_page_size = log_page;
    memory_.start = kStart + first_byte;
    memory_.bytes = count * page - first_byte;
    memory_.pages.resize(count);
    for (std::size_t i = count; i-- > 0;) {
      memory_.pages[i] = end.host->memory.allocate(page, page);
      static_cast<void>(end.host->memory.allocate(page, page));
    }
    region_ = end.verbs->register_pages(end.pd, memory_);
  }
  /// Bus address of byte `offset` of the region.
  [[nodiscard]] std::uint64_t bus(std::uint64_t offset) const {
    const std::uint64_t at = memory_.start - kStart + offset;
    const std::uint64_t page = std::uint64_t{1} << memory_.log_page_size;
    return memory_.pages[at / page] + at % page;
  }
  [[nodiscard]] std::vector<std::uint8_t> read(const PairEnd& end, std::uint64_t offset,
                                               std::uint32_t bytes) const {
    std::vector<std::uint8_t> data(bytes);
    for (std::uint32_t i = 0; i < bytes; ++i) end.host->memory.read(bus(offset + i), &data[i], 1);
    return data;
  }
  [[nodiscard]] WorkRequest to_region(const HcaPair& pair, WqeOpcode opcode, std::uint32_t bytes,
                                      std::uint64_t offset) const {
    WorkRequest request = pair.request(opcode, bytes);
    request.remote_address = region_.address + offset;
    request.rkey = region_.key;
    return request;
  }
  /// An acknowledgement may be here before the last posted write has reached memory there.
  static CqeSyndrome outcome(HcaPair& pair, const WorkRequest& request) {
    pair.client.qp->post_send(request);
    const CqeSyndrome syndrome = pair.client.await_send().syndrome;
    pair.client.host->spend(2000);
    return syndrome;
  }

  Verbs::PagedMemory memory_;
  MemoryRegion region_;
};

TEST_F(HcaTranslationTest, WritesReadsAndAtomicsFindThePages) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    make(pair.server, 12, 20, 100);
    pair.client.fill(0, 50000, 1);
    EXPECT_EQ(outcome(pair, to_region(pair, WqeOpcode::kRdmaWrite, 50000, 777)),
              CqeSyndrome::kNone);
    EXPECT_EQ(read(pair.server, 777, 50000), pair.client.read(0, 50000));
    WorkRequest back = to_region(pair, WqeOpcode::kRdmaRead, 50000, 777);
    back.local_address += 1 << 17;
    EXPECT_EQ(outcome(pair, back), CqeSyndrome::kNone);
    EXPECT_EQ(pair.client.read(1 << 17, 50000), pair.client.read(0, 50000));
    const std::uint64_t word = 4096 - 100;  // first of a page
    const std::uint64_t before = load_le64(read(pair.server, word, 8).data());
    WorkRequest add = to_region(pair, WqeOpcode::kFetchAdd, 8, word);
    add.swap_or_add = 11;
    EXPECT_EQ(outcome(pair, add), CqeSyndrome::kNone);
    EXPECT_EQ(load_le64(read(pair.server, word, 8).data()), before + 11);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.host->memory.refused_accesses(), 0u);
}

TEST_F(HcaTranslationTest, LocalListsOfSendsAndReceivesFindThePages) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    make(pair.server, 12, 8);
    pair.server.qp->post_receive(region_.address + 50, 20000, region_.key);
    pair.client.fill(0, 20000, 4);
    EXPECT_EQ(outcome(pair, pair.request(WqeOpcode::kSend, 20000)), CqeSyndrome::kNone);
    EXPECT_EQ(pair.server.await_receive().byte_count, 20000u);
    EXPECT_EQ(read(pair.server, 50, 20000), pair.client.read(0, 20000));
    // The other way: READ responses into the pages, then a WRITE out of them.
    WorkRequest request;
    request.opcode = WqeOpcode::kRdmaRead;
    request.bytes = 20000;
    request.local_address = region_.address + 4000;
    request.lkey = region_.key;
    request.remote_address = pair.client.buffer.address;
    request.rkey = pair.client.buffer.key;
    pair.server.qp->post_send(request);
    EXPECT_EQ(pair.server.await_send().syndrome, CqeSyndrome::kNone);
    EXPECT_EQ(read(pair.server, 4000, 20000), pair.client.read(0, 20000));
    request.opcode = WqeOpcode::kRdmaWrite;
    request.remote_address += 1 << 17;
    pair.server.qp->post_send(request);
    EXPECT_EQ(pair.server.await_send().syndrome, CqeSyndrome::kNone);
    EXPECT_EQ(pair.client.read(1 << 17, 20000), pair.client.read(0, 20000));
  });
  ASSERT_TRUE(ended);
}

class HcaPageSizeTest : public HcaTranslationTest, public testing::WithParamInterface<int> {};

// An access across the border of two pages that lie apart: each byte in its page.
TEST_P(HcaPageSizeTest, AnAccessIsSplitAtThePageBorder) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    make(pair.server, static_cast<std::uint8_t>(GetParam()), 2);
    const std::uint64_t page = std::uint64_t{1} << GetParam();
    pair.client.fill(0, 3000, 5);
    EXPECT_EQ(outcome(pair, to_region(pair, WqeOpcode::kRdmaWrite, 3000, page - 1234)),
              CqeSyndrome::kNone);
    EXPECT_EQ(read(pair.server, page - 1234, 3000), pair.client.read(0, 3000));
    std::array<std::uint8_t, 8> beyond{};
    pair.server.host->memory.read(memory_.pages[0] + page, beyond.data(), beyond.size());
    EXPECT_EQ(beyond, (std::array<std::uint8_t, 8>{}));
  });
  ASSERT_TRUE(ended);
}

INSTANTIATE_TEST_SUITE_P(, HcaPageSizeTest, testing::Values(12, 13, 16, 21, 30),
                         [](const auto& p) { return "Log" + std::to_string(p.param); });

// Request up, 150 ns, memory 200 ns, 88 bytes at 63 GB/s, 150 ns: 501.8 ns, on clock edges.
TEST_F(HcaTranslationTest, AMissCostsAPcieReadAndAHitNothing) {
  HcaPair pair;
  std::array<double, 3> took_ns{};
  const bool ended = pair.run([&] {
    make(pair.server, 12, 4);
    for (double& took : took_ns) {
      pair.client.host->spend(20000);
      const sc_core::sc_time start = sc_core::sc_time_stamp();
      pair.client.qp->post_send(to_region(pair, WqeOpcode::kRdmaWrite, 8, 0));
      EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
      took = (sc_core::sc_time_stamp() - start).to_seconds() * 1e9;
    }
  });
  ASSERT_TRUE(ended);
  EXPECT_NEAR(took_ns[0] - took_ns[1], 501.8, 3);
  EXPECT_NEAR(took_ns[1], took_ns[2], 2);
  EXPECT_EQ(pair.server.hca->counters().translation_misses, 1u);
}

// 64 pages are eight lines; a cache of two lines holds none of them until it comes round again.
TEST_F(HcaTranslationTest, MorePagesThanTheCacheHoldsStillWork) {
  hca::HcaConfig config;
  config.cache_ways = 1;
  config.translation_cache_lines = 2;
  HcaPair pair(config);
  const bool ended = pair.run([&] {
    make(pair.server, 12, 64);
    for (unsigned round = 0; round < 3; ++round) {
      pair.client.fill(0, 250000, round);
      EXPECT_EQ(outcome(pair, to_region(pair, WqeOpcode::kRdmaWrite, 250000, 5)),
                CqeSyndrome::kNone);
      EXPECT_EQ(read(pair.server, 5, 250000), pair.client.read(0, 250000));
    }
  });
  ASSERT_TRUE(ended);
  EXPECT_GE(pair.server.hca->counters().translation_misses, 3u * 8u);
}

TEST_F(HcaTranslationTest, APageThatIsNotThereIsAnAccessError) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    make(pair.server, 12, 3);
    memory_.pages[1] = 0;
    region_ = pair.server.verbs->register_pages(pair.server.pd, memory_);
    EXPECT_EQ(outcome(pair, to_region(pair, WqeOpcode::kRdmaWrite, 100, 0)), CqeSyndrome::kNone);
    EXPECT_EQ(outcome(pair, to_region(pair, WqeOpcode::kRdmaWrite, 100, 4090)),
              CqeSyndrome::kRemoteAccess);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.host->memory.refused_accesses(), 0u);
}

TEST_F(HcaTranslationTest, ALocalPageThatIsNotThereIsAProtectionError) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    make(pair.client, 12, 3);
    memory_.pages[1] = 0;
    region_ = pair.client.verbs->register_pages(pair.client.pd, memory_);
    WorkRequest request = pair.request(WqeOpcode::kRdmaWrite, 5000);
    request.local_address = region_.address;
    request.lkey = region_.key;
    EXPECT_EQ(outcome(pair, request), CqeSyndrome::kLocalProtection);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaTranslationTest, BoundsAreThoseOfTheRegionNotOfItsPages) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    make(pair.server, 12, 2);
    memory_.bytes = 5000;
    region_ = pair.server.verbs->register_pages(pair.server.pd, memory_);
    EXPECT_EQ(outcome(pair, to_region(pair, WqeOpcode::kRdmaWrite, 5000, 0)), CqeSyndrome::kNone);
    EXPECT_EQ(outcome(pair, to_region(pair, WqeOpcode::kRdmaWrite, 1, 5000)),
              CqeSyndrome::kRemoteAccess);
  });
  ASSERT_TRUE(ended);
}

// A page list that is changed after its region has gone is read afresh.
TEST_F(HcaTranslationTest, ARegionThatGoesTakesItsTranslationsAlong) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    make(pair.server, 12, 8);
    pair.client.fill(0, 64, 1);
    EXPECT_EQ(outcome(pair, to_region(pair, WqeOpcode::kRdmaWrite, 64, 0)), CqeSyndrome::kNone);
    pair.server.verbs->deregister_memory(region_);
    const std::uint64_t misses = pair.server.hca->counters().translation_misses;
    std::swap(memory_.pages[0], memory_.pages[7]);
    region_ = pair.server.verbs->register_pages(pair.server.pd, memory_);
    pair.client.fill(0, 64, 2);
    EXPECT_EQ(outcome(pair, to_region(pair, WqeOpcode::kRdmaWrite, 64, 0)), CqeSyndrome::kNone);
    EXPECT_EQ(read(pair.server, 0, 64), pair.client.read(0, 64));
    EXPECT_EQ(pair.server.hca->counters().translation_misses, misses + 1);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaTranslationTest, PageListsHaveToBeLegal) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    const auto status = [&](std::uint8_t log_page, std::uint64_t mtt) {
      MkeyContext context;
      context.pd = pair.server.pd;
      context.length = 8192;
      context.log_page_size = log_page;
      context.mtt = mtt;
      std::vector<std::uint8_t> bytes(mkey_context::kBytes);
      encode(context, bytes.data());
      return pair.server.verbs->commands().try_execute(CommandOpcode::kCreateMkey, 0, bytes).status;
    };
    EXPECT_EQ(status(11, 0x1000), CommandStatus::kBadParameter);
    EXPECT_EQ(status(31, 0x1000), CommandStatus::kBadParameter);
    EXPECT_EQ(status(12, 0x1008), CommandStatus::kBadParameter);
    EXPECT_EQ(status(12, 0), CommandStatus::kBadParameter);
    EXPECT_EQ(status(12, 0x1000), CommandStatus::kOk);
  });
  ASSERT_TRUE(ended);
}

// Readers of lost packets and of missing pages at once: order and data stay right.
TEST_F(HcaTranslationTest, MissesAndLossesTogetherLoseNothing) {
  hca::HcaConfig config;
  config.cache_ways = 1;
  config.translation_cache_lines = 1;
  HcaPair pair(config);
  pair.options.timeout = 8;
  int seen = 0;
  pair.cable.lose = [&](const Packet&, bool) { return ++seen % 97 == 5; };
  const bool ended = pair.run([&] {
    make(pair.server, 12, 24);
    for (unsigned round = 0; round < 5; ++round) {
      pair.client.fill(0, 90000, round);
      pair.client.qp->post_send(to_region(pair, WqeOpcode::kRdmaWrite, 90000, 3));
      WorkRequest back = to_region(pair, WqeOpcode::kRdmaRead, 90000, 3);
      back.local_address += 1 << 18;
      back.fence = true;
      pair.client.qp->post_send(back);
      EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
      EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
      EXPECT_EQ(pair.client.read(1 << 18, 90000), pair.client.read(0, 90000));
    }
  });
  ASSERT_TRUE(ended);
}

}  // namespace
}  // namespace ib::tb
