// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/fabric/builders.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace ib::tb {
namespace {

struct Shares {
  const char* name;
  std::string high;
  std::string low;
  std::uint32_t high_limit;
  std::vector<double> expected;
};

class VlShares : public testing::TestWithParam<Shares> {};

// IBTA Vol 1, VL arbitration: weights in 64-byte units; packets of 16 blocks, all lanes full. Two
// hosts over one switch with the same tables at both.
TEST_P(VlShares, FollowTheWeights) {
  const Shares& p = GetParam();
  fabric::FabricConfig plan;
  plan.link.data_vls = static_cast<std::uint32_t>(p.expected.size());
  plan.link.vl_arbitration_high = p.high;
  plan.link.vl_arbitration_low = p.low;
  plan.link.vl_high_limit = p.high_limit;
  TrafficConfig config;
  config.packet_bytes = 1022;
  config.load = 1;
  config.sls = plan.link.data_vls;
  TrafficFabric traffic{fabric::single_switch(2), plan, config, {}};
  traffic.send_to(1);
  traffic.run(ticks_from_ns(20'000), ticks_from_ns(520'000));

  const TrafficStatistics& s = traffic.nodes()[1]->statistics();
  ASSERT_GT(s.received_packets, 20'000u);
  for (std::size_t sl = 0; sl < p.expected.size(); ++sl) {
    const double share =
        static_cast<double>(s.received_by_sl[sl]) / static_cast<double>(s.received_packets);
    RecordProperty("share" + std::to_string(sl), std::to_string(share));
    EXPECT_NEAR(share, p.expected[sl], 0.01 * p.expected[sl]) << "SL " << sl;
  }
}

INSTANTIATE_TEST_SUITE_P(
    , VlShares,
    testing::Values(Shares{"TwoEqual", "", "", 255, {0.5, 0.5}},
                    Shares{"TwoByOneToThree", "", "0:64,1:192", 255, {0.25, 0.75}},
                    Shares{"FourByWeights",
                           "",
                           "0:32,1:64,2:96,3:192",
                           255,
                           {2.0 / 24, 4.0 / 24, 6.0 / 24, 12.0 / 24}},
                    Shares{"FourInTheHighTable",
                           "0:32,1:64,2:96,3:192",
                           "",
                           255,
                           {2.0 / 24, 4.0 / 24, 6.0 / 24, 12.0 / 24}},
                    // The limit of 1 x 4096 bytes lets four packets of 1024 go before a low one.
                    Shares{"HighLimitOfFourPackets", "0:255", "1:255", 1, {0.8, 0.2}},
                    Shares{"HighLimitOfOnePacket", "0:255", "1:255", 0, {0.5, 0.5}}),
    [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace ib::tb
