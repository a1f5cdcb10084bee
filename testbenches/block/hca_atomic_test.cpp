// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "models/ib/base/bytes.h"
#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

class HcaAtomicTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  static std::uint64_t word(const PairEnd& end, std::uint64_t offset) {
    return load_le64(end.read(offset, 8).data());
  }
  static void set_word(const PairEnd& end, std::uint64_t offset, std::uint64_t value) {
    std::array<std::uint8_t, 8> bytes;
    store_le64(bytes.data(), value);
    end.host->memory.write(end.buffer.address + offset, bytes.data(), bytes.size());
  }
  static WorkRequest fetch_add(const HcaPair& pair, std::uint64_t addend, std::uint64_t to = 0,
                               std::uint64_t at = 0) {
    WorkRequest request = pair.request(WqeOpcode::kFetchAdd, 8, to, at);
    request.swap_or_add = addend;
    return request;
  }
  static WorkRequest compare_swap(const HcaPair& pair, std::uint64_t compare, std::uint64_t swap) {
    WorkRequest request = pair.request(WqeOpcode::kCompareSwap, 8);
    request.compare = compare;
    request.swap_or_add = swap;
    return request;
  }
};

// IBTA Vol 1, 9.4.5: FetchAdd adds and returns the original value.
TEST_F(HcaAtomicTest, FetchAddAddsAndReturnsTheOriginal) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    set_word(pair.server, 16, 0xFFFFFFFFFFFFFFFF);
    pair.client.qp->post_send(fetch_add(pair, 3, 32, 16));
    const Cqe done = pair.client.await_send();
    EXPECT_EQ(done.opcode, CqeOpcode::kRequester);
    EXPECT_EQ(done.byte_count, 8u);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(word(pair.client, 32), 0xFFFFFFFFFFFFFFFFu);
  EXPECT_EQ(word(pair.server, 16), 2u);  // modulo 2^64
  EXPECT_EQ(word(pair.server, 24), 0u);
}

// IBTA Vol 1, 9.4.5: CmpSwap writes only when the original equals the compare operand.
TEST_F(HcaAtomicTest, CompareSwapWritesOnlyOnAMatch) {
  HcaPair pair;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  const bool ended = pair.run([&] {
    set_word(pair.server, 0, 41);
    pair.client.qp->post_send(compare_swap(pair, 40, 7));
    static_cast<void>(pair.client.await_send());
    first = word(pair.client, 0);
    EXPECT_EQ(word(pair.server, 0), 41u);
    pair.client.qp->post_send(compare_swap(pair, 41, 7));
    static_cast<void>(pair.client.await_send());
    second = word(pair.client, 0);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(first, 41u);
  EXPECT_EQ(second, 41u);
  EXPECT_EQ(word(pair.server, 0), 7u);
}

TEST_F(HcaAtomicTest, ManyAtomicsOnOneWordLoseNoAddition) {
  HcaPair pair;
  constexpr int kAtomics = 100;
  const bool ended = pair.run([&] {
    for (int i = 0; i < kAtomics; ++i) {
      pair.client.qp->post_send(fetch_add(pair, 1, static_cast<std::uint64_t>(i) * 8));
    }
    for (int i = 0; i < kAtomics; ++i) {
      EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
    }
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(word(pair.server, 0), 100u);
  for (std::uint64_t i = 0; i < kAtomics; ++i) EXPECT_EQ(word(pair.client, i * 8), i);
}

// ib-facts 6: atomic duplicates replay the stored result, never execute again.
TEST_F(HcaAtomicTest, ALostAtomicAcknowledgeIsReplayedNotExecuted) {
  HcaPair pair;
  pair.options.timeout = 4;
  bool lost = false;
  pair.cable.lose = [&lost](const Packet&, bool from_a) {
    return !from_a && !std::exchange(lost, true);
  };
  const bool ended = pair.run([&] {
    set_word(pair.server, 0, 5);
    pair.client.qp->post_send(fetch_add(pair, 1));
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(word(pair.client, 0), 5u);
  EXPECT_EQ(word(pair.server, 0), 6u);
  EXPECT_EQ(pair.server.hca->counters().atomics_executed, 1u);
  EXPECT_EQ(pair.server.hca->counters().duplicate_requests, 1u);
}

// ib-facts 6: an atomic address that is no multiple of 8: NAK invalid request.
TEST_F(HcaAtomicTest, AnUnalignedAddressIsAnInvalidRequest) {
  HcaPair pair;
  Cqe failed;
  const bool ended = pair.run([&] {
    pair.client.qp->post_send(fetch_add(pair, 1, 0, 4));
    failed = pair.client.await_send();
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(failed.syndrome, CqeSyndrome::kRemoteInvalidRequest);
  EXPECT_EQ(pair.server.read(0, 16), std::vector<std::uint8_t>(16));
}

// ib-facts 6: access rights: NAK remote access error.
TEST_F(HcaAtomicTest, ARegionWithoutTheRightRefusesAtomics) {
  HcaPair pair;
  Cqe failed;
  const bool ended = pair.run([&] {
    const MemoryRegion region = pair.server.verbs->register_memory(
        pair.server.pd, pair.server.buffer.address, 4096,
        access::kLocalWrite | access::kRemoteWrite | access::kRemoteRead);
    WorkRequest request = fetch_add(pair, 1);
    request.rkey = region.key;
    pair.client.qp->post_send(request);
    failed = pair.client.await_send();
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(failed.syndrome, CqeSyndrome::kRemoteAccess);
  EXPECT_EQ(pair.server.hca->counters().atomics_executed, 0u);
}

// IBTA Vol 1, 9.5: a READ behind an atomic of the same queue pair sees what it wrote.
TEST_F(HcaAtomicTest, AReadBehindAnAtomicSeesItsResult) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    pair.client.qp->post_send(fetch_add(pair, 9));
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaRead, 8, 64, 0));
    static_cast<void>(pair.client.await_send());
    static_cast<void>(pair.client.await_send());
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(word(pair.client, 64), 9u);
}

}  // namespace
}  // namespace ib::tb
