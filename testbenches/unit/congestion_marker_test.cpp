// SPDX-License-Identifier: Apache-2.0
#include "models/ib/congestion/congestion_marker.h"

#include <gtest/gtest.h>

#include <string>

namespace ib {
namespace {

MarkingRule rule(std::uint32_t threshold) {
  MarkingRule rule;
  rule.threshold = threshold;
  return rule;
}

// ib-facts 7: from a very full (1) to a nearly empty (15) queue; even steps are our choice.
TEST(CongestionMarker, StepsFromFullToEmpty) {
  EXPECT_EQ(congested_blocks(1, 256), 240u);
  EXPECT_EQ(congested_blocks(8, 256), 128u);
  EXPECT_EQ(congested_blocks(15, 256), 16u);
}

TEST(CongestionMarker, NeverMarksWithThresholdZero) {
  CongestionMarker marker{rule(0), 256};
  EXPECT_EQ(marker.role(256, 4096), CongestionRole::kNone);
}

// ib-facts 7: over the threshold a root if it has credits to send, a victim if not.
TEST(CongestionMarker, TellsRootsFromVictims) {
  CongestionMarker marker{rule(8), 256};
  EXPECT_EQ(marker.role(128, 500), CongestionRole::kNone);
  EXPECT_EQ(marker.role(129, 500), CongestionRole::kRoot);
  EXPECT_EQ(marker.role(129, 129), CongestionRole::kRoot);
  EXPECT_EQ(marker.role(129, 128), CongestionRole::kVictim);
  EXPECT_EQ(marker.role(200, 0), CongestionRole::kVictim);
}

TEST(CongestionMarker, MarksVictimsOnlyWithTheirMask) {
  CongestionMarker without{rule(15), 256};
  EXPECT_FALSE(without.mark(CongestionRole::kVictim, 1000));
  EXPECT_TRUE(without.mark(CongestionRole::kRoot, 1000));
  MarkingRule with = rule(15);
  with.mark_victims = true;
  EXPECT_TRUE(CongestionMarker(with, 256).mark(CongestionRole::kVictim, 1000));
}

// PacketSize 8 is 512 bytes; MarkingRate 2 lets two eligible packets pass between marks.
TEST(CongestionMarker, CountsEligiblePacketsOnly) {
  MarkingRule some = rule(15);
  some.packet_size = 8;
  some.marking_rate = 2;
  CongestionMarker marker{some, 256};
  std::string marks;
  for (const std::uint32_t bytes : {512u, 511u, 600u, 34u, 512u, 512u, 512u, 512u, 512u}) {
    marks += marker.mark(CongestionRole::kRoot, bytes) ? 'x' : '.';
  }
  EXPECT_EQ(marks, "....x..x.");
}

}  // namespace
}  // namespace ib
