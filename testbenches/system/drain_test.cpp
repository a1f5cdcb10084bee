// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "testbenches/system/child_run.h"
#include "testbenches/system/random_plan.h"

namespace ib::tb {
namespace {

/// What is wrong after all sources stopped and time enough passed; empty when all is well.
std::string left_over(unsigned seed) {
  RandomPlan random{seed};
  TrafficFabric traffic{random.topology(), random.plan, random.traffic, {}};
  if (random.below(2) == 0) {
    traffic.send_uniformly();
  } else {
    traffic.send_to(0);
  }
  traffic.run(0, ticks_from_ns(30'000));
  for (TrafficNode* node : traffic.nodes()) node->stop_sending();
  traffic.run(0, ticks_from_ns(2'000'000));

  std::string wrong;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  for (TrafficNode* node : traffic.nodes()) {
    sent += node->total_sent();
    received += node->total_received();
    if (node->held_packets() > 0) wrong += std::string{node->name()} + " holds packets; ";
  }
  for (const auto& node : traffic.fabric().switches()) {
    if (node.chip->held_packets() > 0) wrong += std::string{node.chip->name()} + " holds packets; ";
  }
  if (received != sent && !random.lossy)
    wrong += std::to_string(sent - received) + " packets are missing; ";
  for (const std::string& line : traffic.broken_invariants()) wrong += line + "; ";
  if (sent == 0) wrong += "nothing was sent; ";
  return wrong;
}

TEST(Drain, EmptiesEveryFabricWhateverItsSizes) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    EXPECT_EQ(in_child([seed] { return left_over(seed); }), "") << "seed " << seed;
  }
}

}  // namespace
}  // namespace ib::tb
