// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

/// Every time a whole number of nanoseconds and every stage another number of cycles of 1 ns, so
/// that a stage left out or counted twice shows.
hca::HcaConfig marked_config() {
  hca::HcaConfig config;
  config.core_clock_mhz = 1000;
  config.doorbell_cycles = 1;
  config.wqe_decode_cycles = 2;
  config.scheduler_cycles = 4;
  config.packetizer_cycles = 8;
  config.receive_cycles = 16;
  config.context_cycles = 32;
  config.responder_cycles = 64;
  config.requester_cycles = 128;
  config.cqe_cycles = 256;
  config.pcie.latency_ns = 150;
  config.pcie.read_latency_ns = 200;
  return config;
}

std::int64_t now_ps() { return static_cast<std::int64_t>(sc_core::sc_time_stamp().value()); }

/// Upstream time of `bytes` and one TLP overhead of 24 bytes at Gen5 x16: 8 / (32 * 16) ns a byte,
/// times 130/128 for the line code.
std::int64_t upstream_ps(std::int64_t bytes) { return (bytes + 24) * 8 * 130000 / (32 * 16 * 128); }

struct WriteTimes {
  std::int64_t doorbell = 0;
  std::int64_t in_memory = 0;
  std::int64_t completion = 0;
};

WriteTimes time_one_write(HcaPair& pair, bool inline_data) {
  WriteTimes times;
  MemoryWatch landed(pair.server.host->memory);
  const bool ended = pair.run([&] {
    landed.add(pair.server.buffer.address, 2);
    pair.client.fill(0, 2, 1);
    // A whole cycle after everything before has come to rest.
    pair.client.host->spend(20000.0 - static_cast<double>(now_ps() % 1000) / 1000);
    WorkRequest request = pair.request(WqeOpcode::kRdmaWrite, 2);
    request.inline_data = inline_data;
    request.blueflame = inline_data;
    pair.client.qp->post_send(request);
    times.doorbell = now_ps();
    sc_core::wait(landed.written());
    times.in_memory = now_ps();
    sc_core::wait(pair.client.send_cq->watch().written());
    times.completion = now_ps();
  });
  EXPECT_TRUE(ended);
  return times;
}

class HcaTimingTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }
};

// The sum of docs/blocks/hca.md, stage by stage, for an inline WRITE of 2 bytes by BlueFlame.
TEST_F(HcaTimingTest, AnInlineWriteTakesTheSumOfItsStages) {
  HcaPair pair(marked_config());

  const WriteTimes times = time_one_write(pair, /*inline_data=*/true);

  // MMIO 150; doorbell 1, decode 2, schedule 4, packetize 8; wire 100 and 46 bytes at 20 ps,
  // rounded up to the clock: 101; receive 16, context 32, responder 64; then PCIe.
  const std::int64_t at_responder = 1000 * (150 + 1 + 2 + 4 + 8 + 101 + 16 + 32 + 64);
  EXPECT_NEAR(static_cast<double>(times.in_memory - times.doorbell),
              static_cast<double>(at_responder + upstream_ps(2) + 150000), 1.0);

  // The ACK: schedule 4, packetize 8, wire 101, receive 16, context 32, requester 128, CQE 256.
  const std::int64_t at_cqe = at_responder + 1000 * (4 + 8 + 101 + 16 + 32 + 128 + 256);
  EXPECT_NEAR(static_cast<double>(times.completion - times.doorbell),
              static_cast<double>(at_cqe + upstream_ps(64) + 150000), 1.0);
}

// Without BlueFlame the WQE is read, and then the payload: a round trip over PCIe each.
TEST_F(HcaTimingTest, AFetchedWqeAndItsPayloadCostAPcieRoundTripEach) {
  HcaPair pair(marked_config());

  const WriteTimes times = time_one_write(pair, /*inline_data=*/false);

  // A round trip of a read of n bytes: request up, 150, memory 200, n bytes and a TLP overhead
  // down, 150, rounded up to the clock: 502 for both the WQE of 64 bytes and the payload of 2
  // bytes.
  const std::int64_t at_responder = 1000 * (150 + 1 + 502 + 2 + 4 + 501 + 8 + 101 + 16 + 32 + 64);
  EXPECT_NEAR(static_cast<double>(times.in_memory - times.doorbell),
              static_cast<double>(at_responder + upstream_ps(2) + 150000), 1.0);
}

/// Loses every 13th packet of a direction and sees 20 messages of both kinds through.
class LossyRun {
 public:
  LossyRun(double quantum_ns, const std::string& prefix)
      : pair_({}, ticks_from_ns(quantum_ns), prefix) {
    pair_.cable.lose = [this](const Packet&, bool from_a) { return ++seen_[from_a] % 13 == 0; };
  }

  void prepare(const std::function<void()>& on_end) {
    pair_.prepare([this] { exchange(); }, on_end);
  }
  [[nodiscard]] const std::vector<std::int64_t>& completions() const { return completions_; }
  [[nodiscard]] std::uint64_t request_packets() const {
    return pair_.client.hca->counters().request_packets;
  }

 private:
  void exchange() {
    constexpr std::uint32_t kBytes = 9000;
    constexpr int kMessages = 20;
    const MemoryRegion& buffer = pair_.server.buffer;
    for (int i = 0; i < kMessages; ++i) {
      pair_.server.qp->post_receive(buffer.address, kBytes, buffer.key);
    }
    for (int i = 0; i < kMessages; ++i) {
      const WqeOpcode opcode = i % 3 == 0 ? WqeOpcode::kSend : WqeOpcode::kRdmaRead;
      pair_.client.qp->post_send(pair_.request(opcode, kBytes));
    }
    for (int i = 0; i < kMessages; ++i) {
      EXPECT_EQ(pair_.client.await_send().opcode, CqeOpcode::kRequester);
      completions_.push_back(now_ps());
    }
  }

  HcaPair pair_;
  int seen_[2] = {};
  std::vector<std::int64_t> completions_;
};

// design 3: the result does not depend on the quantum.
TEST_F(HcaTimingTest, TimesDoNotDependOnTheQuantum) {
  LossyRun fine(1, "fine_");
  LossyRun odd(17.3, "odd_");
  LossyRun coarse(99, "coarse_");
  int running = 3;
  const auto on_end = [&running] {
    if (--running == 0) sc_core::sc_stop();
  };
  fine.prepare(on_end);
  odd.prepare(on_end);
  coarse.prepare(on_end);

  sc_core::sc_start(100, sc_core::SC_MS);

  ASSERT_EQ(running, 0);
  EXPECT_EQ(fine.completions(), coarse.completions());
  EXPECT_EQ(odd.completions(), coarse.completions());
  EXPECT_EQ(fine.request_packets(), coarse.request_packets());
}

}  // namespace
}  // namespace ib::tb
