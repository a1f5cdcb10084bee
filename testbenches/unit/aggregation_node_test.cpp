// SPDX-License-Identifier: Apache-2.0
#include "models/ib/aggregation/aggregation_node.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace ib {
namespace {

using Bytes = std::array<std::uint8_t, 4>;

Bytes bytes_of(float value) {
  Bytes bytes;
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

/// Sends one float; the finished sum, if it was the last.
std::optional<float> send(AggregationNode& node, std::uint64_t segment, std::uint32_t child,
                          float value) {
  const auto result = node.contribute(segment, child, bytes_of(value).data(), 4);
  if (!result) return std::nullopt;
  EXPECT_EQ(result->count, 4u);
  float sum;
  std::memcpy(&sum, result->bytes, sizeof sum);
  return sum;
}

ReductionPlan plan(std::uint32_t children, ReductionOrder order) {
  return {children, ReductionOp::kSum, ReductionType::kFp32, order};
}

// 1e8 + 1 is 1e8 in binary32: (1e8 + 1) - 1e8 = 0, but (1e8 - 1e8) + 1 = 1.
TEST(AggregationNode, AddsInTheOrderOfChildrenWhateverComesFirst) {
  AggregationNode node{plan(3, ReductionOrder::kChildren), 2, 64};
  EXPECT_FALSE(send(node, 0, 2, -1e8F));
  EXPECT_FALSE(send(node, 0, 0, 1e8F));
  EXPECT_EQ(send(node, 0, 1, 1), 0.0F);
  EXPECT_EQ(node.combined(), 2u);
}

TEST(AggregationNode, AddsInTheOrderOfArrivalWhenAsked) {
  AggregationNode node{plan(3, ReductionOrder::kArrival), 2, 64};
  EXPECT_FALSE(send(node, 0, 2, -1e8F));
  EXPECT_FALSE(send(node, 0, 0, 1e8F));
  EXPECT_EQ(send(node, 0, 1, 1), 1.0F);
}

TEST(AggregationNode, KeepsSegmentsApart) {
  AggregationNode node{plan(2, ReductionOrder::kChildren), 4, 64};
  EXPECT_FALSE(send(node, 0, 0, 1));
  EXPECT_FALSE(send(node, 1, 0, 10));
  EXPECT_EQ(send(node, 1, 1, 20), 30.0F);
  EXPECT_EQ(send(node, 0, 1, 2), 3.0F);
}

TEST(AggregationNode, HasRoomForItsWindow) {
  AggregationNode node{plan(1, ReductionOrder::kChildren), 2, 64};
  EXPECT_TRUE(node.has_room(1));
  EXPECT_FALSE(node.has_room(2));
  EXPECT_EQ(send(node, 1, 0, 5), 5.0F);
  node.retire(1);
  EXPECT_FALSE(node.has_room(2));  // segment 0 is still open
  EXPECT_EQ(send(node, 0, 0, 6), 6.0F);
  node.retire(0);
  EXPECT_TRUE(node.has_room(3));
  EXPECT_FALSE(node.has_room(0));
  EXPECT_EQ(send(node, 3, 0, 7), 7.0F);
}

TEST(AggregationNode, RefusesWhatItDoesNotExpect) {
  AggregationNode node{plan(2, ReductionOrder::kChildren), 1, 64};
  EXPECT_FALSE(send(node, 0, 0, 1));
  EXPECT_FALSE(send(node, 0, 0, 1));  // twice
  EXPECT_FALSE(send(node, 0, 2, 1));  // no such child
  EXPECT_FALSE(send(node, 5, 1, 1));  // beyond the window
  const std::array<std::uint8_t, 65> long_one{};
  EXPECT_FALSE(node.contribute(0, 1, long_one.data(), long_one.size()));
  EXPECT_EQ(node.refused(), 4u);
  EXPECT_EQ(send(node, 0, 1, 2), 3.0F);
}

}  // namespace
}  // namespace ib
