// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

/// Two hosts with a GPU each: memory regions on the windows of the GPUs.
class HcaGpuDirectTest : public testing::Test {
 protected:
  static constexpr std::uint32_t kBytes = 1 << 20;

  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  static std::unique_ptr<HcaPair> pair_with_gpus() {
    auto pair = std::make_unique<HcaPair>(hca::HcaConfig{}, kNever, "", std::nullopt, true);
    for (PairEnd* const end : {&pair->client, &pair->server}) {
      static_cast<void>(end->gpu->allocate(kBytes, 4096));
    }
    return pair;
  }
  static MemoryRegion gpu_region(PairEnd& end) {
    return end.verbs->register_memory(
        end.pd, HcaPair::kGpuWindow, kBytes,
        access::kLocalWrite | access::kRemoteWrite | access::kRemoteRead);
  }
  static void fill(HostMemory& gpu) {
    std::vector<std::uint8_t> data(kBytes);
    for (std::uint32_t i = 0; i < kBytes; ++i)
      data[i] = static_cast<std::uint8_t>(i * 13 + i / 257);
    gpu.write(HostMemory::kBase, data.data(), kBytes);
  }
  static std::vector<std::uint8_t> bytes(const HostMemory& gpu) {
    std::vector<std::uint8_t> data(kBytes);
    gpu.read(HostMemory::kBase, data.data(), kBytes);
    return data;
  }
  /// Moves all of a GPU's memory by one request; returns the time it took, us.
  static double move(HcaPair& pair, WqeOpcode opcode) {
    const MemoryRegion near = gpu_region(pair.client);
    const MemoryRegion far = gpu_region(pair.server);
    WorkRequest request = pair.request(opcode, kBytes);
    request.local_address = near.address;
    request.lkey = near.key;
    request.remote_address = far.address;
    request.rkey = far.key;
    const sc_core::sc_time start = sc_core::sc_time_stamp();
    pair.client.qp->post_send(request);
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
    return (sc_core::sc_time_stamp() - start).to_seconds() * 1e6;
  }
  static std::uint64_t host_bytes(const PairEnd& end) {
    return end.pcie->host_counters().bytes_read + end.pcie->host_counters().bytes_written;
  }
};

TEST_F(HcaGpuDirectTest, AWriteBetweenGpusTouchesNoHostMemory) {
  const auto pair = pair_with_gpus();
  std::uint64_t before = 0;
  fill(*pair->client.gpu);
  const bool ended = pair->run([&] {
    static_cast<void>(move(*pair, WqeOpcode::kRdmaWrite));
    pair->client.host->spend(1000);
    before = host_bytes(pair->client);
    const std::uint64_t server_before = host_bytes(pair->server);
    static_cast<void>(move(*pair, WqeOpcode::kRdmaWrite));
    // Two registrations (entry, mailbox, answer), and one completion; no WQE: BlueFlame.
    EXPECT_EQ(host_bytes(pair->client) - before, 64u + 64u + 32u + 64u);
    EXPECT_EQ(host_bytes(pair->server) - server_before, 64u + 64u + 32u);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(bytes(*pair->server.gpu), bytes(*pair->client.gpu));
  EXPECT_EQ(pair->client.pcie->peer_counters(0).bytes_read, 2u * kBytes);
  EXPECT_EQ(pair->server.pcie->peer_counters(0).bytes_written, 2u * kBytes);
}

TEST_F(HcaGpuDirectTest, AReadBetweenGpusTouchesNoHostMemory) {
  const auto pair = pair_with_gpus();
  fill(*pair->server.gpu);
  const bool ended = pair->run([&] { static_cast<void>(move(*pair, WqeOpcode::kRdmaRead)); });
  ASSERT_TRUE(ended);
  EXPECT_EQ(bytes(*pair->client.gpu), bytes(*pair->server.gpu));
  EXPECT_EQ(pair->client.pcie->peer_counters(0).bytes_written, kBytes);
  EXPECT_EQ(pair->server.pcie->peer_counters(0).bytes_read, kBytes);
}

// The GPU's Gen4 x16 link carries 512 bytes in 536 at 31.5 GB/s: less than NDR.
TEST_F(HcaGpuDirectTest, TheLinkOfTheGpuBoundsTheRate) {
  const auto pair = pair_with_gpus();
  double took_us = 0;
  const bool ended = pair->run([&] {
    static_cast<void>(move(*pair, WqeOpcode::kRdmaWrite));
    took_us = move(*pair, WqeOpcode::kRdmaWrite);
  });
  ASSERT_TRUE(ended);
  const double least_us = kBytes * (512.0 + 24.0) / 512.0 / (16.0 * 16 / 8 * 128 / 130 * 1e3);
  EXPECT_GT(took_us, least_us);
  EXPECT_LT(took_us, least_us * 1.1 + 10);
}

TEST_F(HcaGpuDirectTest, DmaBehindTheEndOfTheGpusMemoryIsAnError) {
  const auto pair = pair_with_gpus();
  const bool ended = pair->run([&] {
    const MemoryRegion beyond = pair->client.verbs->register_memory(
        pair->client.pd, HcaPair::kGpuWindow + kBytes, 4096, access::kLocalWrite);
    WorkRequest request = pair->request(WqeOpcode::kRdmaWrite, 64);
    request.local_address = beyond.address + 64;
    request.lkey = beyond.key;
    pair->client.qp->post_send(request);
    EXPECT_EQ(pair->client.await_send().syndrome, CqeSyndrome::kLocalProtection);
  });
  ASSERT_TRUE(ended);
}

}  // namespace
}  // namespace ib::tb
