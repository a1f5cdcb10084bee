// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

namespace ib {

/// A set of small port numbers, iterated in rising order. Three words hold port 0 and the 144 ports
/// of the largest switch, so that scheduling decisions are a few word operations.
class PortMask {
 public:
  static constexpr unsigned kWords = 3;
  static constexpr unsigned kBits = 64 * kWords;
  static constexpr unsigned kNone = kBits;  ///< "No such port".

  constexpr PortMask() = default;
  /// Ports 0 .. count-1.
  [[nodiscard]] static constexpr PortMask first_n(unsigned count) {
    PortMask mask;
    for (unsigned w = 0; w < kWords; ++w) {
      const unsigned below = 64 * w;
      if (count >= below + 64) {
        mask.words_[w] = ~std::uint64_t{0};
      } else if (count > below) {
        mask.words_[w] = (std::uint64_t{1} << (count - below)) - 1;
      }
    }
    return mask;
  }
  [[nodiscard]] static constexpr PortMask from_word(std::uint64_t low) {
    PortMask mask;
    mask.words_[0] = low;
    return mask;
  }

  [[nodiscard]] constexpr bool test(unsigned port) const {
    assert(port < kBits);
    return (words_[port / 64] >> (port % 64) & 1) != 0;
  }
  constexpr void set(unsigned port) {
    assert(port < kBits);
    words_[port / 64] |= std::uint64_t{1} << (port % 64);
  }
  constexpr void reset(unsigned port) {
    assert(port < kBits);
    words_[port / 64] &= ~(std::uint64_t{1} << (port % 64));
  }
  constexpr void clear() { words_ = {}; }

  [[nodiscard]] constexpr bool any() const { return (words_[0] | words_[1] | words_[2]) != 0; }
  [[nodiscard]] constexpr bool none() const { return !any(); }
  [[nodiscard]] unsigned count() const {
    unsigned total = 0;
    for (const std::uint64_t w : words_) total += static_cast<unsigned>(__builtin_popcountll(w));
    return total;
  }
  [[nodiscard]] constexpr std::uint64_t word(unsigned index) const { return words_[index]; }

  /// Smallest member, kNone when empty.
  [[nodiscard]] unsigned first() const {
    for (unsigned w = 0; w < kWords; ++w) {
      if (words_[w] != 0) return 64 * w + lowest(words_[w]);
    }
    return kNone;
  }
  /// Smallest member at or after `start` (start <= kBits), kNone when there is none.
  [[nodiscard]] unsigned first_from(unsigned start) const {
    unsigned w = start / 64;
    if (w >= kWords) return kNone;
    std::uint64_t bits = words_[w] & (~std::uint64_t{0} << (start % 64));
    while (bits == 0) {
      if (++w == kWords) return kNone;
      bits = words_[w];
    }
    return 64 * w + lowest(bits);
  }
  /// First member at or after `start`, else the smallest: one turn of a round robin.
  [[nodiscard]] unsigned first_in_turn(unsigned start) const {
    if ((words_[1] | words_[2]) == 0 && words_[0] != 0) {
      // Turned so that `start` comes first; without a branch that would go either way.
      const unsigned by = start < 64 ? start : 0;
      const std::uint64_t turned = words_[0] >> by | words_[0] << ((64 - by) % 64);
      return (by + lowest(turned)) % 64;
    }
    const unsigned found = first_from(start);
    return found != kNone ? found : first();
  }
  /// The member with `index` smaller members; index < count().
  [[nodiscard]] unsigned nth(unsigned index) const {
    for (unsigned w = 0; w < kWords; ++w) {
      std::uint64_t bits = words_[w];
      const auto here = static_cast<unsigned>(__builtin_popcountll(bits));
      if (index >= here) {
        index -= here;
        continue;
      }
      for (; index > 0; --index) bits &= bits - 1;
      return 64 * w + lowest(bits);
    }
    return kNone;
  }

  /// Calls `visit(port)` for every member in rising order; `visit` may change this mask.
  template <class Visit>
  void for_each(Visit visit) const {
    const std::array<std::uint64_t, kWords> words = words_;
    for (unsigned w = 0; w < kWords; ++w) {
      for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1) visit(64 * w + lowest(bits));
    }
  }

  constexpr PortMask& operator&=(const PortMask& other) {
    for (unsigned w = 0; w < kWords; ++w) words_[w] &= other.words_[w];
    return *this;
  }
  constexpr PortMask& operator|=(const PortMask& other) {
    for (unsigned w = 0; w < kWords; ++w) words_[w] |= other.words_[w];
    return *this;
  }
  /// Removes the members of `other`.
  constexpr PortMask& operator-=(const PortMask& other) {
    for (unsigned w = 0; w < kWords; ++w) words_[w] &= ~other.words_[w];
    return *this;
  }
  friend constexpr PortMask operator&(PortMask a, const PortMask& b) { return a &= b; }
  friend constexpr PortMask operator|(PortMask a, const PortMask& b) { return a |= b; }
  friend constexpr PortMask operator-(PortMask a, const PortMask& b) { return a -= b; }
  friend constexpr bool operator==(const PortMask& a, const PortMask& b) {
    return a.words_[0] == b.words_[0] && a.words_[1] == b.words_[1] && a.words_[2] == b.words_[2];
  }
  friend constexpr bool operator!=(const PortMask& a, const PortMask& b) { return !(a == b); }

 private:
  static unsigned lowest(std::uint64_t bits) {
    return static_cast<unsigned>(__builtin_ctzll(bits));
  }

  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace ib
