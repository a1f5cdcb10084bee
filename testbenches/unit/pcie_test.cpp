// SPDX-License-Identifier: Apache-2.0
#include "models/hca/pcie.h"

#include <gtest/gtest.h>

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
