// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/vl_arbiter_rtl.h"

#include <gtest/gtest.h>

#include <vector>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<VlArbiterMachine> (*)(const VlArbTables& tables);
using Order = std::vector<int>;

VlArbEntry entry(unsigned vl, unsigned weight) {
  return {Vl{static_cast<std::uint8_t>(vl)}, static_cast<std::uint8_t>(weight)};
}

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class VlArbiterTwins : public testing::TestWithParam<Factory> {
 protected:
  void build(const VlArbTables& tables) {
    dut_ = GetParam()(tables);
    dut_->reset();
  }
  /// VL of the next packet, -1 for none; packets of one size wait on the VLs of `sendable`.
  int step(unsigned sendable, unsigned blocks, bool ready = true) {
    VlArbiterIn in;
    in.sendable = static_cast<std::uint16_t>(sendable);
    in.blocks.fill(static_cast<std::uint8_t>(blocks));
    in.ready = ready;
    const VlArbiterOut out = dut_->step(in);
    return out.vl ? out.vl->value() : -1;
  }
  Order steps(unsigned sendable, unsigned blocks, int count) {
    Order order;
    for (int i = 0; i < count; ++i) order.push_back(step(sendable, blocks));
    return order;
  }

  std::unique_ptr<VlArbiterMachine> dut_;
};

// ib-facts 4.1: an entry is served while weight is left; the last packet may overdraw.
TEST_P(VlArbiterTwins, SharesByWeight) {
  build({{}, {entry(0, 5), entry(1, 2)}, 255});
  EXPECT_EQ(steps(0b11, 2, 8), (Order{0, 0, 0, 1, 0, 0, 0, 1}));
}

TEST_P(VlArbiterTwins, SkipsAnEntryWithoutAPacketAndReloadsIt) {
  build({{}, {entry(0, 4), entry(1, 4)}, 255});
  EXPECT_EQ(step(0b11, 2), 0);
  EXPECT_EQ(step(0b10, 2), 1);
  EXPECT_EQ(steps(0b11, 2, 4), (Order{1, 0, 0, 1}));
}

TEST_P(VlArbiterTwins, IgnoresWeightZeroAndVl15) {
  build({{entry(15, 9)}, {entry(0, 0), entry(1, 1)}, 255});
  EXPECT_EQ(steps(0b11, 1, 3), (Order{1, 1, 1}));
}

// ib-facts 4.1: the limit counts 64 blocks a unit, then one low-priority packet goes.
TEST_P(VlArbiterTwins, LetsALowPacketThroughWhenTheHighLimitIsSpent) {
  build({{entry(1, 255)}, {entry(0, 255)}, 1});
  EXPECT_EQ(steps(0b11, 32, 6), (Order{1, 1, 0, 1, 1, 0}));
}

TEST_P(VlArbiterTwins, AlternatesOnAHighLimitOfZero) {
  build({{entry(1, 255)}, {entry(0, 255)}, 0});
  EXPECT_EQ(steps(0b11, 66, 4), (Order{1, 0, 1, 0}));
}

TEST_P(VlArbiterTwins, LetsTheHighTableStarveTheLowOneWithoutALimit) {
  build({{entry(1, 1)}, {entry(0, 1)}, 255});
  EXPECT_EQ(steps(0b11, 66, 1000), Order(1000, 1));
}

TEST_P(VlArbiterTwins, ShowsTheSameChoiceUntilAPacketStarts) {
  build({{}, {entry(0, 1), entry(1, 1)}, 255});
  EXPECT_EQ(step(0b11, 1, /*ready=*/false), 0);
  EXPECT_EQ(step(0b11, 1, /*ready=*/false), 0);
  EXPECT_EQ(steps(0b11, 1, 2), (Order{0, 1}));
}

TEST_P(VlArbiterTwins, ChangesNothingWhileIdle) {
  build({{}, {entry(0, 4), entry(1, 4)}, 255});
  EXPECT_EQ(step(0b11, 2), 0);
  for (int idle = 0; idle < 5; ++idle) EXPECT_EQ(step(0, 2), -1);
  EXPECT_EQ(steps(0b11, 2, 2), (Order{0, 1}));
}

INSTANTIATE_TEST_SUITE_P(All, VlArbiterTwins,
                         testing::Values(make_vl_arbiter, cosim::make_vl_arbiter_rtl),
                         tb::TwinName{});

TEST(VlArbiterLockstep, RtlMatchesGoldenCycleByCycle) {
  constexpr int kTables = 20;
  for (std::uint64_t seed = 0; seed < kTables; ++seed) {
    const VlArbTables tables = tb::random_vl_arb_tables(seed);
    const auto model = make_vl_arbiter(tables);
    const auto rtl = cosim::make_vl_arbiter_rtl(tables);
    EXPECT_EQ(tb::first_difference(*model, *rtl, tb::VlArbiterStimulus{seed},
                                   tb::kLockstepCycles / kTables),
              std::nullopt)
        << "tables of seed " << seed;
  }
}

}  // namespace
}  // namespace ib
