// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kMtu = 4096;
constexpr double kGen5ByteNs = 130.0 / 128 / (32 * 16 / 8);  ///< x16

class HcaPcieTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  /// Nanoseconds a packet in the steady state of a long WRITE.
  static double packet_ns(const hca::HcaConfig& server, const hca::HcaConfig& client,
                          std::uint32_t few, std::uint32_t many) {
    HcaPair pair(server, kNever, "", client);
    std::array<double, 2> took{};
    const bool ended = pair.run([&] {
      for (const std::uint32_t packets : {few, many}) {
        pair.client.host->spend(200000);
        const sc_core::sc_time start = sc_core::sc_time_stamp();
        pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, packets * kMtu));
        EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
        took[packets == few ? 0 : 1] = (sc_core::sc_time_stamp() - start).to_seconds() * 1e9;
      }
    });
    EXPECT_TRUE(ended);
    return (took[1] - took[0]) / (many - few);
  }
};

// 64 completions of 64 bytes and 24 of overhead a packet: slower than the link (82.5 ns).
TEST_F(HcaPcieTest, CompletionsOfTheReadCompletionBoundaryBoundTheSender) {
  hca::HcaConfig client;
  client.pcie.completion_bytes = 64;
  EXPECT_NEAR(packet_ns({}, client, 60, 160), 64 * 88 * kGen5ByteNs, 0.3);
}

// Eight TLPs a packet, a credit for each once in its wire time, twice 150 ns and 100 ns.
TEST_F(HcaPcieTest, PostedCreditsBoundTheReceiver) {
  hca::HcaConfig server;
  server.pcie.posted_headers = 8;
  server.pcie.posted_return_ns = 100;
  EXPECT_NEAR(packet_ns(server, {}, 100, 200), 536 * kGen5ByteNs + 400, 3);
}

TEST_F(HcaPcieTest, EnoughCreditsAreNotFelt) {
  hca::HcaConfig server;
  server.pcie.posted_headers = 128;
  server.pcie.posted_data_units = 4096;
  EXPECT_NEAR(packet_ns(server, {}, 60, 160), (4122 + 2) * 0.02, 0.3);
}

/// How long an inline WRITE takes whose WQE is read behind the payload of a slow device.
double behind_a_slow_read(hca::ReadCompletions order) {
  hca::HcaConfig config;
  config.pcie.read_completions = order;
  HcaPair pair(config, kNever, "", std::nullopt, /*with_gpus=*/true);
  double took = 0;
  const bool ended = pair.run([&] {
    PairEnd& a = pair.client;
    PairEnd& b = pair.server;
    const auto near = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq);
    const auto far = b.verbs->create_qp(b.pd, {}, *b.send_cq, *b.receive_cq);
    a.verbs->connect(*near, {Lid{2}, far->number(), 0}, pair.options);
    b.verbs->connect(*far, {Lid{1}, near->number(), 0}, pair.options);
    static_cast<void>(a.gpu->allocate(1 << 20));
    const MemoryRegion gpu = a.verbs->register_memory(a.pd, HcaPair::kGpuWindow, 1 << 20, 0xF);
    a.host->spend(50000);
    WorkRequest slow = pair.request(WqeOpcode::kRdmaWrite, 1 << 18);
    slow.local_address = gpu.address;
    slow.lkey = gpu.key;
    a.qp->post_send(slow);
    a.host->spend(200);
    const sc_core::sc_time start = sc_core::sc_time_stamp();
    WorkRequest quick = pair.request(WqeOpcode::kRdmaWrite, 8, 0, 1 << 19);
    quick.inline_data = true;
    quick.blueflame = false;
    near->post_send(quick);
    const Cqe first = a.await_send();
    took = (sc_core::sc_time_stamp() - start).to_seconds() * 1e9;
    EXPECT_EQ(first.qpn, near->number());
    static_cast<void>(a.await_send());
  });
  EXPECT_TRUE(ended);
  return took;
}

// PCIe 5.0, 2.4.1: completions of different requests may pass each other, or keep their order.
TEST_F(HcaPcieTest, ACompletionMayPassOneOfASlowDevice) {
  EXPECT_LT(behind_a_slow_read(hca::ReadCompletions::kAsAnswered), 2500);
}

TEST_F(HcaPcieTest, InOrderACompletionWaitsForThoseBeforeIt) {
  EXPECT_GT(behind_a_slow_read(hca::ReadCompletions::kOrdered), 3500);
}

}  // namespace
}  // namespace ib::tb
