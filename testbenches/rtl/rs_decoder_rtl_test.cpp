// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/rs_decoder_rtl.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/rs_decoder_stimulus.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<RsDecoder> (*)();
using Word = std::vector<gf1024::Element>;

constexpr unsigned kPairs = kRsEncoderN / kRsEncoderSymbols;

/// The codeword whose message is 0, 1, 2 ..; its parity is of an independent program, see
/// testbenches/vectors/fec_vectors.json.
Word vector_word() {
  std::ifstream file{IB_SOURCE_DIR "/testbenches/vectors/fec_vectors.json"};
  const auto vector = nlohmann::json::parse(file)["RS(544,514)"];
  Word word;
  for (unsigned i = 0; i < kRsEncoderK; ++i) word.push_back(static_cast<gf1024::Element>(i));
  for (const auto& symbol : vector["parity_high_to_low"]) word.push_back(symbol);
  return word;
}

/// Changes `count` symbols that lie `gap` apart, from the first on.
Word damaged(Word word, unsigned count, unsigned gap) {
  for (unsigned e = 0; e < count; ++e) {
    gf1024::Element& wrong = word[e * gap];
    wrong = static_cast<gf1024::Element>(wrong ^ (3 * e + 1));
  }
  return word;
}

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class RsDecoderTwins : public testing::TestWithParam<Factory> {
 protected:
  struct Decoded {
    Word word;
    bool failed = false;
    unsigned corrected = 0;
    unsigned first_clock = 0;  ///< After the first of `words` came in.
  };

  RsDecoderTwins() { dut_->reset(); }

  RsDecoderOut step(const Word& word, unsigned pair) {
    return dut_->step({true, {word[2 * pair], word[2 * pair + 1]}, true});
  }

  /// Sends words without a gap and collects what becomes of them.
  std::vector<Decoded> decode(const std::vector<Word>& words) {
    std::vector<Decoded> results;
    std::size_t sent = 0;
    for (unsigned clock = 0; results.size() < words.size() || !whole(results.back()); ++clock) {
      const bool more = sent < words.size() * kPairs;
      const auto pair = static_cast<unsigned>(sent % kPairs);
      const RsDecoderOut out =
          more ? step(words[sent / kPairs], pair) : dut_->step({false, {}, true});
      if (more && out.ready) ++sent;
      if (!out.symbols) continue;
      if (results.empty() || whole(results.back())) results.push_back({{}, false, 0, clock});
      Decoded& result = results.back();
      result.failed = out.symbols->failed;
      result.corrected = out.symbols->corrected;
      result.word.insert(result.word.end(), out.symbols->symbols.begin(),
                         out.symbols->symbols.end());
    }
    return results;
  }

  static bool whole(const Decoded& result) { return result.word.size() == kRsEncoderN; }

  std::unique_ptr<RsDecoder> dut_ = GetParam()();
};

// ib-facts 8.2: t = 15.
TEST_P(RsDecoderTwins, CorrectUpToFifteenSymbolsAnywhere) {
  const Word sent = vector_word();
  std::vector<Word> received;
  for (unsigned errors = 0; errors <= 15; ++errors) received.push_back(damaged(sent, errors, 38));
  const auto results = decode(received);
  for (unsigned errors = 0; errors <= 15; ++errors) {
    EXPECT_FALSE(results[errors].failed) << errors;
    EXPECT_EQ(results[errors].corrected, errors);
    EXPECT_TRUE(results[errors].word == sent) << errors;
  }
}

TEST_P(RsDecoderTwins, CorrectABurstInTheParity) {
  Word received = vector_word();
  for (unsigned i = kRsEncoderN - 15; i < kRsEncoderN; ++i) received[i] ^= 0x3FF;
  const auto results = decode({received});
  EXPECT_EQ(results[0].corrected, 15u);
  EXPECT_TRUE(results[0].word == vector_word());
}

// Beyond t a decoder may take the word for another one, at a rate below 1/15!: never in so few.
TEST_P(RsDecoderTwins, ReportMoreThanFifteenAndLeaveTheWord) {
  std::vector<Word> received;
  for (unsigned errors = 16; errors <= 40; ++errors) {
    received.push_back(damaged(vector_word(), errors, 13));
  }
  const auto results = decode(received);
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_TRUE(results[i].failed) << i + 16;
    EXPECT_EQ(results[i].corrected, 0u);
    EXPECT_TRUE(results[i].word == received[i]) << i + 16;
  }
}

TEST_P(RsDecoderTwins, StartToAnswerSeventyOneClocksAfterTheLastSymbols) {
  EXPECT_EQ(decode({vector_word()})[0].first_clock, kPairs - 1 + kRsDecoderLatency);
}

TEST_P(RsDecoderTwins, KeepUpWithWordsBackToBack) {
  const auto results = decode({3, damaged(vector_word(), 15, 7)});
  EXPECT_EQ(results[1].first_clock - results[0].first_clock, kPairs);
  EXPECT_EQ(results[2].first_clock - results[1].first_clock, kPairs);
}

// 512 pairs wait at most; the second word's last then stays outside until there is room.
TEST_P(RsDecoderTwins, TakeNoMoreThanTheyCanStore) {
  const Word word = vector_word();
  unsigned taken = 0;
  for (unsigned clock = 0; clock < 1000; ++clock) {
    const unsigned pair = taken % kPairs;
    if (dut_->step({true, {word[2 * pair], word[2 * pair + 1]}, false}).ready) ++taken;
  }
  EXPECT_EQ(taken, 512u + 4u);  // and four on the way out
}

TEST_P(RsDecoderTwins, HoldWhatComesOutUntilItIsTaken) {
  const Word word = vector_word();
  for (unsigned pair = 0; pair < kPairs; ++pair) (void)step(word, pair);
  for (unsigned clock = 1; clock < kRsDecoderLatency; ++clock) {
    EXPECT_FALSE(dut_->step({false, {}, false}).symbols);
  }
  const RsDecoderSymbols first{{0, 1}, false, 0};
  EXPECT_EQ(dut_->step({false, {}, false}).symbols, first);
  EXPECT_EQ(dut_->step({false, {}, true}).symbols, first);
  EXPECT_EQ(dut_->step({false, {}, true}).symbols, (RsDecoderSymbols{{2, 3}, false, 0}));
}

INSTANTIATE_TEST_SUITE_P(All, RsDecoderTwins,
                         testing::Values(make_rs_decoder, cosim::make_rs_decoder_rtl),
                         tb::TwinName{});

TEST(RsDecoderLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_rs_decoder();
  const auto rtl = cosim::make_rs_decoder_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::RsDecoderStimulus{1}, tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
