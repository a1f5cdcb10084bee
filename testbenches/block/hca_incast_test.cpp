// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "models/fabric/builders.h"
#include "testbenches/block/congestion_settings.h"
#include "testbenches/block/hca_pair.h"
#include "testbenches/smp/mad_caller.h"
#include "testbenches/smp/managed_fabric.h"

namespace ib::tb {
namespace {

/// Hosts 0 and 1 write to host 2 through a switch; all is set in band. LIDs: switch 1, hosts 2-4.
class Incast {
 public:
  Incast() : fabric_({}, {fabric::single_switch(3), {}}), caller_(fabric_.hca(0).mad_door()) {}

  void run(const std::function<void()>& program) {
    bool finished = false;
    fabric_.host(0).run([&] {
      for (unsigned i = 0; i < 3; ++i) open(i);
      for (unsigned i = 0; i < 2; ++i) connect(i);
      program();
      finished = true;
      sc_core::sc_stop();
    });
    sc_core::sc_start();
    EXPECT_TRUE(finished);
    EXPECT_TRUE(fabric_.broken_invariants().empty());
  }
  template <class Attribute>
  void set(std::uint16_t lid, CongestionAttributeId id, const Attribute& attribute) {
    MadPacket packet;
    MadHeader header;
    header.mgmt_class = 0x21;
    header.class_version = 2;
    header.method = static_cast<std::uint8_t>(MadMethod::kSet);
    header.attribute_id = static_cast<std::uint16_t>(id);
    header.encode(packet.mad.data());
    packet.dlid = Lid{lid};
    packet.dest_qp = kQp1;
    packet.src_qp = kQp1;
    packet.q_key = QKey{0x80010000};
    write_attribute(attribute, &packet.mad[smp::kData]);
    const auto reply = caller_.call(packet);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status(), MadStatus::kOk);
  }
  /// Both hosts write `messages` of 1 MB; the time between the last two completions of host 0.
  double write_ns(unsigned messages) {
    std::array<double, 2> times{};
    for (unsigned message = 0; message < messages; ++message) post(0), post(1);
    for (unsigned message = 0; message < messages; ++message) {
      (void)ends_[0].await_send();
      times = {times[1], now_ns()};
    }
    for (unsigned message = 0; message < messages; ++message) (void)ends_[1].await_send();
    return times[1] - times[0];
  }
  [[nodiscard]] const hca::HcaCounters& counters(std::size_t host) {
    return fabric_.hca(host).counters();
  }

 private:
  struct End : PairEnd {
    Host* computer = nullptr;
    Cqe await_send() const {
      computer->poll_until(send_cq->watch(), [this] { return send_cq->has_entry(); });
      return *send_cq->poll();
    }
  };
  void open(unsigned i) {
    End& end = ends_[i];
    end.computer = &fabric_.host(i);
    end.verbs = std::make_unique<Verbs>(*end.computer);
    end.open();
    if (i == 1) sink_b_ = nullptr;
  }
  void connect(unsigned i) {
    End& end = ends_[i];
    End& sink = ends_[2];
    std::unique_ptr<QueuePair>& far = i == 0 ? sink.qp : sink_b_;
    if (far == nullptr) {
      far = sink.verbs->create_qp(sink.pd, {}, *sink.send_cq, *sink.receive_cq);
    }
    const Lid lid{static_cast<std::uint16_t>(2 + i)};
    end.verbs->connect(*end.qp, {Lid{4}, far->number(), 0}, {});
    sink.verbs->connect(*far, {lid, end.qp->number(), 0}, {});
  }
  void post(unsigned i) {
    WorkRequest request;
    request.opcode = WqeOpcode::kRdmaWrite;
    request.local_address = ends_[i].buffer.address;
    request.bytes = kMessageBytes;
    request.lkey = ends_[i].buffer.key;
    request.remote_address = ends_[2].buffer.address;
    request.rkey = ends_[2].buffer.key;
    ends_[i].qp->post_send(request);
  }

  ManagedFabric fabric_;
  MadCaller caller_;
  std::array<End, 3> ends_;
  std::unique_ptr<QueuePair> sink_b_;
};

// Two senders at one link have half of it each. Told to go no faster than a quarter each, they do.
TEST(HcaCongestion, SendersThroughACongestedSwitchSlowDownToTheirTable) {
  Incast incast;
  double without = 0;
  double with = 0;
  incast.run([&] {
    without = incast.write_ns(3);
    SwitchCongestionSetting marking;
    marking.control_map = 0x1F;
    marking.threshold = 15;
    incast.set(1, CongestionAttributeId::kSwitchCongestionSetting, marking);
    CongestionControlTableBlock quarter_rate;  // from the first notification on
    quarter_rate.ccti_limit = 1;
    quarter_rate.entries[1] = {0, 3};
    for (const std::uint16_t lid : {std::uint16_t{2}, std::uint16_t{3}}) {
      incast.set(lid, CongestionAttributeId::kCaCongestionSetting, setting_with(0));
      incast.set(lid, CongestionAttributeId::kCongestionControlTable, quarter_rate);
    }
    (void)incast.write_ns(2);
    with = incast.write_ns(3);
  });
  EXPECT_NEAR(without, 2 * kPackets * kPacketNs, 0.01 * 2 * kPackets * kPacketNs);
  EXPECT_NEAR(with, 4 * kPackets * kPacketNs, 0.01 * 4 * kPackets * kPacketNs);
  EXPECT_GT(incast.counters(2).fecns_received, 0u);
  for (const std::size_t host : {0u, 1u}) EXPECT_GE(incast.counters(host).becns_received, 1u);
}

}  // namespace
}  // namespace ib::tb
