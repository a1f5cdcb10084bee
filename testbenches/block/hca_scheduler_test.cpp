// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kMtu = 4096;
constexpr double kByteNs = 0.02;              ///< 4x NDR.
constexpr std::uint32_t kMiddleBytes = 4122;  ///< LRH 8, BTH 12, payload, ICRC 4, VCRC 2.
constexpr std::uint32_t kFraming = 2;
constexpr double kPacketNs = (kMiddleBytes + kFraming) * kByteNs;

double now_ns() { return sc_core::sc_time_stamp().to_seconds() * 1e9; }

/// Time from the post of a message of `packets` full packets to its completion.
double message_ns(HcaPair& pair, QueuePair& qp, WqeOpcode opcode, std::uint32_t packets) {
  pair.client.host->spend(30000);
  const double start = now_ns();
  qp.post_send(pair.request(opcode, packets * kMtu));
  static_cast<void>(pair.client.await_send());
  return now_ns() - start;
}

struct RateCase {
  std::uint8_t code;    ///< As verbs number rates.
  std::uint32_t delay;  ///< Inter-packet delay on a link of 400 Gb/s, packet times.
};

class HcaStaticRateTest : public testing::TestWithParam<RateCase> {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }
};

// IBTA Vol 1, 9.11: the next packet begins (IPD + 1) packet times behind this one.
TEST_P(HcaStaticRateTest, APacketWaitsForTheInterPacketDelay) {
  HcaPair pair;
  pair.options.static_rate = GetParam().code;
  double few = 0;
  double many = 0;
  const bool ended = pair.run([&] {
    few = message_ns(pair, *pair.client.qp, WqeOpcode::kRdmaWrite, 10);
    many = message_ns(pair, *pair.client.qp, WqeOpcode::kRdmaWrite, 30);
  });
  ASSERT_TRUE(ended);
  EXPECT_NEAR(many - few, 20 * (GetParam().delay + 1) * kPacketNs, 6);
}

// A READ response keeps to the rate of the responder's path.
TEST_P(HcaStaticRateTest, AReadResponseKeepsToItToo) {
  HcaPair pair;
  pair.options.static_rate = GetParam().code;
  double few = 0;
  double many = 0;
  const bool ended = pair.run([&] {
    few = message_ns(pair, *pair.client.qp, WqeOpcode::kRdmaRead, 10);
    many = message_ns(pair, *pair.client.qp, WqeOpcode::kRdmaRead, 30);
  });
  ASSERT_TRUE(ended);
  EXPECT_NEAR(many - few, 20 * (GetParam().delay + 1) * kPacketNs, 6);
}

// 400 and no limit, 200, 120, 100, 50 and 10 Gb/s.
INSTANTIATE_TEST_SUITE_P(, HcaStaticRateTest,
                         testing::Values(RateCase{0, 0}, RateCase{21, 0}, RateCase{17, 1},
                                         RateCase{10, 3}, RateCase{16, 3}, RateCase{20, 7},
                                         RateCase{3, 39}),
                         [](const auto& p) { return "Code" + std::to_string(p.param.code); });

class HcaSchedulerTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  /// Another connection, by service level `sl`.
  static std::unique_ptr<QueuePair> connection(HcaPair& pair, std::uint8_t sl,
                                               std::unique_ptr<QueuePair>& far) {
    PairEnd& a = pair.client;
    PairEnd& b = pair.server;
    ConnectionOptions options = pair.options;
    options.sl = sl;
    auto near = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq);
    far = b.verbs->create_qp(b.pd, {}, *b.send_cq, *b.receive_cq);
    a.verbs->connect(*near, {Lid{2}, far->number(), 0}, options);
    b.verbs->connect(*far, {Lid{1}, near->number(), 0}, options);
    return near;
  }
};

// A datagram carries the rate of its own path: mlx5 counts the codes from 5.
TEST_F(HcaSchedulerTest, ADatagramsAddressHandleHasARate) {
  HcaPair pair;
  std::array<double, 2> took{};
  const bool ended = pair.run([&] {
    PairEnd& a = pair.client;
    const auto qp = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq, QpType::kUd);
    a.verbs->ready(*qp, 0x11);
    WorkRequest request = pair.request(WqeOpcode::kSend, 2048);
    request.destination = AddressVector{};
    request.destination->dlid = 2;
    request.destination->dest_qpn = 0x777;  // nobody: datagrams need no answer
    request.destination->static_rate = 10;  // 120 Gb/s: a delay of 3
    request.signaled = false;
    for (const int count : {10, 30}) {
      a.host->spend(30000);
      const double start = now_ns();
      for (int i = 1; i < count; ++i) qp->post_send(request);
      WorkRequest last = request;
      last.signaled = true;
      qp->post_send(last);
      static_cast<void>(a.await_send());
      took[count == 10 ? 0 : 1] = now_ns() - start;
    }
  });
  ASSERT_TRUE(ended);
  const double packet_ns = (8 + 12 + 8 + 2048 + 4 + 2 + kFraming) * kByteNs;
  EXPECT_NEAR(took[1] - took[0], 20 * 4 * packet_ns, 6);
}

// Bits of a packet, LRH to VCRC, at the rate of the level.
TEST_F(HcaSchedulerTest, AServiceLevelKeepsToItsLimit) {
  HcaPair pair;
  constexpr double kGapNs = 8.0 * kMiddleBytes / 50;  // 50 Gb/s
  double few = 0;
  double many = 0;
  const bool ended = pair.run([&] {
    pair.client.verbs->limit_rate(1, 50000);
    std::unique_ptr<QueuePair> far;
    const auto near = connection(pair, 1, far);
    few = message_ns(pair, *near, WqeOpcode::kRdmaWrite, 10);
    many = message_ns(pair, *near, WqeOpcode::kRdmaWrite, 30);
  });
  ASSERT_TRUE(ended);
  EXPECT_NEAR(many - few, 20 * kGapNs, 6);
}

// Queue pairs of a level share its limit, others do not feel it.
TEST_F(HcaSchedulerTest, ALimitIsSharedByItsLevelAndFeltByNoOther) {
  HcaPair pair;
  constexpr double kGapNs = 8.0 * kMiddleBytes / 50;
  double shared = 0;
  double free_level = 0;
  double alone = 0;
  const bool ended = pair.run([&] {
    pair.client.verbs->limit_rate(1, 50000);
    std::unique_ptr<QueuePair> far_one;
    std::unique_ptr<QueuePair> far_two;
    const auto one = connection(pair, 1, far_one);
    const auto two = connection(pair, 1, far_two);
    alone = message_ns(pair, *pair.client.qp, WqeOpcode::kRdmaWrite, 60);
    pair.client.host->spend(30000);
    const double start = now_ns();
    one->post_send(pair.request(WqeOpcode::kRdmaWrite, 40 * kMtu));
    two->post_send(pair.request(WqeOpcode::kRdmaWrite, 40 * kMtu));
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 60 * kMtu));
    EXPECT_EQ(pair.client.await_send().qpn, pair.client.qp->number());
    free_level = now_ns() - start;
    static_cast<void>(pair.client.await_send());
    static_cast<void>(pair.client.await_send());
    shared = now_ns() - start;
  });
  ASSERT_TRUE(ended);
  EXPECT_NEAR(shared, 80 * kGapNs, 1500);  // and once the way there and back
  EXPECT_LT(free_level, alone + 12 * kPacketNs + 200);
}

// Weights 3 and 1: while both have packets, three of four are the heavier's. Both are of a level of
// 200 Gb/s, so that neither gets ahead before the other begins.
double lead_in_packets(hca::SendPolicy policy) {
  hca::HcaConfig config;
  config.send_policy = policy;
  HcaPair pair(config);
  pair.options.sl = 1;
  constexpr double kGapNs = 8.0 * kMiddleBytes / 200;
  double first = 0;
  double second = 0;
  const bool ended = pair.run([&] {
    PairEnd& a = pair.client;
    PairEnd& b = pair.server;
    const auto near = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq);
    const auto far = b.verbs->create_qp(b.pd, {}, *b.send_cq, *b.receive_cq);
    a.verbs->connect(*near, {Lid{2}, far->number(), 0}, pair.options);
    b.verbs->connect(*far, {Lid{1}, near->number(), 0}, pair.options);
    a.verbs->set_weight(*a.qp, 3);
    a.verbs->limit_rate(1, 200000);
    a.host->spend(30000);
    for (int i = 0; i < 2; ++i) {
      a.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 150 * kMtu));
      near->post_send(pair.request(WqeOpcode::kRdmaWrite, 150 * kMtu));
    }
    for (int i = 0; i < 4; ++i) {
      const Cqe cqe = a.await_send();
      (cqe.qpn == a.qp->number() ? first : second) = now_ns();
    }
  });
  EXPECT_TRUE(ended);
  return (second - first) / kGapNs;
}

// 300 packets each: the heavier is through when the lighter has 200 left.
TEST_F(HcaSchedulerTest, WeightsShareTheSenderInTheirProportion) {
  EXPECT_NEAR(lead_in_packets(hca::SendPolicy::kWeighted), 200, 4);
}

TEST_F(HcaSchedulerTest, RoundRobinKnowsNoWeights) {
  EXPECT_NEAR(lead_in_packets(hca::SendPolicy::kRoundRobin), 0, 3);
}

TEST_F(HcaSchedulerTest, ALimitOfNoServiceLevelIsRefused) {
  HcaPair pair;
  const bool ended = pair.run([&] {
    const std::vector<std::uint8_t> mailbox(rate_context::kBytes);
    EXPECT_EQ(
        pair.client.verbs->commands().try_execute(CommandOpcode::kSetRateLimit, 16, mailbox).status,
        CommandStatus::kBadResource);
  });
  ASSERT_TRUE(ended);
}

}  // namespace
}  // namespace ib::tb
