// SPDX-License-Identifier: Apache-2.0
#include "models/hca/pcie.h"

#include <gtest/gtest.h>

#include "models/hca/posted_credits.h"

namespace ib::hca {
namespace {

PcieConfig config(std::uint32_t generation, std::uint32_t lanes) {
  PcieConfig c;
  c.generation = generation;
  c.lanes = lanes;
  return c;
}

// ib-facts 9.2: Gen3 x16 15.75 GB/s raw, Gen4 31.5, Gen5 63.0.
TEST(Pcie, RunsAtTheRatesOfTheGenerations) {
  constexpr std::uint64_t kBytes = 15'753'846;  // 1 ms at 8 GT/s * 16 / 8 * 128 / 130
  EXPECT_NEAR(static_cast<double>(PcieTiming(config(3, 16)).wire_time(kBytes)), 1e6 * kTicksPerNs,
              5e3);
  EXPECT_NEAR(static_cast<double>(PcieTiming(config(4, 16)).wire_time(2 * kBytes)),
              1e6 * kTicksPerNs, 5e3);
  EXPECT_NEAR(static_cast<double>(PcieTiming(config(5, 8)).wire_time(2 * kBytes)),
              1e6 * kTicksPerNs, 5e3);
}

// 512 of 536 bytes are payload: 63.015 GB/s * 8 * 512 / 536 = 481.6 Gb/s.
TEST(Pcie, FullTlpsAtGen5ExceedNdr) {
  EXPECT_NEAR(PcieTiming(config(5, 16)).full_rate_gbps(), 481.5, 0.2);
}

TEST(Pcie, CutsWritesAtMultiplesOfMps) {
  const PcieTiming timing(config(5, 16));  // MPS 512, overhead 24
  EXPECT_EQ(timing.data_bytes(0, 512), 512u + 24u);
  EXPECT_EQ(timing.data_bytes(0, 513), 513u + 48u);
  EXPECT_EQ(timing.data_bytes(511, 2), 2u + 48u);
  EXPECT_EQ(timing.data_bytes(0, 4096), 4096u + 8 * 24u);
}

// PCIe 5.0, 2.3.1.1: completions may be cut at each read completion boundary of 64 or 128 bytes.
TEST(Pcie, CutsCompletionsAtTheReadCompletionBoundary) {
  PcieConfig c = config(5, 16);
  c.completion_bytes = 64;
  const PcieTiming timing(c);
  EXPECT_EQ(timing.completion_bytes(0, 4096), 4096u + 64 * 24u);
  EXPECT_EQ(timing.completion_bytes(60, 8), 8u + 2 * 24u);
  EXPECT_EQ(timing.data_bytes(0, 4096), 4096u + 8 * 24u);  // writes are cut at MPS
  // 64 of 88 bytes: 504.1 Gb/s * 64 / 88
  EXPECT_NEAR(timing.completion_rate_gbps(), 366.6, 0.2);
}

TEST(Pcie, CompletionsAreNeverLargerThanMps) {
  PcieConfig c = config(5, 16);
  c.completion_bytes = 4096;
  EXPECT_EQ(PcieTiming(c).completion_bytes(0, 4096), 4096u + 8 * 24u);
}

// PCIe 5.0, 2.6.1: a header credit each TLP, a data credit for 16 bytes.
TEST(Pcie, APostedWriteWaitsForItsCredits) {
  PostedCredits credits(2, 40);
  EXPECT_EQ(credits.available(5, 32), 5);
  credits.use(100, 32);
  EXPECT_EQ(credits.available(6, 8), 6);
  credits.use(110, 8);
  EXPECT_EQ(credits.available(7, 1), 100);  // no header is left
  credits.use(200, 1);
  EXPECT_EQ(credits.available(101, 39), 110);
  EXPECT_EQ(credits.available(111, 40), 200);  // a header is, but not 40 units
}

// Eight TLPs of 512 bytes once in 8.5 + 150 + 100 + 150 ns: 80.2 Gb/s.
TEST(Pcie, CreditsBoundTheRateOfPostedWrites) {
  PcieConfig c = config(5, 16);
  c.posted_headers = 8;
  c.posted_return_ns = 100;
  EXPECT_NEAR(PcieTiming(c).posted_rate_gbps(), 8 * 4096 / 408.5, 0.1);
  c.posted_headers = 0;
  EXPECT_NEAR(PcieTiming(c).posted_rate_gbps(), PcieTiming(c).full_rate_gbps(), 1e-9);
}

TEST(Pcie, CutsReadsAtMrrsAndAtPages) {
  PcieConfig c = config(5, 16);
  c.mrrs_bytes = 1024;
  const PcieTiming timing(c);
  EXPECT_EQ(timing.read_piece(0, 4096), 1024u);
  EXPECT_EQ(timing.read_piece(4000, 4096), 96u);
  EXPECT_EQ(timing.read_piece(0, 10), 10u);
}

TEST(Pcie, ALaneSendsOneThingAfterTheOther) {
  PcieLane lane;
  EXPECT_EQ(lane.send(100, 10), 110);
  EXPECT_EQ(lane.send(105, 10), 120);
  EXPECT_EQ(lane.send(200, 10), 210);
}

}  // namespace
}  // namespace ib::hca
