// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/system/perftest_harness.h"

namespace ib::tb {
namespace {

using testing::IsEmpty;

constexpr double kHeaderBytes = 26;  ///< LRH 8, BTH 12, ICRC 4, VCRC 2.
constexpr double kRethBytes = 16;
constexpr double kFramingBytes = 2;
constexpr double kMtu = 4096;
constexpr double kMessageBytes = 65536;
constexpr double kPackets = kMessageBytes / kMtu;

/// ib-facts 10.5 for a WRITE message: RETH in its first packet, delimiters around each.
constexpr double kWriteEfficiency =
    kMessageBytes / (kMessageBytes + kPackets * (kHeaderBytes + kFramingBytes) + kRethBytes);

PerftestPlan write_plan(std::uint64_t iterations) {
  PerftestPlan plan;
  plan.iterations = iterations;
  return plan;
}

/// A host interface that is never the limit.
std::vector<std::string> wide_host(const std::string& rate) {
  return {"testbench.switches=0",
          "testbench.link_rate=" + rate,
          "hca.pcie.generation=6",
          "hca.pcie.lanes=32",
          "hca.pcie.mps_bytes=4096",
          "hca.pcie.tags=1024",
          "hca.transmit_buffer_bytes=1048576"};
}

struct Case {
  const char* generation;
  std::uint64_t iterations;  ///< Enough that the first message's way does not count.
};

class PlateauTest : public testing::TestWithParam<Case> {};

TEST_P(PlateauTest, WriteBandwidthIsTheLinkRateLessHeaders) {
  const std::string rate = std::string("4x") + GetParam().generation;
  const double link_gbps =
      data_rate_gbps(*generation_from_name(GetParam().generation), Width::k4x).value();

  const PerftestRun run{configured(wide_host(rate)), write_plan(GetParam().iterations)};

  EXPECT_THAT(run.faults, IsEmpty());
  ASSERT_EQ(run.results.size(), 1u);
  const double expected = link_gbps * kWriteEfficiency;
  EXPECT_NEAR(run.results[0].bandwidth.average_gbps, expected, 0.005 * expected);
  EXPECT_LE(run.results[0].bandwidth.average_gbps, expected);
}

INSTANTIATE_TEST_SUITE_P(, PlateauTest,
                         testing::Values(Case{"SDR", 500}, Case{"DDR", 500}, Case{"QDR", 500},
                                         Case{"FDR10", 500}, Case{"FDR", 500}, Case{"EDR", 1000},
                                         Case{"HDR", 1000}, Case{"NDR", 2000}, Case{"XDR", 4000},
                                         Case{"GDR", 8000}),
                         [](const auto& test) { return std::string(test.param.generation); });

TEST(PciePlateauTest, WriteBandwidthIsThatOfASlowerHostInterface) {
  const RunConfig config =
      configured({"testbench.switches=0", "testbench.link_rate=4xNDR", "hca.pcie.generation=3",
                  "hca.pcie.lanes=16", "hca.pcie.mps_bytes=256"});

  const PerftestRun run{config, write_plan(500)};

  EXPECT_THAT(run.faults, IsEmpty());
  ASSERT_EQ(run.results.size(), 1u);
  const double expected = hca::PcieTiming{config.hca.pcie}.full_rate_gbps();
  EXPECT_LT(expected, 130);
  EXPECT_NEAR(run.results[0].bandwidth.average_gbps, expected, 0.02 * expected);
}

TEST(BothWaysTest, BothDirectionsCarryNearlyTheLinkRate) {
  PerftestPlan plan = write_plan(1000);
  plan.bidirectional = true;

  const PerftestRun run{configured(wide_host("4xEDR")), plan};

  EXPECT_THAT(run.faults, IsEmpty());
  ASSERT_EQ(run.results.size(), 1u);
  EXPECT_GT(run.results[0].bandwidth.average_gbps, 2 * 98.0);
  EXPECT_LT(run.results[0].bandwidth.average_gbps, 2 * 100 * kWriteEfficiency);
}

}  // namespace
}  // namespace ib::tb
