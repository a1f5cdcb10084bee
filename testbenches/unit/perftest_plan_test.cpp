// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "testbenches/perftest/plan.h"

namespace ib::tb {
namespace {

TEST(PerftestPlan, RunsSizesFrom2BytesTo8MebibytesWithAll) {
  const std::vector<std::uint64_t> sizes = all_sizes();
  EXPECT_EQ(sizes.size(), 23u);
  EXPECT_EQ(sizes.front(), 2u);
  EXPECT_EQ(sizes.back(), 8u << 20);
}

TEST(PerftestPlan, SmallMessagesWalkThrough4KibInCacheLines) {
  EXPECT_EQ(MessagePlaces::of(2).offset(1), 64u);
  EXPECT_EQ(MessagePlaces::of(2).offset(64), 0u);
  EXPECT_EQ(MessagePlaces::of(100).stride, 128u);
  EXPECT_EQ(MessagePlaces::of(100).count, 32u);
}

TEST(PerftestPlan, MessagesStayInsideTheBuffer) {
  for (const std::uint64_t size : all_sizes()) {
    const MessagePlaces places = MessagePlaces::of(size);
    EXPECT_LE(places.offset(places.count - 1) + size, buffer_bytes(size)) << size;
  }
}

TEST(PerftestPlan, LargeMessagesShareOnePlace) {
  EXPECT_EQ(MessagePlaces::of(65536).offset(17), 0u);
  EXPECT_EQ(buffer_bytes(65536), 65536u);
}

TEST(PerftestPlan, ModeratesCompletionsUpTo8KibAsPerftestDoes) {
  EXPECT_EQ(completion_moderation(2, 128), 100u);
  EXPECT_EQ(completion_moderation(8192, 16), 16u);
  EXPECT_EQ(completion_moderation(16384, 128), 1u);
}

}  // namespace
}  // namespace ib::tb
