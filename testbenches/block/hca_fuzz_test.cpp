// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "models/ib/packet/packet_builder.h"
#include "models/ib/queues/doorbell.h"
#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

/// A guest or a peer does what it likes: the HCA must not crash, and no DMA may leave the memory
/// that exists. The other connection of the test must go on working.
class HcaFuzzTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  std::uint32_t draw(std::uint32_t below) { return static_cast<std::uint32_t>(random_() % below); }
  void scribble(std::uint8_t* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(random_());
  }

  static void join(HcaPair& pair, QueuePair& near, QueuePair& far, QpType service) {
    if (service == QpType::kUd) {
      pair.client.verbs->ready(near, kQKey);
      pair.server.verbs->ready(far, kQKey);
      return;
    }
    pair.client.verbs->connect(near, {Lid{2}, far.number(), 0}, pair.options);
    pair.server.verbs->connect(far, {Lid{1}, near.number(), 0}, pair.options);
  }

  static constexpr std::uint32_t kQKey = 0x1234;
  std::mt19937_64 random_{20240501};
};

TEST_F(HcaFuzzTest, RandomWqesBreakTheirQueuePairOnly) {
  HcaPair pair;
  constexpr int kRounds = 300;
  const bool ended = pair.run([&] {
    PairEnd& client = pair.client;
    for (int round = 0; round < kRounds; ++round) {
      const auto cq = client.verbs->create_cq(8);
      constexpr std::array kServices = {QpType::kRc, QpType::kRc, QpType::kUc, QpType::kUd};
      const QpType service = kServices[draw(kServices.size())];
      const auto victim = client.verbs->create_qp(client.pd, {}, *cq, *cq, service);
      const auto far_cq = pair.server.verbs->create_cq(8);
      const auto far =
          pair.server.verbs->create_qp(pair.server.pd, {4, 4}, *far_cq, *far_cq, service);
      join(pair, *victim, *far, service);
      std::array<std::uint8_t, 256> wqe{};
      scribble(wqe.data(), wqe.size());
      ControlSegment control = decode_control(wqe.data());
      control.opmod = 0;
      control.wqe_index = 0;
      control.qpn = victim->number();
      if (draw(4) != 0) {  // a likely operation on memory that is there, the rest nonsense
        constexpr std::array kOpcodes = {0x00, 0x01, 0x08, 0x09, 0x0A, 0x0B, 0x10, 0x11, 0x12};
        control.opcode = static_cast<std::uint8_t>(kOpcodes[draw(kOpcodes.size())]);
        control.ds = static_cast<std::uint8_t>(draw(17));
        for (std::size_t at = 16; at < wqe.size(); at += 16) {
          encode(DataSegment{draw(8192), client.buffer.key, client.buffer.address + draw(4096)},
                 &wqe[at]);
        }
      }
      encode(control, wqe.data());
      client.host->memory.write(victim->send_buffer(), wqe.data(), wqe.size());
      client.host->write_register(uar_address(0, kBlueFlameOffset), wqe.data(),
                                  draw(2) != 0 ? 8 : 256);
      client.host->spend(5000);
    }
    client.fill(0, 64, 1);
    client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 64));
    EXPECT_EQ(client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.client.host->memory.refused_accesses(), 0u);
  EXPECT_GT(pair.client.hca->counters().wqes_malformed, 100u);
  EXPECT_EQ(pair.server.read(0, 64), pair.client.read(0, 64));
}

TEST_F(HcaFuzzTest, RandomCommandsAndRegisterWritesAreAnswered) {
  HcaPair pair;
  constexpr int kRounds = 2000;
  const bool ended = pair.run([&] {
    PairEnd& client = pair.client;
    constexpr std::array kOpcodes = {0x200, 0x202, 0x400, 0x500, 0x502, 0x50B, 0x800, 0x801, 0x999};
    constexpr std::array kSizes = {0u, 64u, 64u, 256u, 256u, 256u, 13u};
    for (int round = 0; round < kRounds; ++round) {
      std::vector<std::uint8_t> input(kSizes[draw(kSizes.size())]);
      scribble(input.data(), input.size());
      const auto opcode = static_cast<CommandOpcode>(kOpcodes[draw(kOpcodes.size())]);
      // Objects from 100 on: those of the connection that is to survive are below.
      const CommandAnswer answer =
          client.verbs->commands().try_execute(opcode, 100 + draw(1000), input, draw(2) * 256);
      static_cast<void>(answer);
      std::array<std::uint8_t, 64> junk{};
      scribble(junk.data(), junk.size());
      store_field(junk.data(), control_segment::kQpn, 100 + draw(1000));
      const std::uint64_t address = 0x1000 + draw(16 * 0x1000 - 64);
      client.host->write_register(address, junk.data(), 1 + draw(64));
    }
    client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 64));
    EXPECT_EQ(client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_GT(pair.client.hca->counters().commands_failed, 1000u);
}

/// Replaces packets on the wire by ones with random headers.
TEST_F(HcaFuzzTest, RandomPacketsTouchNoMemoryOutsideOfRegions) {
  HcaPair pair;
  constexpr int kRounds = 3000;
  std::uint64_t changed = 0;
  pair.options.timeout = 1;
  pair.options.retry_count = 7;
  pair.cable.lose = [&](const Packet& packet, bool) {
    if (draw(3) == 0) return false;
    ++changed;
    auto& mutated = const_cast<Packet&>(packet);
    const std::size_t at = 8 + draw(packet.header_bytes - 8u);
    mutated.header[at] ^= static_cast<std::uint8_t>(1u << draw(8));
    if (draw(8) == 0) mutated.header[8] = static_cast<std::uint8_t>(draw(32));
    if (draw(16) == 0)
      mutated.payload_bytes = static_cast<std::uint16_t>(draw(packet.payload_bytes + 1u));
    return false;
  };
  const bool ended = pair.run(
      [&] {
        PairEnd& client = pair.client;
        PairEnd& server = pair.server;
        for (int round = 0; round < kRounds; ++round) {
          const auto client_cq = client.verbs->create_cq(4);
          const auto server_cq = server.verbs->create_cq(4);
          constexpr std::array kServices = {QpType::kRc, QpType::kRc, QpType::kUc, QpType::kUd};
          const QpType service = kServices[draw(kServices.size())];
          const auto near =
              client.verbs->create_qp(client.pd, {4, 4}, *client_cq, *client_cq, service);
          const auto far =
              server.verbs->create_qp(server.pd, {4, 4}, *server_cq, *server_cq, service);
          join(pair, *near, *far, service);
          far->post_receive(server.buffer.address, 8192, server.buffer.key);
          constexpr std::array kOpcodes = {WqeOpcode::kRdmaWrite, WqeOpcode::kSend,
                                           WqeOpcode::kRdmaRead, WqeOpcode::kRdmaWriteImmediate,
                                           WqeOpcode::kFetchAdd};
          const WqeOpcode opcode = kOpcodes[draw(kOpcodes.size())];
          const std::uint32_t bytes = opcode == WqeOpcode::kFetchAdd ? 8 : draw(9000);
          WorkRequest request = pair.request(opcode, bytes);
          if (service == QpType::kUd) {
            AddressVector to;
            to.q_key = kQKey;
            to.dest_qpn = far->number();
            to.dlid = 2;
            to.has_grh = draw(2) != 0;
            request = pair.request(WqeOpcode::kSend, draw(4097));
            request.destination = to;
          }
          near->post_send(request);
          client.host->spend(100000);
          client.verbs->commands().execute(CommandOpcode::kDestroyQp, near->number());
          server.verbs->commands().execute(CommandOpcode::kDestroyQp, far->number());
          client.verbs->commands().execute(CommandOpcode::kDestroyCq, client_cq->number());
          server.verbs->commands().execute(CommandOpcode::kDestroyCq, server_cq->number());
        }
      },
      1e7);
  ASSERT_TRUE(ended);
  EXPECT_GT(changed, 2000u);
  EXPECT_EQ(pair.client.host->memory.refused_accesses(), 0u);
  EXPECT_EQ(pair.server.host->memory.refused_accesses(), 0u);
  EXPECT_EQ(pair.client.hca->held_packets(), 0u);
  EXPECT_EQ(pair.server.hca->held_packets(), 0u);
}

}  // namespace
}  // namespace ib::tb
