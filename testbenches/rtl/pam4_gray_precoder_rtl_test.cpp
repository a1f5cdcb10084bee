// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/pam4_gray_precoder_rtl.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/ib/phy/pam4.h"
#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/phy_stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<Pam4GrayPrecoder> (*)();

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class Pam4GrayPrecoderTwins : public testing::TestWithParam<Factory> {
 protected:
  Pam4GrayPrecoderTwins() { dut_->reset(); }

  std::vector<int> levels(std::uint64_t bits, bool precode, unsigned symbols = 32) {
    const std::uint64_t word = dut_->step({true, precode, bits}).levels;
    std::vector<int> levels;
    for (unsigned s = 0; s < symbols; ++s) levels.push_back(static_cast<int>(word >> 2 * s & 3));
    return levels;
  }

  std::unique_ptr<Pam4GrayPrecoder> dut_ = GetParam()();
};

// Origin: program of ib-facts 8.4; Gray map of the Intel tile guides.
TEST_P(Pam4GrayPrecoderTwins, MatchTheVectors) {
  std::ifstream file{IB_SOURCE_DIR "/testbenches/vectors/fec_vectors.json"};
  const nlohmann::json vectors = nlohmann::json::parse(file)["pam4"];
  const auto text = vectors["bits"].get<std::string>();
  ASSERT_LE(text.size(), 64u);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) bits |= std::uint64_t{text[i] == '1'} << i;
  const auto symbols = static_cast<unsigned>(text.size() / 2);

  EXPECT_EQ(levels(bits, false, symbols), vectors["gray_levels"].get<std::vector<int>>());
  EXPECT_EQ(levels(bits, true, symbols), vectors["precoded"].get<std::vector<int>>());
}

TEST_P(Pam4GrayPrecoderTwins, AreUndoneByTheReceiver) {
  RandomStream random{1, "bits"};
  Pam4PrecoderInverse inverse;
  for (int word = 0; word < 1000; ++word) {
    const std::uint64_t bits = random();
    std::uint64_t back = 0;
    unsigned at = 0;
    for (const int line : levels(bits, true)) {
      const Pam4 level = inverse.decode(static_cast<Pam4>(line));
      back |= std::uint64_t{gray_first_bit(level)} << at++;
      back |= std::uint64_t{gray_second_bit(level)} << at++;
    }
    ASSERT_EQ(back, bits);
  }
}

TEST_P(Pam4GrayPrecoderTwins, KeepTheSymbolBeforeWhileIdle) {
  (void)levels(1, true);
  const std::uint64_t next = dut_->step({false, true, 7}).levels;
  for (int idle = 0; idle < 5; ++idle) (void)dut_->step({});
  EXPECT_EQ(dut_->step({true, true, 7}).levels, next);
}

TEST_P(Pam4GrayPrecoderTwins, StartOverAfterAWordWithoutPrecoding) {
  const std::vector<int> first = levels(1, true);
  EXPECT_NE(levels(1, true), first);
  (void)levels(~std::uint64_t{0}, false);
  EXPECT_EQ(levels(1, true), first);
}

INSTANTIATE_TEST_SUITE_P(All, Pam4GrayPrecoderTwins,
                         testing::Values(make_pam4_gray_precoder,
                                         cosim::make_pam4_gray_precoder_rtl),
                         tb::TwinName{});

TEST(Pam4GrayPrecoderLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_pam4_gray_precoder();
  const auto rtl = cosim::make_pam4_gray_precoder_rtl();
  EXPECT_EQ(
      tb::first_difference(*model, *rtl, tb::Pam4GrayPrecoderStimulus{1}, tb::kLockstepCycles),
      std::nullopt);
}

}  // namespace
}  // namespace ib
