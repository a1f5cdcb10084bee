// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

/// The server's receive completions go to a queue that may be compressed.
class HcaCompressionTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  void open(HcaPair& pair, bool compress, unsigned log_size = 7) {
    PairEnd& a = pair.client;
    PairEnd& b = pair.server;
    CompletionEvents events;
    events.compress = compress;
    cq_ = b.verbs->create_cq(log_size, events);
    near_ = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq);
    far_ = b.verbs->create_qp(b.pd, {}, *b.send_cq, *cq_);
    a.verbs->connect(*near_, {Lid{2}, far_->number(), 0}, pair.options);
    b.verbs->connect(*far_, {Lid{1}, near_->number(), 0}, pair.options);
  }
  /// SENDs of 10, 11, ... bytes at once.
  void send(HcaPair& pair, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      far_->post_receive(pair.server.buffer.address + i * 256, 256, pair.server.buffer.key);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      WorkRequest request = pair.request(WqeOpcode::kSend, 10 + i);
      request.signaled = i + 1 == count;
      request.inline_data = true;
      near_->post_send(request);
    }
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
  }
  void expect_all(HcaPair& pair, std::uint32_t count, std::uint16_t first_index) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const Cqe cqe = pair.server.await(*cq_);
      EXPECT_EQ(cqe.opcode, CqeOpcode::kResponderSend);
      EXPECT_EQ(cqe.byte_count, 10 + i);
      EXPECT_EQ(cqe.qpn, far_->number());
      EXPECT_EQ(cqe.wqe_counter, static_cast<std::uint16_t>(first_index + i));
    }
    EXPECT_FALSE(cq_->has_entry());
  }
  void expect_all_but_last(HcaPair& pair, std::uint32_t last_qpn) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      const Cqe cqe = pair.server.await(*cq_);
      EXPECT_EQ(cqe.qpn, far_->number());
      EXPECT_EQ(cqe.byte_count, 10 + i);
    }
    EXPECT_EQ(pair.server.await(*cq_).qpn, last_qpn);
  }
  [[nodiscard]] Cqe raw(HcaPair& pair, std::uint32_t place) const {
    std::array<std::uint8_t, kCqeBytes> bytes;
    pair.server.host->memory.read(cq_->buffer() + place * kCqeBytes, bytes.data(), bytes.size());
    return decode_cqe(bytes.data());
  }

  std::unique_ptr<CompletionQueue> cq_;
  std::unique_ptr<QueuePair> near_;
  std::unique_ptr<QueuePair> far_;
};

hca::HcaConfig patient() {
  hca::HcaConfig config;
  config.compression_cycles = 8000;  // longer than the program takes to post
  return config;
}

// mlx5: a title, whose byte_cnt says how many entries it stands for, then eight to an array.
TEST_F(HcaCompressionTest, EntriesThatFollowEachOtherShareATitle) {
  HcaPair pair(patient());
  const bool ended = pair.run([&] {
    open(pair, true);
    send(pair, 20);
    pair.client.host->spend(20000);
    EXPECT_EQ(raw(pair, 0).format, mini_cqe::kCompressed);
    EXPECT_EQ(raw(pair, 0).byte_count, 20u);
    std::array<std::uint8_t, kCqeBytes> array;
    for (const std::uint32_t index : {0u, 8u, 16u}) {
      const std::uint32_t place = index == 0 ? 1 : index;
      pair.server.host->memory.read(cq_->buffer() + place * kCqeBytes, array.data(), array.size());
      EXPECT_EQ(load_be16(array.data()), index);           // wqe_counter
      EXPECT_EQ(load_be32(array.data() + 4), 10 + index);  // byte_cnt
    }
    expect_all(pair, 20, 0);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().cqe_titles, 1u);
}

class HcaCompressedBytesTest : public HcaCompressionTest,
                               public testing::WithParamInterface<bool> {};

// 64 entries: a title and eight arrays, 576 bytes instead of 4096; beside them the messages.
TEST_P(HcaCompressedBytesTest, CompressionSavesWritesToMemory) {
  HcaPair pair(patient());
  std::uint64_t bytes = 0;
  const bool ended = pair.run([&] {
    open(pair, GetParam());
    const std::uint64_t before = pair.server.hca->dma_engine().bytes_written();
    send(pair, 64);
    pair.client.host->spend(20000);
    bytes = pair.server.hca->dma_engine().bytes_written() - before;
    expect_all(pair, 64, 0);
  });
  ASSERT_TRUE(ended);
  constexpr std::uint64_t kMessages = 64 * 10 + 64 * 63 / 2;
  EXPECT_EQ(bytes, kMessages + 64 * (GetParam() ? 9 : 64));
}

INSTANTIATE_TEST_SUITE_P(, HcaCompressedBytesTest, testing::Bool());

TEST_F(HcaCompressionTest, AnEntryAloneIsWrittenAsItIs) {
  HcaPair pair(patient());
  const bool ended = pair.run([&] {
    open(pair, true);
    send(pair, 1);
    expect_all(pair, 1, 0);
    EXPECT_EQ(raw(pair, 0).format, 0);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().cqe_titles, 0u);
}

TEST_F(HcaCompressionTest, AQueueWithoutItIsNeverCompressed) {
  HcaPair pair(patient());
  const bool ended = pair.run([&] {
    open(pair, false);
    send(pair, 20);
    expect_all(pair, 20, 0);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.hca->counters().cqe_titles, 0u);
}

// Entries of two queue pairs do not share a title, and keep their order.
TEST_F(HcaCompressionTest, AnotherQueuePairBeginsAnotherTitle) {
  HcaPair pair(patient());
  const bool ended = pair.run([&] {
    open(pair, true);
    const auto other = pair.server.verbs->create_qp(pair.server.pd, {}, *pair.server.send_cq, *cq_);
    const auto peer = pair.client.verbs->create_qp(pair.client.pd, {}, *pair.client.send_cq,
                                                   *pair.client.receive_cq);
    pair.client.verbs->connect(*peer, {Lid{2}, other->number(), 0}, pair.options);
    pair.server.verbs->connect(*other, {Lid{1}, peer->number(), 0}, pair.options);
    send(pair, 3);
    other->post_receive(pair.server.buffer.address, 64, pair.server.buffer.key);
    peer->post_send(pair.request(WqeOpcode::kSend, 5));
    static_cast<void>(pair.client.await_send());
    expect_all_but_last(pair, other->number());
  });
  ASSERT_TRUE(ended);
}

// The ring wraps within titles: places that the hardware leaves untouched look new to nobody.
TEST_F(HcaCompressionTest, TitlesWrapWithTheRing) {
  hca::HcaConfig config = patient();
  config.compression_entries = 12;
  HcaPair pair(config);
  const bool ended = pair.run([&] {
    open(pair, true, 5);
    std::uint16_t first = 0;
    for (int round = 0; round < 12; ++round) {
      send(pair, 19);
      expect_all(pair, 19, first);
      first = static_cast<std::uint16_t>(first + 19);
    }
  });
  ASSERT_TRUE(ended);
  EXPECT_GE(pair.server.hca->counters().cqe_titles, 12u);
}

}  // namespace
}  // namespace ib::tb
