// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/sl2vl_rtl.h"

#include <gtest/gtest.h>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/switch_stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<Sl2VlMachine> (*)();

std::unique_ptr<Sl2VlMachine> golden() { return make_sl2vl(cosim::kSl2VlRtlDataVls); }

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class Sl2VlTwins : public testing::TestWithParam<Factory> {
 protected:
  std::optional<Vl> map(const Sl2VlTable::Bytes& bytes, std::uint8_t sl) {
    return dut_->step({Sl2VlTable::decode(bytes), Sl{sl}}).vl;
  }

  std::unique_ptr<Sl2VlMachine> dut_ = GetParam()();
};

// IBTA Vol 1, SL to VL mapping table: SL0 in the high nibble of the first byte.
TEST_P(Sl2VlTwins, ReadsTheFirstServiceLevelFromTheHighestNibble) {
  const Sl2VlTable::Bytes bytes{0x12, 0x34, 0x56, 0x70, 0, 0, 0, 0x67};
  EXPECT_EQ(map(bytes, 0), Vl{1});
  EXPECT_EQ(map(bytes, 1), Vl{2});
  EXPECT_EQ(map(bytes, 6), Vl{7});
  EXPECT_EQ(map(bytes, 15), Vl{7});
}

TEST_P(Sl2VlTwins, DiscardsALaneThatDoesNotOperate) {
  const Sl2VlTable::Bytes bytes{0x78, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(map(bytes, 0), Vl{7});
  EXPECT_EQ(map(bytes, 1), std::nullopt);
}

TEST_P(Sl2VlTwins, DiscardsWhatIsMappedToVl15) {
  EXPECT_EQ(map({0xF0, 0, 0, 0, 0, 0, 0, 0}, 0), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(All, Sl2VlTwins, testing::Values(golden, cosim::make_sl2vl_rtl),
                         tb::TwinName{});

TEST(Sl2VlLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = golden();
  const auto rtl = cosim::make_sl2vl_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::Sl2VlStimulus{1}, tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
