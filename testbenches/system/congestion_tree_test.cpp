// SPDX-License-Identifier: Apache-2.0
#include "testbenches/traffic/congestion_tree.h"

#include <gtest/gtest.h>

#include "testbenches/traffic/child_measurement.h"

namespace ib::tb {
namespace {

struct Senders {
  std::uint32_t far;
  std::uint32_t near;
};

CongestionTreeResult measure(const Senders& senders, bool controlled) {
  CongestionTreePlan plan;
  plan.far = senders.far;
  plan.near = senders.near;
  plan.fabric.link.fc_interval_ns = 0;
  plan.traffic.load = 1;
  plan.traffic.congestion.enabled = controlled;
  if (controlled) plan.fabric.sw.congestion = congestion_tree_marking();
  plan.warmup = ticks_from_ns(150'000);
  plan.duration = ticks_from_ns(400'000);
  CongestionTree tree{plan, {}};
  tree.run();
  EXPECT_TRUE(tree.traffic().broken_invariants().empty());
  return tree.result();
}

class CongestionTreeShares : public testing::TestWithParam<Senders> {};

// ib-facts 9.5. Without control the victim has the share of a sender to the hot sink; with it, 1.6
// times that or more while the hot sink stays busy.
TEST_P(CongestionTreeShares, RiseForTheVictimUnderControl) {
  const Senders senders = GetParam();
  const auto off = measured_in_child([&] { return measure(senders, /*controlled=*/false); });
  ASSERT_TRUE(off.has_value());
  const CongestionTreeResult on = measure(senders, /*controlled=*/true);
  RecordProperty("off", std::to_string(off->victim));
  RecordProperty("on", std::to_string(on.victim));
  RecordProperty("sink", std::to_string(on.sink));

  EXPECT_NEAR(off->victim / fair_victim_share(senders.far, senders.near), 1, 0.03);
  EXPECT_GE(off->sink, 0.97);
  EXPECT_EQ(off->marked, 0u);
  EXPECT_GE(on.victim, 1.6 * off->victim);
  EXPECT_GE(on.sink, 0.9);
  EXPECT_GT(on.marked, 0u);
  EXPECT_GT(on.notifications, 0u);
  EXPECT_LE(on.notifications, on.marked);
}

INSTANTIATE_TEST_SUITE_P(, CongestionTreeShares, testing::Values(Senders{2, 2}, Senders{1, 3}),
                         [](const auto& param) {
                           return "Far" + std::to_string(param.param.far) + "Near" +
                                  std::to_string(param.param.near);
                         });

}  // namespace
}  // namespace ib::tb
