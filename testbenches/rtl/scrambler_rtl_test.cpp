// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/scrambler_rtl.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/phy_stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<ScramblerMachine> (*)();

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class ScramblerTwins : public testing::TestWithParam<Factory> {
 protected:
  ScramblerTwins() {
    transmitter_->reset();
    receiver_->reset();
  }

  std::uint64_t scramble(std::uint64_t word) {
    return transmitter_->step({true, false, word}).word;
  }
  std::uint64_t descramble(std::uint64_t word) { return receiver_->step({true, true, word}).word; }

  std::unique_ptr<ScramblerMachine> transmitter_ = GetParam()();
  std::unique_ptr<ScramblerMachine> receiver_ = GetParam()();
};

// Origin: bit-serial program of ib-facts 8.4.
TEST_P(ScramblerTwins, MatchTheBitSerialVector) {
  std::ifstream file{IB_SOURCE_DIR "/testbenches/vectors/fec_vectors.json"};
  const nlohmann::json vector = nlohmann::json::parse(file)["scrambler_x58_x39_1"];
  std::string bits;
  for (int word = 0; word < 2; ++word) {
    const std::uint64_t line = scramble(0);
    for (unsigned i = 0; i < 64; ++i) bits += (line >> i & 1) != 0 ? '1' : '0';
  }
  EXPECT_EQ(bits, vector["output_first_bit_first"].get<std::string>());
}

TEST_P(ScramblerTwins, GiveBackTheWords) {
  RandomStream random{1, "words"};
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t word = random();
    ASSERT_EQ(descramble(scramble(word)), word);
  }
}

TEST_P(ScramblerTwins, SynchroniseAfter58Bits) {
  (void)scramble(0x123456789ABCDEF0);
  const std::uint64_t wrong = descramble(scramble(0)) & ~std::uint64_t{0} >> 6;
  EXPECT_NE(wrong, 0u);
  EXPECT_EQ(descramble(scramble(77)), 77u);
}

TEST_P(ScramblerTwins, MakeThreeWrongBitsOfOne) {
  const std::uint64_t first = descramble(scramble(0) ^ 1);
  EXPECT_EQ(first, std::uint64_t{1} | std::uint64_t{1} << 39 | std::uint64_t{1} << 58);
  EXPECT_EQ(descramble(scramble(0)), 0u);
}

TEST_P(ScramblerTwins, KeepTheLineWhileIdle) {
  const std::uint64_t first = transmitter_->step({false, false, 5}).word;
  for (int idle = 0; idle < 5; ++idle) (void)transmitter_->step({});
  EXPECT_EQ(scramble(5), first);
}

INSTANTIATE_TEST_SUITE_P(All, ScramblerTwins,
                         testing::Values(make_scrambler, cosim::make_scrambler_rtl),
                         tb::TwinName{});

TEST(ScramblerLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_scrambler();
  const auto rtl = cosim::make_scrambler_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::ScramblerStimulus{1}, tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
