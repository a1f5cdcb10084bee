// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/fec.h"

#include <cmath>

namespace ib {
namespace {

constexpr unsigned kFirecodeBurst = 11;

constexpr FecInfo rs(FecMode mode, unsigned n, unsigned k, unsigned interleave, bool plr) {
  const int code = static_cast<int>(mode);
  return {mode,
          FecFamily::kReedSolomon,
          n,
          k,
          (n - k) / 2,
          n * kRsSymbolBits,
          interleave,
          plr,
          mode == FecMode::kRs544x8 ? -1 : code};
}

constexpr std::array<FecInfo, kFecModes> kTable{{
    {FecMode::kNone, FecFamily::kNone, 1, 1, 0, 1, 1, false, 0},
    {FecMode::kFirecode, FecFamily::kFirecode, 2112, 2080, kFirecodeBurst, 2112, 1, false, 1},
    rs(FecMode::kRs528, 528, 514, 1, false),
    rs(FecMode::kRs271, 271, 257, 1, false),
    rs(FecMode::kRs544x4, 544, 514, 4, false),
    rs(FecMode::kRs546x4Plr, 546, 516, 4, true),
    rs(FecMode::kRs544x2, 544, 514, 2, false),
    rs(FecMode::kRs544, 544, 514, 1, false),
    rs(FecMode::kRs546x8Plr, 546, 516, 8, true),
    rs(FecMode::kRs272, 272, 258, 1, false),
    rs(FecMode::kRs272x2, 272, 258, 2, false),
    rs(FecMode::kRs544x2Plr, 544, 514, 2, true),
    rs(FecMode::kRs544Plr, 544, 514, 1, true),
    rs(FecMode::kRs271Plr, 271, 257, 1, true),
    rs(FecMode::kRs272Plr, 272, 258, 1, true),
    rs(FecMode::kRs272x2Plr, 272, 258, 2, true),
    rs(FecMode::kRs544x8, 544, 514, 8, false),
}};

constexpr std::uint32_t bit(FecMode mode) { return 1u << static_cast<unsigned>(mode); }

constexpr std::uint32_t kHdrModes =
    bit(FecMode::kRs544) | bit(FecMode::kRs544x2) | bit(FecMode::kRs272) | bit(FecMode::kRs272x2) |
    bit(FecMode::kRs544Plr) | bit(FecMode::kRs544x2Plr) | bit(FecMode::kRs272Plr) |
    bit(FecMode::kRs272x2Plr) | bit(FecMode::kRs271Plr);
constexpr std::uint32_t kNdrModes = kHdrModes | bit(FecMode::kRs544x4) | bit(FecMode::kRs546x4Plr);
constexpr std::uint32_t kXdrModes = kNdrModes | bit(FecMode::kRs544x8) | bit(FecMode::kRs546x8Plr);

struct GenerationFec {
  FecMode default_mode;
  std::uint32_t allowed;  ///< One bit a mode.
};

constexpr std::array<GenerationFec, kGenerations> kByGeneration{{
    {FecMode::kNone, bit(FecMode::kNone)},
    {FecMode::kNone, bit(FecMode::kNone)},
    {FecMode::kNone, bit(FecMode::kNone)},
    {FecMode::kNone, bit(FecMode::kNone) | bit(FecMode::kFirecode)},
    {FecMode::kNone, bit(FecMode::kNone) | bit(FecMode::kFirecode)},
    {FecMode::kRs528,
     bit(FecMode::kNone) | bit(FecMode::kFirecode) | bit(FecMode::kRs528) | bit(FecMode::kRs271)},
    {FecMode::kRs544, kHdrModes},
    {FecMode::kRs544x2, kNdrModes},
    {FecMode::kRs544x4, kXdrModes},
    {FecMode::kRs544x4, kXdrModes},
}};

/// P(more than t of n trials succeed), each with probability p. The first term is found through
/// logarithms, because C(n, t+1) and p^(t+1) leave the range of a double long before their product
/// does; the rest follow from it by ratios, largest first.
double binomial_tail(unsigned n, unsigned t, double p) {
  const double log_p = std::log(p);
  const double log_q = std::log1p(-p);
  double log_term = n * log_q;
  for (unsigned k = 1; k <= t; ++k) {
    log_term += std::log(static_cast<double>(n - k + 1) / k) + log_p - log_q;
  }
  double sum = 0;
  for (unsigned k = t + 1; k <= n; ++k) {
    log_term += std::log(static_cast<double>(n - k + 1) / k) + log_p - log_q;
    const double term = std::exp(log_term);
    sum += term;
    if (term < sum * 1e-17 && k > n * p) break;
  }
  return sum;
}

/// A Firecode word is lost when an error lies outside the burst that starts at the first error.
double burst_overflow(unsigned n, unsigned burst, double p) {
  const double log_q = std::log1p(-p);
  double sum = 0;
  for (unsigned first = 0; first + burst < n; ++first) {
    sum += p * std::exp(first * log_q) * -std::expm1((n - first - burst) * log_q);
  }
  return sum;
}

}  // namespace

const FecInfo& info(FecMode mode) { return kTable[static_cast<std::size_t>(mode)]; }

std::string_view name(FecMode mode) {
  return EnumNames<FecMode>::values[static_cast<std::size_t>(mode)];
}

FecMode default_fec(Generation generation) {
  return kByGeneration[static_cast<std::size_t>(generation)].default_mode;
}

FecMode resolve(FecMode mode, Generation generation) {
  return mode == FecMode::kAuto ? default_fec(generation) : mode;
}

bool allows(Generation generation, FecMode mode) {
  return (kByGeneration[static_cast<std::size_t>(generation)].allowed & bit(mode)) != 0;
}

unsigned codewords_in_flight(FecMode mode, Width width) {
  const FecInfo& row = info(mode);
  return row.family == FecFamily::kFirecode ? lanes(width) : row.interleave;
}

Rational codeword_time_ps(FecMode mode, LinkRate rate) {
  const Rational gbps = line_rate_gbps(rate.generation, rate.width);
  return reduced(std::int64_t{1000} * info(mode).codeword_bits * gbps.den, gbps.num);
}

double codeword_failure_probability(FecMode mode, double ber) {
  if (ber <= 0) return 0;
  const FecInfo& row = info(mode);
  switch (row.family) {
    case FecFamily::kNone:
      return ber;
    case FecFamily::kFirecode:
      return burst_overflow(row.n, row.t, ber);
    case FecFamily::kReedSolomon:
      return binomial_tail(row.n, row.t, -std::expm1(kRsSymbolBits * std::log1p(-ber)));
  }
  return 0;
}

}  // namespace ib
