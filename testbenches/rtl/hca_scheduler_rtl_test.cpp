// SPDX-License-Identifier: Apache-2.0
// The Verilated send scheduler in a running HCA, beside one in C++.
#include <gtest/gtest.h>

#include "rtl/cosim/send_scheduler_rtl.h"
#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

/// What a pair of HCAs did: the headers of the client's packets in order, and when requests were
/// complete.
struct Deeds {
  std::vector<std::vector<std::uint8_t>> packets;
  std::vector<std::pair<std::uint32_t, double>> completions;

  friend bool operator==(const Deeds& a, const Deeds& b) {
    return a.packets == b.packets && a.completions == b.completions;
  }
};

hca::HcaConfig weighted() {
  hca::HcaConfig config;
  config.send_policy = hca::SendPolicy::kWeighted;
  return config;
}

/// Five connections of three weights and three levels, one of them limited, WRITEs and READs.
class BusyPair {
 public:
  BusyPair(const std::string& prefix, Deeds& deeds)
      : pair_(weighted(), kNever, prefix), deeds_(deeds) {
    pair_.cable.lose = [this](const Packet& packet, bool from_a) {
      if (from_a) {
        deeds_.packets.emplace_back(packet.header.begin(),
                                    packet.header.begin() + packet.header_bytes);
      }
      return false;
    };
  }

  HcaPair& pair() { return pair_; }
  void prepare(const std::function<void()>& on_end) {
    pair_.prepare([this] { program(); }, on_end);
  }

 private:
  static constexpr std::size_t kConnections = 5;

  void program() {
    PairEnd& a = pair_.client;
    PairEnd& b = pair_.server;
    a.verbs->limit_rate(1, 60000);
    b.verbs->limit_rate(2, 90000);
    for (std::size_t i = 0; i < kConnections; ++i) {
      ConnectionOptions options = pair_.options;
      options.sl = static_cast<std::uint8_t>(i % 3);
      near_[i] = a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq);
      far_[i] = b.verbs->create_qp(b.pd, {}, *b.send_cq, *b.receive_cq);
      a.verbs->connect(*near_[i], {Lid{2}, far_[i]->number(), 0}, options);
      b.verbs->connect(*far_[i], {Lid{1}, near_[i]->number(), 0}, options);
      a.verbs->set_weight(*near_[i], static_cast<std::uint8_t>(1 + i * 2 % 5));
    }
    for (std::uint32_t round = 0; round < 3; ++round) {
      for (const auto& qp : near_) {
        qp->post_send(pair_.request(WqeOpcode::kRdmaWrite, 30000 + round * 5000));
        qp->post_send(pair_.request(WqeOpcode::kRdmaRead, 20000, 1 << 19));
      }
    }
    for (std::size_t i = 0; i < 6 * kConnections; ++i) {
      const Cqe cqe = a.await_send();
      EXPECT_EQ(cqe.syndrome, CqeSyndrome::kNone);
      deeds_.completions.emplace_back(cqe.qpn, sc_core::sc_time_stamp().to_seconds());
    }
  }

  HcaPair pair_;
  Deeds& deeds_;
  std::array<std::unique_ptr<QueuePair>, kConnections> near_;
  std::array<std::unique_ptr<QueuePair>, kConnections> far_;
};

TEST(HcaSchedulerRtl, WeightsAndLimitsGiveTheSamePacketsAtTheSameTimes) {
  std::array<Deeds, 2> deeds;
  BusyPair golden{"a_", deeds[0]};
  BusyPair rtl{"b_", deeds[1]};
  for (PairEnd* const end : {&rtl.pair().client, &rtl.pair().server}) {
    end->hca->machines().send_scheduler = cosim::make_send_scheduler_rtl();
  }
  int running = 2;
  for (BusyPair* const pair : {&golden, &rtl}) {
    pair->prepare([&running] {
      if (--running == 0) sc_core::sc_stop();
    });
  }

  sc_core::sc_start(1000, sc_core::SC_US);

  ASSERT_EQ(running, 0);
  EXPECT_EQ(deeds[0].packets.size(), 150u);  // 27 of WRITEs and 3 of READs a connection
  EXPECT_TRUE(deeds[0] == deeds[1]);
}

}  // namespace
}  // namespace ib::tb
