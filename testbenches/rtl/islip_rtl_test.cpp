// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/islip_rtl.h"

#include <gtest/gtest.h>

#include <vector>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

constexpr unsigned kPorts = 8;

using Factory = std::unique_ptr<IslipMachine> (*)(unsigned ports, unsigned iterations);
using Pairs = std::vector<std::pair<unsigned, unsigned>>;  // input, output

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class IslipTwins : public testing::TestWithParam<Factory> {
 protected:
  void build(unsigned iterations) {
    dut_ = GetParam()(kPorts, iterations);
    dut_->reset();
  }
  /// Ports 0 .. ports-1 are free and all of them want each other.
  Pairs step_full(unsigned ports) {
    IslipIn in;
    in.free_inputs = in.free_outputs = PortMask::first_n(ports);
    for (unsigned output = 0; output < ports; ++output) in.requests[output] = in.free_inputs;
    return step(in);
  }
  Pairs step(const IslipIn& in) {
    const IslipOut out = dut_->step(in);
    Pairs pairs;
    out.matched.for_each(
        [&](unsigned output) { pairs.emplace_back(out.input_of[output], output); });
    return pairs;
  }

  std::unique_ptr<IslipMachine> dut_;
};

// By hand for 3 ports: the pointers part one a cycle, then every cycle is full.
TEST_P(IslipTwins, DesynchronisesItsPointers) {
  build(1);
  EXPECT_EQ(step_full(3), (Pairs{{0, 0}}));
  EXPECT_EQ(step_full(3), (Pairs{{1, 0}, {0, 1}}));
  EXPECT_EQ(step_full(3), (Pairs{{2, 0}, {1, 1}, {0, 2}}));
  EXPECT_EQ(step_full(3).size(), 3u);
}

TEST_P(IslipTwins, MatchesMoreInFurtherIterations) {
  build(3);
  EXPECT_EQ(step_full(3), (Pairs{{0, 0}, {1, 1}, {2, 2}}));
}

TEST_P(IslipTwins, MovesNoPointerInLaterIterations) {
  build(2);
  EXPECT_EQ(step_full(3), (Pairs{{0, 0}, {1, 1}}));
  IslipIn only_output_1;
  only_output_1.free_inputs = only_output_1.free_outputs = PortMask::first_n(3);
  only_output_1.requests[1] = PortMask::first_n(3);
  EXPECT_EQ(step(only_output_1), (Pairs{{0, 1}}));
}

TEST_P(IslipTwins, LeavesBusyPortsAlone) {
  build(1);
  IslipIn in;
  in.free_inputs = PortMask::from_word(0b0100);
  in.free_outputs = PortMask::from_word(0b1010);
  in.requests[0] = in.requests[3] = PortMask::first_n(kPorts);
  EXPECT_EQ(step(in), (Pairs{{2, 3}}));
}

TEST_P(IslipTwins, KeepsItsPointersWhileIdle) {
  build(1);
  EXPECT_EQ(step_full(2), (Pairs{{0, 0}}));
  for (int idle = 0; idle < 5; ++idle) EXPECT_TRUE(step(IslipIn{}).empty());
  EXPECT_EQ(step_full(2), (Pairs{{1, 0}, {0, 1}}));
}

INSTANTIATE_TEST_SUITE_P(All, IslipTwins, testing::Values(make_islip, cosim::make_islip_rtl),
                         tb::TwinName{});

TEST(IslipLockstep, RtlMatchesGoldenCycleByCycle) {
  for (const unsigned iterations : {1u, 3u}) {
    const auto model = make_islip(kPorts, iterations);
    const auto rtl = cosim::make_islip_8_rtl(iterations);
    EXPECT_EQ(tb::first_difference(*model, *rtl, tb::IslipStimulus{iterations, kPorts},
                                   tb::kLockstepCycles / 2),
              std::nullopt);
  }
}

// The fabric runs switches of any size on the smallest scheduler with room for them.
TEST(IslipLockstep, LargeRtlMatchesSmallerGolden) {
  for (const unsigned ports : {9u, 37u, 65u}) {
    const auto model = make_islip(ports, 4);
    const auto rtl = cosim::make_islip_rtl(ports, 4);
    EXPECT_EQ(tb::first_difference(*model, *rtl, tb::IslipStimulus{ports, ports}, 5'000),
              std::nullopt);
  }
}

TEST(IslipRtl, RefusesSizesThatWereNotBuilt) {
  EXPECT_EQ(cosim::make_islip_rtl(cosim::kIslipRtlPorts + 1, 1), nullptr);
  EXPECT_EQ(cosim::make_islip_rtl(4, cosim::kIslipRtlIterations + 1), nullptr);
}

}  // namespace
}  // namespace ib
