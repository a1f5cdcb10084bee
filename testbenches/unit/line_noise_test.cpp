// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/line_noise.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/ib/phy/ber.h"
#include "models/ib/phy/pam4.h"

namespace ib {
namespace {

struct Counts {
  std::uint64_t symbol_errors = 0;
  std::uint64_t bit_errors = 0;
};

/// Errors that the noise makes in `symbols` random levels.
Counts count(Modulation modulation, double snr_db, std::uint64_t symbols) {
  LineNoise noise{modulation, snr_db, RandomStream{1, "noise"}};
  RandomStream levels{2, "levels"};
  std::vector<NoiseHit> hits;
  noise.collect(0, symbols, hits);
  Counts counts;
  const int top = modulation == Modulation::kPam4 ? 3 : 1;
  for (const NoiseHit& hit : hits) {
    const auto sent = static_cast<int>(levels.below(static_cast<std::uint64_t>(top) + 1));
    const int got = hit_level(sent, hit.levels, top);
    counts.symbol_errors += got != sent ? 1 : 0;
    const auto a = static_cast<Pam4>(sent);
    const auto b = static_cast<Pam4>(got);
    counts.bit_errors += top == 1 ? (a != b)
                                  : (gray_first_bit(a) ^ gray_first_bit(b)) +
                                        (gray_second_bit(a) ^ gray_second_bit(b));
  }
  return counts;
}

void expect_rate(std::uint64_t hits, double trials, double rate) {
  EXPECT_NEAR(static_cast<double>(hits), trials * rate, 3 * std::sqrt(trials * rate));
}

// ib-facts 10.4 at six points.
TEST(LineNoise, Pam4ErrorsFollowTheClosedForm) {
  for (const double db : {10.0, 14.0, 16.0, 17.0, 18.0, 19.0}) {
    const double symbols = 2e5 / pam4_ser(db);
    const Counts counts = count(Modulation::kPam4, db, static_cast<std::uint64_t>(symbols));
    expect_rate(counts.symbol_errors, symbols, pam4_ser(db));
    expect_rate(counts.bit_errors, 2 * symbols, pam4_ber(db));
  }
}

TEST(LineNoise, NrzErrorsFollowTheClosedForm) {
  const double symbols = 1e5 / nrz_ber(10);
  const Counts counts = count(Modulation::kNrz, 10, static_cast<std::uint64_t>(symbols));
  expect_rate(counts.bit_errors, symbols, nrz_ber(10));
}

TEST(LineNoise, HitsDoNotDependOnHowTheyAreAskedFor) {
  LineNoise whole{Modulation::kPam4, 14, RandomStream{1, "x"}};
  LineNoise parts{Modulation::kPam4, 14, RandomStream{1, "x"}};
  std::vector<NoiseHit> a;
  std::vector<NoiseHit> b;
  whole.collect(0, 100'000, a);
  for (std::uint64_t at = 0; at < 100'000; at += 77) {
    parts.collect(at, std::min<std::uint64_t>(at + 77, 100'000), b);
  }
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].symbol, b[i].symbol);
    EXPECT_EQ(a[i].levels, b[i].levels);
  }
}

TEST(LineNoise, ASilentLineHasNoHits) {
  LineNoise noise{Modulation::kNrz, 60, RandomStream{1, "x"}};
  std::vector<NoiseHit> hits;
  noise.collect(0, 1'000'000'000'000, hits);
  EXPECT_TRUE(hits.empty());
}

}  // namespace
}  // namespace ib
