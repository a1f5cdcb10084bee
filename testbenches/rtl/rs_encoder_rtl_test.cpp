// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/rs_encoder_rtl.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "models/ib/phy/reed_solomon.h"
#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/phy_stimuli.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<RsEncoder> (*)();
using Word = std::vector<gf1024::Element>;

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class RsEncoderTwins : public testing::TestWithParam<Factory> {
 protected:
  RsEncoderTwins() { dut_->reset(); }

  /// The codeword of a message whose symbol i is `factor` times i, modulo 1024.
  Word codeword(unsigned factor) {
    Word word;
    unsigned sent = 0;
    for (unsigned clock = 0; clock < 272; ++clock) {
      const RsSymbols symbols{static_cast<gf1024::Element>(factor * sent % 1024),
                              static_cast<gf1024::Element>(factor * (sent + 1) % 1024)};
      const RsEncoderOut out = dut_->step({true, symbols, true});
      if (out.ready) sent += kRsEncoderSymbols;
      if (out.symbols) word.insert(word.end(), out.symbols->begin(), out.symbols->end());
    }
    return word;
  }

  std::unique_ptr<RsEncoder> dut_ = GetParam()();
};

// Origin: testbenches/vectors/fec_vectors.json, an independent program.
TEST_P(RsEncoderTwins, MatchTheVector) {
  std::ifstream file{IB_SOURCE_DIR "/testbenches/vectors/fec_vectors.json"};
  const nlohmann::json vector = nlohmann::json::parse(file)["RS(544,514)"];
  const Word word = codeword(1);
  ASSERT_EQ(word.size(), kRsEncoderN);
  EXPECT_EQ(Word(word.begin() + kRsEncoderK, word.end()), vector["parity_high_to_low"].get<Word>());
}

TEST_P(RsEncoderTwins, MakeCodewordsBackToBack) {
  const ReedSolomon code{kRsEncoderN, kRsEncoderK};
  for (const unsigned factor : {3u, 5u, 7u}) {
    Word word = codeword(factor);
    ASSERT_EQ(word.size(), kRsEncoderN);
    EXPECT_EQ(word[1], factor);
    EXPECT_EQ(code.decode(word.data()), 0u);
  }
}

TEST_P(RsEncoderTwins, TakeNoMessageWhileParityLeaves) {
  for (int clock = 0; clock < 257; ++clock) EXPECT_TRUE(dut_->step({true, {}, true}).ready);
  for (int clock = 0; clock < 15; ++clock) EXPECT_FALSE(dut_->step({true, {}, true}).ready);
  EXPECT_TRUE(dut_->step({true, {}, true}).ready);
}

TEST_P(RsEncoderTwins, HoldParityUntilItIsTaken) {
  for (int clock = 0; clock < 257; ++clock) (void)dut_->step({true, {1, 2}, true});
  const auto first = dut_->step({false, {}, false}).symbols;
  ASSERT_TRUE(first);
  EXPECT_EQ(dut_->step({false, {}, true}).symbols, first);
  EXPECT_NE(dut_->step({false, {}, true}).symbols, first);
}

INSTANTIATE_TEST_SUITE_P(All, RsEncoderTwins,
                         testing::Values(make_rs_encoder, cosim::make_rs_encoder_rtl),
                         tb::TwinName{});

TEST(RsEncoderLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_rs_encoder();
  const auto rtl = cosim::make_rs_encoder_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::RsEncoderStimulus{1}, tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
