// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "models/fabric/builders.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

constexpr double kByteNs = 0.02;  // NDR 4x

/// One direction of a cable, by hand: transmitter 10, encoder 3, copper 4.6 a metre, two
/// interleaved codewords of 12.8, decoder 34 cycles of 1 GHz, receiver 15.
double one_way_ns(double length_m) { return 10 + 3 + 4.6 * length_m + 25.6 + 34 + 15; }

/// Time from the start of a packet to the start of the one that its credits allow: the packet, the
/// way there, the next edge (half a cycle on average), the flow control packet, the way back, the
/// next edge. The receiver frees its buffer when the tail is in and answers in the same cycle.
double loop_ns(double length_m) { return (1022 + 6) * kByteNs + 2 * (one_way_ns(length_m) + 0.5); }

/// Share of the line that one saturated direction fills, host to host.
double measured_share(std::uint32_t buffer_blocks, double length_m, double fc_interval_ns) {
  fabric::FabricConfig plan;
  plan.cable.length_m = length_m;
  plan.link.mtu_bytes = 1024;
  plan.link.rx_buffer_blocks = buffer_blocks;
  plan.link.fc_interval_ns = fc_interval_ns;
  TrafficConfig config;
  config.packet_bytes = 1022;  // 16 blocks, 1024 bytes of line with framing
  config.load = 1;
  TrafficFabric traffic{fabric::back_to_back(), plan, config, {}};
  traffic.send_to(1);
  EXPECT_EQ(traffic.fabric().cables()[0]->a_to_b().latency(), ticks_from_ns(one_way_ns(length_m)));
  const double begin_ns = 20'000;
  const double length_ns = 400'000;
  traffic.run(ticks_from_ns(begin_ns), ticks_from_ns(begin_ns + length_ns));
  const auto packets = static_cast<double>(traffic.nodes()[1]->statistics().received_packets);
  return packets * 1024 * kByteNs / length_ns;
}

using Loop = std::tuple<std::uint32_t, double>;

class CreditLoop : public testing::TestWithParam<Loop> {};

// T = min(1, blocks x 512 bit / (rate x RTT)), ib-facts 10.6, flow control packets without a pause
// between them.
TEST_P(CreditLoop, LimitsThroughputToTheWindowOverTheRoundTrip) {
  const auto [blocks, length_m] = GetParam();
  const double expected = std::min(1.0, blocks * 64 * kByteNs / loop_ns(length_m));
  const double share = measured_share(blocks, length_m, 0);
  RecordProperty("share", std::to_string(share));
  EXPECT_NEAR(share / expected, 1, 0.02) << share;
}

// A pause between flow control packets adds to the loop, at most in full.
TEST_P(CreditLoop, IsLongerByNoMoreThanTheFlowControlInterval) {
  const auto [blocks, length_m] = GetParam();
  const double share = measured_share(blocks, length_m, 256);
  EXPECT_LE(share, 1.02 * std::min(1.0, blocks * 64 * kByteNs / loop_ns(length_m)));
  EXPECT_GE(share, 0.98 * std::min(1.0, blocks * 64 * kByteNs / (loop_ns(length_m) + 256)));
}

INSTANTIATE_TEST_SUITE_P(, CreditLoop,
                         testing::Combine(testing::Values(64u, 128u, 256u),
                                          testing::Values(2.0, 30.0, 100.0)),
                         [](const auto& param) {
                           return "Blocks" + std::to_string(std::get<0>(param.param)) + "Metres" +
                                  std::to_string(static_cast<int>(std::get<1>(param.param)));
                         });

}  // namespace
}  // namespace ib::tb
