// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "models/ib/base/fnv1a.h"

namespace ib {

/// Stateless 64-bit mixing of a key and a counter (two rounds of the MurmurHash3 finaliser).
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t key, std::uint64_t counter) {
  std::uint64_t x = key + counter * 0x9E3779B97F4A7C15u;
  for (int round = 0; round < 2; ++round) {
    x ^= x >> 33;
    x *= 0xFF51AFD7ED558CCDu;
    x ^= x >> 33;
    x *= 0xC4CEB9FE1A85EC53u;
    x ^= x >> 33;
    x += key;
  }
  return x;
}

/// A counter-based random stream keyed by (run seed, entity name): the same numbers whatever
/// quantum, thread or rank draws them. Satisfies UniformRandomBitGenerator.
class RandomStream {
 public:
  using result_type = std::uint64_t;

  RandomStream() = default;
  RandomStream(std::uint64_t seed, std::string_view entity) : key_(mix64(seed, fnv1a(entity))) {}

  result_type operator()() { return mix64(key_, counter_++); }
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }

  /// Uniform in [0, 1), 53 bits.
  [[nodiscard]] double uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }
  /// Uniform in [0, n), n > 0; the bias of the multiply method is below n / 2^64.
  [[nodiscard]] std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>(Wide{(*this)()} * n >> 64);
  }
  /// Exponential with the given mean.
  [[nodiscard]] double exponential(double mean);
  /// Failures before the first success of probability p in (0, 1]; skips whole runs at once.
  [[nodiscard]] std::uint64_t geometric(double p);

 private:
  __extension__ using Wide = unsigned __int128;

  std::uint64_t key_ = 0;
  std::uint64_t counter_ = 0;
};

}  // namespace ib
