// SPDX-License-Identifier: Apache-2.0
#include "models/ib/congestion/injection_throttle.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

ThrottleRule rule(std::int64_t timer = 100) {
  ThrottleRule rule;
  rule.ccti_timer = timer;
  rule.ccti_limit = 5;
  return rule;
}

// ib-facts 7: packet time * multiplier / 2^shift.
TEST(InjectionThrottle, DelaysByTableEntry) {
  EXPECT_EQ((CctEntry{0, 3}.delay(1000)), 3000);
  EXPECT_EQ((CctEntry{2, 3}.delay(1000)), 750);
  EXPECT_EQ((CctEntry{3, 0}.delay(1000)), 0);
}

// ib-facts 7, Gran et al.: entry i slows the flow to 1 / (i + 1).
TEST(InjectionThrottle, FillsTheTableOfTheLiterature) {
  const std::vector<CctEntry> table = linear_cct(128, 1);
  ASSERT_EQ(table.size(), 128u);
  for (std::int64_t i : {0, 1, 7, 127}) {
    EXPECT_EQ(1000 + table[static_cast<std::size_t>(i)].delay(1000), 1000 * (i + 1));
  }
  EXPECT_EQ(linear_cct(128, 8)[4].delay(1000), 500);
}

TEST(InjectionThrottle, RisesByTheIncreaseUpToTheLimit) {
  ThrottleRule steps = rule();
  steps.ccti_increase = 2;
  InjectionThrottle flow;
  EXPECT_EQ(flow.ccti(steps, 0), 0u);
  (void)flow.on_becn(steps, 0);
  EXPECT_EQ(flow.ccti(steps, 0), 2u);
  (void)flow.on_becn(steps, 1);
  (void)flow.on_becn(steps, 2);
  EXPECT_EQ(flow.ccti(steps, 2), 5u);
}

// The timer starts with the first notification, not anew with each: expiries at 100, 200, 300.
TEST(InjectionThrottle, FallsByOneWithEachExpiry) {
  InjectionThrottle flow;
  (void)flow.on_becn(rule(), 0);
  (void)flow.on_becn(rule(), 50);
  (void)flow.on_becn(rule(), 90);
  EXPECT_EQ(flow.ccti(rule(), 99), 3u);
  EXPECT_EQ(flow.ccti(rule(), 100), 2u);
  (void)flow.on_becn(rule(), 150);
  EXPECT_EQ(flow.ccti(rule(), 199), 3u);
  EXPECT_EQ(flow.ccti(rule(), 300), 1u);
  EXPECT_EQ(flow.ccti(rule(), 10'000), 0u);
}

TEST(InjectionThrottle, StartsTheTimerAnewAfterItCameToRest) {
  InjectionThrottle flow;
  (void)flow.on_becn(rule(), 0);
  EXPECT_EQ(flow.ccti(rule(), 100), 0u);
  (void)flow.on_becn(rule(), 170);
  EXPECT_EQ(flow.ccti(rule(), 269), 1u);
  EXPECT_EQ(flow.ccti(rule(), 270), 0u);
}

TEST(InjectionThrottle, StaysAtItsMinimum) {
  ThrottleRule held = rule();
  held.ccti_min = 2;
  InjectionThrottle flow;
  EXPECT_EQ(flow.ccti(held, 0), 2u);
  (void)flow.on_becn(held, 0);
  EXPECT_EQ(flow.ccti(held, 0), 3u);
  EXPECT_EQ(flow.ccti(held, 5000), 2u);
}

TEST(InjectionThrottle, LogsFromTheTriggerOn) {
  ThrottleRule logged = rule();
  logged.trigger_threshold = 2;
  InjectionThrottle flow;
  EXPECT_FALSE(flow.on_becn(logged, 0));
  EXPECT_TRUE(flow.on_becn(logged, 1));
  EXPECT_FALSE(InjectionThrottle{}.on_becn(rule(), 0));
}

}  // namespace
}  // namespace ib
