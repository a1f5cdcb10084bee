// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace ib {

/// A PAM4 symbol as its level, 0 lowest to 3 highest.
using Pam4 = std::uint8_t;

// Gray map, lowest to highest level: 00, 01, 11, 10; the first bit on the line is the most
// significant of the pair (ib-facts 8.4). The map is its own inverse.

[[nodiscard]] constexpr Pam4 gray_level(unsigned first_bit, unsigned second_bit) {
  return static_cast<Pam4>(first_bit << 1 | (first_bit ^ second_bit));
}
[[nodiscard]] constexpr unsigned gray_first_bit(Pam4 level) { return level >> 1 & 1u; }
[[nodiscard]] constexpr unsigned gray_second_bit(Pam4 level) {
  return (static_cast<unsigned>(level) >> 1 ^ level) & 1u;
}

/// Amplitude of a level, -3 -1 1 3: mean energy 5.
[[nodiscard]] constexpr double pam4_amplitude(Pam4 level) { return 2.0 * level - 3.0; }
/// Nearest level to an amplitude.
[[nodiscard]] constexpr Pam4 pam4_slice(double amplitude) {
  return static_cast<Pam4>((amplitude > -2.0) + (amplitude > 0.0) + (amplitude > 2.0));
}

/// Amplitude of an NRZ bit, -1 or 1, and back.
[[nodiscard]] constexpr double nrz_amplitude(unsigned bit) { return bit != 0 ? 1.0 : -1.0; }
[[nodiscard]] constexpr unsigned nrz_slice(double amplitude) { return amplitude > 0.0 ? 1u : 0u; }

/// Precoder 1/(1+D) modulo 4: a run of wrong decisions becomes two wrong symbols at the receiver.
class Pam4Precoder {
 public:
  [[nodiscard]] Pam4 encode(Pam4 level) {
    previous_ = static_cast<Pam4>((level - previous_) & 3);
    return previous_;
  }

 private:
  Pam4 previous_ = 0;
};

/// Undoes Pam4Precoder: the sum of this symbol and the one before.
class Pam4PrecoderInverse {
 public:
  [[nodiscard]] Pam4 decode(Pam4 precoded) {
    const auto level = static_cast<Pam4>((precoded + previous_) & 3);
    previous_ = precoded;
    return level;
  }

 private:
  Pam4 previous_ = 0;
};

}  // namespace ib
