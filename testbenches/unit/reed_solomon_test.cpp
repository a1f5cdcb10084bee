// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/reed_solomon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace ib {
namespace {

using Symbol = ReedSolomon::Symbol;
using Word = std::vector<Symbol>;

struct Code {
  unsigned n;
  unsigned k;
};

class ReedSolomonTest : public testing::TestWithParam<Code> {
 protected:
  Word random_codeword() {
    Word word(code_.n());
    for (unsigned i = 0; i < code_.k(); ++i) word[i] = static_cast<Symbol>(random_() % 1024);
    code_.encode(word.data());
    return word;
  }

  /// Changes `count` different symbols.
  Word damaged(Word word, unsigned count) {
    std::vector<unsigned> places(code_.n());
    for (unsigned i = 0; i < code_.n(); ++i) places[i] = i;
    std::shuffle(places.begin(), places.end(), random_);
    for (unsigned i = 0; i < count; ++i) {
      Symbol& symbol = word[places[i]];
      symbol = static_cast<Symbol>(symbol ^ (1 + random_() % 1023));
    }
    return word;
  }

  ReedSolomon code_{GetParam().n, GetParam().k};
  std::mt19937 random_{1};
};

// Syndromes are linear: the word and its errors must be decoded alike, far beyond t too.
TEST_P(ReedSolomonTest, DecodesByTheErrorsWhatItDecodesByTheWord) {
  std::vector<ReedSolomon::Error> corrections(code_.t());
  for (unsigned count = 0; count < 3 * code_.t(); ++count) {
    const Word sent = random_codeword();
    Word word = damaged(sent, count);
    std::vector<ReedSolomon::Error> errors;
    for (unsigned i = 0; i < code_.n(); ++i) {
      const auto wrong = static_cast<Symbol>(word[i] ^ sent[i]);
      if (wrong != 0) errors.push_back({static_cast<std::uint16_t>(i), wrong});
    }
    Word corrected = word;
    const auto by_errors = code_.decode_errors(errors.data(), count, corrections.data());
    for (unsigned i = 0; i < by_errors.value_or(0); ++i) {
      Symbol& symbol = corrected[corrections[i].place];
      symbol = static_cast<Symbol>(symbol ^ corrections[i].value);
    }
    EXPECT_EQ(by_errors, code_.decode(word.data())) << count;
    EXPECT_EQ(corrected, word) << count;
  }
}

TEST_P(ReedSolomonTest, CorrectsEveryNumberOfErrorsUpToT) {
  for (int round = 0; round < 30; ++round) {
    const Word sent = random_codeword();
    for (unsigned errors = 0; errors <= code_.t(); ++errors) {
      Word word = damaged(sent, errors);
      EXPECT_EQ(code_.decode(word.data()), errors);
      EXPECT_EQ(word, sent);
    }
  }
}

// A random word lies within distance t of some codeword with probability below
// (n / 1023)^t / t!: 1.9e-6 at worst here.
TEST_P(ReedSolomonTest, ReportsMoreErrorsThanTAndLeavesTheWordAlone) {
  for (int round = 0; round < 300; ++round) {
    const Word received = damaged(random_codeword(), code_.t() + 1 + round % 20);
    Word word = received;
    EXPECT_EQ(code_.decode(word.data()), std::nullopt);
    EXPECT_EQ(word, received);
  }
}

TEST_P(ReedSolomonTest, CorrectsABurstAcrossMessageAndParity) {
  const Word sent = random_codeword();
  Word word = sent;
  for (unsigned i = 0; i < code_.t(); ++i) word[code_.k() - 3 + i] ^= 0x3FF;

  EXPECT_EQ(code_.decode(word.data()), code_.t());
  EXPECT_EQ(word, sent);
}

TEST_P(ReedSolomonTest, CodewordsHaveTheRootsOfTheGenerator) {
  const Word word = random_codeword();
  for (unsigned root = 0; root < 2 * code_.t(); ++root) {
    Symbol value = 0;
    for (const Symbol symbol : word) {
      value = static_cast<Symbol>(gf1024::multiply(value, gf1024::exp(root)) ^ symbol);
    }
    EXPECT_EQ(value, 0);
  }
}

TEST_P(ReedSolomonTest, VectorAndPlainPathsGiveTheSameBits) {
  const RsRemainder remainder{2 * code_.t()};
  for (int round = 0; round < 20; ++round) {
    const Word word = damaged(random_codeword(), 200);
    CheckSymbols fast;
    CheckSymbols plain;
    remainder.divide(word.data(), code_.k(), fast);
    remainder.divide_portable(word.data(), code_.k(), plain);
    EXPECT_EQ(fast, plain);
  }
}

// A longer word of the same generator shows how an error beyond the shortened word would look.
TEST_P(ReedSolomonTest, DoesNotCorrectWhereTheWordHasNoSymbol) {
  const unsigned more = 1 + GetParam().n % 7;
  const ReedSolomon longer{code_.n() + more, code_.k() + more};
  Word beyond(longer.n());
  beyond[0] = 5;
  longer.encode(beyond.data());
  Word word(beyond.begin() + more, beyond.end());

  EXPECT_EQ(code_.decode(word.data()), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(, ReedSolomonTest,
                         testing::Values(Code{528, 514}, Code{544, 514}, Code{546, 516},
                                         Code{271, 257}, Code{272, 258}),
                         [](const auto& code) { return "N" + std::to_string(code.param.n); });

// Origin: two encoders of a third program that agree, ib-facts 8.2.
TEST(ReedSolomonVectors, ParityMatches) {
  std::ifstream file{IB_SOURCE_DIR "/testbenches/vectors/fec_vectors.json"};
  const nlohmann::json vectors = nlohmann::json::parse(file);
  for (const Code code : {Code{528, 514}, Code{544, 514}, Code{271, 257}, Code{272, 258}}) {
    Word word(code.n);
    for (unsigned i = 0; i < code.k; ++i) word[i] = static_cast<Symbol>(i % 1024);

    ReedSolomon{code.n, code.k}.encode(word.data());

    const std::string name = "RS(" + std::to_string(code.n) + "," + std::to_string(code.k) + ")";
    const Word parity(word.begin() + code.k, word.end());
    EXPECT_EQ(parity, vectors.at(name).at("parity_high_to_low").get<Word>()) << name;
  }
}

TEST(Gf1024, MultipliesAsThePolynomialSays) {
  EXPECT_EQ(gf1024::multiply(2, 512), 0x409 ^ 0x400);
  for (unsigned a = 1; a < 1024; ++a) {
    const auto element = static_cast<Symbol>(a);
    EXPECT_EQ(gf1024::multiply(element, gf1024::inverse(element)), 1);
  }
}

}  // namespace
}  // namespace ib
