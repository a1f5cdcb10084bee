// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstdint>
#include <type_traits>

#include "models/ib/base/types.h"

namespace ib {

// Management attributes number their bits from the most significant bit of the first byte (bit 0)
// on, so the position of a field here is the position the specification prints.

/// The `width` (1..64) bits from bit `first` on, right aligned.
[[nodiscard]] constexpr std::uint64_t load_bits(const std::uint8_t* from, unsigned first,
                                                unsigned width) {
  assert(width >= 1 && width <= 64);
  std::uint64_t value = 0;
  for (unsigned bit = first; bit < first + width;) {
    const unsigned offset = bit % 8;
    const unsigned left = first + width - bit;
    const unsigned take = left < 8 - offset ? left : 8 - offset;
    const unsigned piece = (from[bit / 8] >> (8 - offset - take)) & ((1u << take) - 1);
    value = value << take | piece;
    bit += take;
  }
  return value;
}

/// Writes the low `width` bits of `value`; the neighbours keep their bits.
constexpr void store_bits(std::uint8_t* to, unsigned first, unsigned width, std::uint64_t value) {
  assert(width >= 1 && width <= 64);
  for (unsigned end = first + width; end > first;) {
    const unsigned in_byte = (end - 1) % 8 + 1;
    const unsigned left = end - first;
    const unsigned take = left < in_byte ? left : in_byte;
    const unsigned shift = 8 - in_byte;
    const unsigned mask = ((1u << take) - 1) << shift;
    const unsigned piece = static_cast<unsigned>(value & 0xFF) << shift & mask;
    std::uint8_t& byte = to[(end - 1) / 8];
    byte = static_cast<std::uint8_t>((byte & ~mask) | piece);
    value >>= take;
    end -= take;
  }
}

/// How a field's type becomes bits; specialised for types that are neither integers nor enums.
template <class T>
struct FieldBits {
  static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
  static constexpr std::uint64_t to(T value) { return static_cast<std::uint64_t>(value); }
  static constexpr T from(std::uint64_t bits) { return static_cast<T>(bits); }
};

template <class Tag, class Rep>
struct FieldBits<Strong<Tag, Rep>> {
  static constexpr std::uint64_t to(Strong<Tag, Rep> value) { return value.value(); }
  static constexpr Strong<Tag, Rep> from(std::uint64_t bits) {
    return Strong<Tag, Rep>{static_cast<Rep>(bits)};
  }
};

}  // namespace ib
