// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kMtu = 4096;
constexpr std::uint32_t kPackets = 16;  ///< Of a message.
constexpr double kTimeoutNs = 2 * 4096;
constexpr std::uint32_t kOutstanding = 8;

/// One connection that writes messages without a break, and how long it takes.
struct Stream {
  HcaPair pair;
  std::uint32_t messages;
  double took_ns = 0;
  bool data_right = false;

  Stream(const std::string& name, std::uint32_t count) : pair({}, kNever, name), messages(count) {
    pair.options.timeout = 1;
  }
  void prepare(int& running) {
    ++running;
    pair.prepare([this] { write_all(); },
                 [&running] {
                   if (--running == 0) sc_core::sc_stop();
                 });
  }
  void write_all() {
    pair.client.fill(0, kPackets * kMtu, 3);
    pair.client.host->spend(20000);
    const sc_core::sc_time start = sc_core::sc_time_stamp();
    const WorkRequest request = pair.request(WqeOpcode::kRdmaWrite, kPackets * kMtu);
    std::uint32_t done = 0;
    for (std::uint32_t posted = 0; done < messages;) {
      while (posted < messages && posted - done < kOutstanding) {
        pair.client.qp->post_send(request);
        ++posted;
      }
      EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
      ++done;
    }
    took_ns = (sc_core::sc_time_stamp() - start).to_seconds() * 1e9;
    pair.client.host->spend(20000);
    data_right = pair.server.read(0, kPackets * kMtu) == pair.client.read(0, kPackets * kMtu);
  }
};

class LossGoodputTest : public testing::TestWithParam<double> {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }
};

// docs/blocks/requester.md derives it: a packet costs 1 + N p / (1 - p) + p (2 p - p^2) T / t
// packet times, where N is what one loss costs and T the time-out.
TEST_P(LossGoodputTest, GoodputIsThatOfGoBackN) {
  const double p = GetParam();
  Stream clean("clean_", 500);
  Stream once("once_", 500);
  Stream lossy("lossy_", 2500);
  int seen = 0;
  once.pair.cable.lose = [&seen](const Packet& packet, bool from_a) {
    return from_a && packet.payload_bytes == kMtu && ++seen == 4001;
  };
  std::mt19937_64 random(7);
  lossy.pair.cable.lose = [&random, p](const Packet&, bool) {
    return std::uniform_real_distribution<>()(random) < p;
  };
  int running = 0;
  for (Stream* const stream : {&clean, &once, &lossy}) stream->prepare(running);
  sc_core::sc_start(100, sc_core::SC_MS);
  ASSERT_EQ(running, 0);

  const double packet_ns = clean.took_ns / (500 * kPackets);
  const double lost = (once.took_ns - clean.took_ns) / packet_ns;
  const double cost = 1 + lost * p / (1 - p) + p * (2 * p - p * p) * kTimeoutNs / packet_ns;
  const double measured = lossy.took_ns / (2500 * kPackets) / packet_ns;
  RecordProperty("packets_a_loss_costs", std::to_string(lost));
  EXPECT_NEAR(measured / cost, 1, 0.05) << "a loss costs " << lost << " packet times";
  EXPECT_GT(lost, 1);
  for (const Stream* const stream : {&clean, &once, &lossy}) EXPECT_TRUE(stream->data_right);
}

INSTANTIATE_TEST_SUITE_P(, LossGoodputTest, testing::Values(1e-4, 1e-3, 1e-2), [](const auto& p) {
  return "OneIn" + std::to_string(std::lround(1 / p.param));
});

}  // namespace
}  // namespace ib::tb
