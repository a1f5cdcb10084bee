// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "testbenches/system/child_run.h"
#include "testbenches/system/perftest_harness.h"

namespace ib::tb {
namespace {

/// What a child answered; 0, and a failure that shows it, when that is no number.
double number(const std::string& text) {
  try {
    return std::stod(text);
  } catch (const std::exception&) {
    ADD_FAILURE() << text;
    return 0;
  }
}

/// Millions of 8-byte WRITEs a second on hosts whose CPU is no limit; runs in a process of its own.
double write_rate(std::uint32_t qps, std::uint64_t iterations, std::uint32_t depth,
                  const std::vector<std::string>& settings) {
  const std::string text = in_child([&] {
    std::vector<std::string> all{"testbench.switches=0", "testbench.poll_ns=1"};
    all.insert(all.end(), settings.begin(), settings.end());
    PerftestPlan plan;
    plan.sizes = {8};
    plan.qps = qps;
    plan.iterations = iterations;
    plan.tx_depth = depth;
    plan.rx_depth = 1;
    const PerftestRun run{configured(all), plan};
    return run.faults.empty() ? std::to_string(run.results[0].bandwidth.rate_mpps) : "-1";
  });
  return number(text);
}

double latency_us(std::uint64_t size) {
  const std::string text = in_child([&] {
    PerftestPlan plan;
    plan.verb = Verb::kSend;
    plan.measure = Measure::kLatency;
    plan.sizes = {size};
    plan.iterations = 20;
    const PerftestRun run{
        configured({"testbench.switches=0", "preset.hca=connectx5", "testbench.inline_bytes=188"}),
        plan};
    return std::to_string(run.results[0].latency.typical_us);
  });
  return number(text);
}

// ib-facts 9.2: 330 to 370 M/s published for ConnectX-7.
TEST(MessageRate, ConnectX7ReachesThePublishedRateWithEnoughQueuePairs) {
  const double rate = write_rate(64, 500, 128, {"testbench.post_ns=1"});
  EXPECT_GT(rate, 330 * 0.9);
  EXPECT_LT(rate, 370 * 1.1);
}

double scaled_rate(std::uint32_t qps, const char* entries) {
  return write_rate(qps, 20, 2,
                    {"testbench.post_ns=10", std::string("hca.qp_cache_entries=") + entries});
}

TEST(MessageRate, FallsWhenContextsOutgrowTheCacheAndTheKneeMovesWithIt) {
  const double small_fits = scaled_rate(128, "128");
  const double small_full = scaled_rate(512, "128");
  const double large_fits = scaled_rate(512, "512");
  const double large_full = scaled_rate(2048, "512");
  EXPECT_LT(small_full, 0.7 * small_fits);
  EXPECT_GT(large_fits, 0.95 * small_fits);
  EXPECT_LT(large_full, 0.7 * large_fits);
}

// ib-facts 9.2: a message that is not inline costs one more PCIe read, about 0.6 us at ConnectX-5.
TEST(MessageLatency, StepsByOnePcieReadWhereInlineEnds) {
  const double step_us = latency_us(192) - latency_us(188);
  EXPECT_NEAR(step_us, 0.6, 0.06);
  EXPECT_NEAR(latency_us(188) - latency_us(2), 0.015, 0.015);
}

}  // namespace
}  // namespace ib::tb
