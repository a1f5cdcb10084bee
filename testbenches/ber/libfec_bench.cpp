// SPDX-License-Identifier: Apache-2.0
extern "C" {
#include <fec.h>
}

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <vector>

#include "models/ib/base/random.h"
#include "models/ib/phy/fec.h"
#include "models/ib/phy/reed_solomon.h"
#include "testbenches/ber/phy_bench.h"

namespace ib::tb {
namespace {

constexpr unsigned kN = 544;
constexpr unsigned kK = 514;
constexpr unsigned kErrors = 8;
constexpr unsigned kWords = 64;
constexpr unsigned kRounds = 100;

using Word = std::array<ReedSolomon::Symbol, kN>;
using LibfecWord = std::array<unsigned, kN>;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::vector<Word> damaged_words(const ReedSolomon& code) {
  RandomStream random{1, "libfec"};
  std::vector<Word> words(kWords);
  for (Word& word : words) {
    for (unsigned i = 0; i < kK; ++i) {
      word[i] = static_cast<ReedSolomon::Symbol>(random.below(gf1024::kElements));
    }
    code.encode(word.data());
    for (unsigned e = 0; e < kErrors; ++e) {
      ReedSolomon::Symbol& symbol = word[e * 67 + random.below(67)];
      symbol = static_cast<ReedSolomon::Symbol>(symbol ^ (1 + random.below(1023)));
    }
  }
  return words;
}

double our_seconds(const ReedSolomon& code, const std::vector<Word>& words) {
  const double start = cpu_seconds();
  for (unsigned round = 0; round < kRounds; ++round) {
    for (Word word : words) (void)code.decode(word.data());
  }
  return cpu_seconds() - start;
}

double libfec_seconds(const std::vector<Word>& words) {
  const std::unique_ptr<void, void (*)(void*)> code{
      init_rs_int(kRsSymbolBits, gf1024::kPolynomial, 0, 1, kN - kK, gf1024::kOrder - kN),
      free_rs_int};
  std::vector<LibfecWord> wide(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::copy(words[i].begin(), words[i].end(), wide[i].begin());
  }
  const double start = cpu_seconds();
  for (unsigned round = 0; round < kRounds; ++round) {
    for (LibfecWord word : wide) (void)decode_rs_int(code.get(), word.data(), nullptr, 0);
  }
  return cpu_seconds() - start;
}

}  // namespace

double bench_rs_over_libfec() {
  const ReedSolomon code{kN, kK};
  const std::vector<Word> words = damaged_words(code);
  const double ours = our_seconds(code, words);
  return libfec_seconds(words) / ours;
}

}  // namespace ib::tb
