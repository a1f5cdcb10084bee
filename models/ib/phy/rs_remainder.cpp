// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/rs_remainder.h"

#include <cstring>

namespace ib {
namespace {

using gf1024::Element;

constexpr unsigned kWordLanes = 4;  ///< 16-bit lanes of a 64-bit word.
constexpr unsigned kStep = 8;       ///< Symbols a division step.
constexpr unsigned kHalfBits = 5;   ///< A symbol is looked up by halves.
constexpr unsigned kHalfValues = 1u << kHalfBits;

/// Lane 0 of a word is its first symbol, whatever the machine's byte order.
std::uint64_t lane(Element symbol, unsigned index) {
  return std::uint64_t{symbol} << (16 * (index % kWordLanes));
}

constexpr std::uint64_t kHalfMask = 0x001F001F001F001F;  ///< Low half of each lane's symbol.

std::uint16_t lane_of(std::uint64_t word, unsigned index) {
  return static_cast<std::uint16_t>(word >> (16 * index));
}

/// Lanes of the step's symbols; the first `missing` are zeros that stand before the stream.
void pack(const Element* symbols, unsigned missing, std::uint64_t* words) {
  if (missing == 0) {
    for (unsigned i = 0; i < kStep; ++i) words[i / kWordLanes] |= lane(symbols[i], i);
    return;
  }
  for (unsigned i = missing; i < kStep; ++i) {
    words[i / kWordLanes] |= lane(symbols[i - missing], i);
  }
}

void unpack(const std::uint64_t* words, unsigned count, CheckSymbols& symbols) {
  symbols.fill(0);
  for (unsigned i = 0; i < count * kWordLanes; ++i) {
    symbols[i] = lane_of(words[i / kWordLanes], i % kWordLanes);
  }
}

/// Four words as one value, for which the compiler picks the widest instructions it may use.
using Lanes [[gnu::vector_size(32)]] = std::uint64_t;

/// One division step for each eight symbols.
template <unsigned kVectors>
[[gnu::always_inline]] inline void divide_lanes(const std::uint64_t* table, const Element* message,
                                                unsigned count, std::uint64_t* result) {
  constexpr unsigned kWords = 4 * kVectors;
  Lanes rest[kVectors + 1] = {};
  unsigned missing = (kStep - count % kStep) % kStep;
  for (const Element* const end = message + count; message != end;) {
    std::uint64_t fresh[2] = {};
    pack(message, missing, fresh);
    const std::uint64_t front[2] = {rest[0][0] ^ fresh[0], rest[0][1] ^ fresh[1]};
    message += kStep - missing;
    missing = 0;
    for (unsigned v = 0; v < kVectors; ++v) {
      rest[v] = __builtin_shufflevector(rest[v], rest[v + 1], 2, 3, 4, 5);
    }
    for (unsigned s = 0; s < kStep; ++s) {
      // Where the rows begin, for four symbols at once.
      const std::uint64_t lows = (front[s / kWordLanes] & kHalfMask) * kWords;
      const std::uint64_t highs = (front[s / kWordLanes] >> kHalfBits & kHalfMask) * kWords;
      const std::uint64_t* const half_tables = table + 2 * s * kHalfValues * kWords;
      const std::uint64_t* const low = half_tables + lane_of(lows, s % kWordLanes);
      const std::uint64_t* const high =
          half_tables + kHalfValues * kWords + lane_of(highs, s % kWordLanes);
      for (unsigned v = 0; v < kVectors; ++v) {
        Lanes row[2];
        std::memcpy(&row[0], low + 4 * v, sizeof(Lanes));
        std::memcpy(&row[1], high + 4 * v, sizeof(Lanes));
        rest[v] ^= row[0] ^ row[1];
      }
    }
  }
  std::memcpy(result, rest, sizeof(Lanes) * kVectors);
}

template <unsigned kVectors>
void divide_plain(const std::uint64_t* table, const Element* message, unsigned count,
                  std::uint64_t* result) {
  divide_lanes<kVectors>(table, message, count, result);
}

#if defined(__x86_64__)
template <unsigned kVectors>
[[gnu::target("avx2")]] void divide_avx2(const std::uint64_t* table, const Element* message,
                                         unsigned count, std::uint64_t* result) {
  divide_lanes<kVectors>(table, message, count, result);
}
#endif

void divide_any(unsigned words, const std::uint64_t* table, const Element* message, unsigned count,
                std::uint64_t* result) {
  words == 8 ? divide_plain<2>(table, message, count, result)
             : divide_plain<1>(table, message, count, result);
}

/// Generator polynomial, constant term first.
std::vector<Element> generator(unsigned check_symbols) {
  std::vector<Element> g{1};
  for (unsigned root = 0; root < check_symbols; ++root) {
    g.insert(g.begin(), 0);
    for (std::size_t i = 0; i + 1 < g.size(); ++i) {
      g[i] = static_cast<Element>(g[i] ^ gf1024::multiply(g[i + 1], gf1024::exp(root)));
    }
  }
  return g;
}

}  // namespace

RsRemainder::RsRemainder(unsigned check_symbols)
    : check_symbols_(check_symbols), words_(check_symbols > 16 ? 8 : 4) {
#if defined(__x86_64__)
  wide_ = __builtin_cpu_supports("avx2") != 0;
#endif
  fill_division_tables();
  fill_syndrome_tables();
}

/// Row s of a step holds value * x^(2t + 7 - s) mod g for each half value.
void RsRemainder::fill_division_tables() {
  division_.assign(std::size_t{2} * kStep * kHalfValues * words_, 0);
  const std::vector<Element> g = generator(check_symbols_);
  std::vector<Element> power(g.begin(), g.end() - 1);  // x^2t mod g, constant term first
  for (unsigned s = kStep; s-- > 0;) {
    for (unsigned half = 0; half < 2; ++half) {
      for (unsigned value = 0; value < kHalfValues; ++value) {
        const auto symbol = static_cast<Element>(value << (half * kHalfBits));
        std::uint64_t* const row = &division_[((2 * s + half) * kHalfValues + value) * words_];
        for (unsigned i = 0; i < check_symbols_; ++i) {
          row[i / kWordLanes] |= lane(gf1024::multiply(symbol, power[check_symbols_ - 1 - i]), i);
        }
      }
    }
    const Element top = power.back();
    power.pop_back();
    power.insert(power.begin(), 0);
    for (unsigned i = 0; i < check_symbols_; ++i) {
      power[i] = static_cast<Element>(power[i] ^ gf1024::multiply(top, g[i]));
    }
  }
}

/// Symbol i of a remainder has power 2t - 1 - i and adds value * alpha^(j power) to syndrome j.
void RsRemainder::fill_syndrome_tables() {
  values_.assign(std::size_t{2} * check_symbols_ * kHalfValues * words_, 0);
  for (unsigned i = 0; i < check_symbols_; ++i) {
    for (unsigned half = 0; half < 2; ++half) {
      for (unsigned value = 0; value < kHalfValues; ++value) {
        const auto symbol = static_cast<Element>(value << (half * kHalfBits));
        std::uint64_t* const row = &values_[((2 * i + half) * kHalfValues + value) * words_];
        for (unsigned j = 0; j < check_symbols_; ++j) {
          const unsigned exponent = j * (check_symbols_ - 1 - i) % gf1024::kOrder;
          row[j / kWordLanes] |= lane(gf1024::multiply(symbol, gf1024::exp(exponent)), j);
        }
      }
    }
  }
}

void RsRemainder::divide(const Element* message, unsigned count, CheckSymbols& remainder) const {
#if defined(__x86_64__)
  if (wide_) {
    std::uint64_t result[8];
    words_ == 8 ? divide_avx2<2>(division_.data(), message, count, result)
                : divide_avx2<1>(division_.data(), message, count, result);
    unpack(result, words_, remainder);
    return;
  }
#endif
  divide_portable(message, count, remainder);
}

void RsRemainder::divide_portable(const Element* message, unsigned count,
                                  CheckSymbols& remainder) const {
  std::uint64_t result[8];
  divide_any(words_, division_.data(), message, count, result);
  unpack(result, words_, remainder);
}

void RsRemainder::syndromes(const CheckSymbols& remainder, CheckSymbols& values) const {
  std::uint64_t sum[8] = {};
  for (unsigned i = 0; i < check_symbols_; ++i) {
    const unsigned symbol = remainder[i];
    const std::uint64_t* const low =
        &values_[(2 * i * kHalfValues + symbol % kHalfValues) * words_];
    const std::uint64_t* const high =
        &values_[((2 * i + 1) * kHalfValues + symbol / kHalfValues) * words_];
    for (unsigned w = 0; w < words_; ++w) sum[w] ^= low[w] ^ high[w];
  }
  unpack(sum, words_, values);
}

}  // namespace ib
