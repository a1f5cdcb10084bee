// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/block/congestion_settings.h"
#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

/// Two HCAs and a cable that marks the packets a test chooses.
class HcaCongestionTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION);
    pair.client.hca->manage(NodeIdentity{});
  }
  void control(std::uint16_t limit, std::uint16_t timer) {
    ManagedNode& node = *pair.client.hca->management();
    node.set_congestion(setting_with(timer));
    node.set_congestion(0, table_up_to(limit));
  }
  void mark_all_to_server() {
    pair.cable.mark = [](const Packet&, bool from_a) { return from_a; };
  }
  /// Time a WRITE of 1 MB takes from post to completion.
  double write_ns() {
    const double start = now_ns();
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, kMessageBytes));
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
    return now_ns() - start;
  }
  [[nodiscard]] const hca::HcaCounters& client() const { return pair.client.hca->counters(); }
  [[nodiscard]] const hca::HcaCounters& server() const { return pair.server.hca->counters(); }

  HcaPair pair;
};

// IBTA Vol 1, annex A10: FECN comes back as BECN in the next acknowledgement, once.
TEST_F(HcaCongestionTest, AnswersFecnByBecnInTheNextAcknowledgement) {
  int marks = 1;
  pair.cable.mark = [&](const Packet&, bool from_a) { return from_a && marks-- > 0; };
  std::vector<bool> becns;
  pair.cable.lose = [&](const Packet& packet, bool from_a) {
    if (!from_a) becns.push_back(Bth::decode(bth_bytes(packet)).becn);
    return false;
  };
  ASSERT_TRUE(pair.run([&] {
    for (int i = 0; i < 2; ++i) {
      pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 64));
      (void)pair.client.await_send();
    }
  }));
  EXPECT_EQ(becns, (std::vector<bool>{true, false}));
  EXPECT_EQ(server().fecns_received, 1u);
  EXPECT_EQ(client().becns_received, 1u);
  EXPECT_EQ(server().cnps_sent, 0u);
}

// IBTA Vol 1, annex A10: what no acknowledgement follows is answered by a CNP: opcode 0x80, BECN,
// 16 reserved bytes.
TEST_F(HcaCongestionTest, AnswersAMarkedReadResponseByACnp) {
  pair.cable.mark = [](const Packet&, bool from_a) { return !from_a; };
  std::vector<Packet> cnps;
  pair.cable.lose = [&](const Packet& packet, bool from_a) {
    if (from_a && bth_bytes(packet)[0] == 0x80) cnps.push_back(packet);
    return false;
  };
  ASSERT_TRUE(pair.run([&] {
    pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaRead, 64));
    (void)pair.client.await_send();
    pair.client.host->spend(2000);
  }));
  ASSERT_EQ(cnps.size(), 1u);
  const Bth bth = Bth::decode(bth_bytes(cnps[0]));
  EXPECT_TRUE(bth.becn);
  EXPECT_EQ(bth.dest_qp, Qpn{pair.server.qp->number()});
  EXPECT_EQ(cnps[0].dlid, Lid{2});
  EXPECT_EQ(cnps[0].payload_bytes, 16);
  EXPECT_EQ(server().becns_received, 1u);
}

TEST_F(HcaCongestionTest, AnswersAMarkedDatagramByACnpToItsSender) {
  mark_all_to_server();
  ASSERT_TRUE(pair.run([&] {
    PairEnd& a = pair.client;
    PairEnd& b = pair.server;
    const auto near = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq, QpType::kUd);
    const auto far = b.verbs->create_qp(b.pd, {}, *b.send_cq, *b.receive_cq, QpType::kUd);
    a.verbs->ready(*near, 1);
    b.verbs->ready(*far, 1);
    WorkRequest request = pair.request(WqeOpcode::kSend, 100);
    AddressVector vector;
    vector.q_key = 1;
    vector.dest_qpn = far->number();
    vector.dlid = 2;
    request.destination = vector;
    far->post_receive(b.buffer.address, 200, b.buffer.key);
    near->post_send(request);
    (void)b.await_receive();
    a.host->spend(2000);
  }));
  EXPECT_EQ(server().cnps_sent, 1u);
  EXPECT_EQ(client().becns_received, 1u);
  EXPECT_EQ(client().packets_misdirected, 0u);
}

// ib-facts 7: after each packet the flow waits packet time * multiplier / 2^shift. At index 3 of a
// table of 0, 1, 2, 3 packet times a quarter of the rate is left.
TEST_F(HcaCongestionTest, SlowsAFlowByItsTableEntry) {
  control(3, 0);
  mark_all_to_server();
  double fast = 0;
  double slow = 0;
  ASSERT_TRUE(pair.run([&] {
    pair.cable.mark = nullptr;
    fast = write_ns();
    mark_all_to_server();
    (void)write_ns();  // 17 acknowledgements: index 3 is reached
    slow = write_ns();
  }));
  EXPECT_NEAR(slow - fast, 3 * kPackets * kPacketNs, 0.005 * 3 * kPackets * kPacketNs);
  EXPECT_EQ(client().packets_resent, 0u);
}

TEST_F(HcaCongestionTest, TakesNoNoticeOfBecnWithoutASetting) {
  double fast = 0;
  double marked = 0;
  ASSERT_TRUE(pair.run([&] {
    fast = write_ns();
    mark_all_to_server();
    (void)write_ns();
    marked = write_ns();
  }));
  EXPECT_GT(client().becns_received, 0u);
  EXPECT_NEAR(marked, fast, 0.001 * fast);
}

// ib-facts 7: the index falls by one every CCTI_Timer * 1.024 us. From index 3 and with a timer of
// 10: packets of 4, 3 and 2 times fill 10.24 us each, the rest go at full rate.
TEST_F(HcaCongestionTest, RecoversByItsTimer) {
  constexpr double kStepNs = 10 * 1024;
  control(3, 10);
  double fast = 0;
  double after_rest = 0;
  double recovering = 0;
  ASSERT_TRUE(pair.run([&] {
    fast = write_ns();
    mark_all_to_server();
    (void)write_ns();
    pair.cable.mark = nullptr;
    recovering = write_ns();
    after_rest = write_ns();
  }));
  // The timer ran on while the last acknowledgement came: at most one step is uncertain.
  const double lost = kStepNs * (3. / 4 + 2. / 3 + 1. / 2);
  EXPECT_NEAR(recovering - fast, lost, kStepNs * 3 / 4);
  EXPECT_NEAR(after_rest, fast, 0.001 * fast);
}

// PortControl bit 0: all queue pairs of a service level are one flow.
TEST_F(HcaCongestionTest, SlowsAllQueuePairsOfAServiceLevelTogether) {
  CaCongestionSetting setting = setting_with(0);
  setting.port_control = 1;
  ManagedNode& node = *pair.client.hca->management();
  node.set_congestion(setting);
  node.set_congestion(0, table_up_to(3));
  double fast = 0;
  double slow = 0;
  ASSERT_TRUE(pair.run([&] {
    PairEnd& a = pair.client;
    PairEnd& b = pair.server;
    const auto near = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq);
    const auto far = b.verbs->create_qp(b.pd, {}, *b.send_cq, *b.receive_cq);
    a.verbs->connect(*near, {Lid{2}, far->number(), 0}, {});
    b.verbs->connect(*far, {Lid{1}, near->number(), 0}, {});
    fast = write_ns();
    mark_all_to_server();
    (void)write_ns();
    pair.cable.mark = nullptr;
    const double start = now_ns();
    near->post_send(pair.request(WqeOpcode::kRdmaWrite, kMessageBytes));
    (void)a.await_send();
    slow = now_ns() - start;
  }));
  EXPECT_NEAR(slow - fast, 3 * kPackets * kPacketNs, 0.005 * 3 * kPackets * kPacketNs);
}

TEST_F(HcaCongestionTest, CountsNotificationsAtTheTriggerThreshold) {
  CaCongestionSetting setting = setting_with(0);
  setting.sl[0].trigger_threshold = 2;
  ManagedNode& node = *pair.client.hca->management();
  node.set_congestion(setting);
  node.set_congestion(0, table_up_to(3));
  mark_all_to_server();
  ASSERT_TRUE(pair.run([&] {
    for (int i = 0; i < 4; ++i) {
      pair.client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 64));
      (void)pair.client.await_send();
    }
  }));
  EXPECT_EQ(client().becns_received, 4u);
  EXPECT_EQ(client().congestion_events, 3u);  // indices 1, 2, 3, 3
}

}  // namespace
}  // namespace ib::tb
