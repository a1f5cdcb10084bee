// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "models/ib/base/port_mask.h"
#include "models/ib/base/types.h"

namespace ib::cosim {

[[nodiscard]] constexpr std::uint64_t low_bits(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

/// Bits [at, at + width) of a vector of at most 64 bits.
template <class Integer>
std::enable_if_t<std::is_integral_v<Integer>> store_field(Integer& vector, unsigned at,
                                                          unsigned width, std::uint64_t value) {
  vector =
      static_cast<Integer>((vector & ~(low_bits(width) << at)) | (value & low_bits(width)) << at);
}
[[nodiscard]] inline std::uint64_t load_field(std::uint64_t vector, unsigned at, unsigned width) {
  return vector >> at & low_bits(width);
}

/// The same of a wider vector; width is at most 64.
template <std::size_t kWords>
void store_field(VlWide<kWords>& vector, unsigned at, unsigned width, std::uint64_t value) {
  while (width > 0) {
    const unsigned shift = at % 32;
    const unsigned here = width < 32 - shift ? width : 32 - shift;
    const auto mask = static_cast<std::uint32_t>(low_bits(here) << shift);
    EData& word = vector[at / 32];
    word = (word & ~mask) | (static_cast<std::uint32_t>(value << shift) & mask);
    value >>= here;
    at += here;
    width -= here;
  }
}
template <std::size_t kWords>
[[nodiscard]] std::uint64_t load_field(const VlWide<kWords>& vector, unsigned at, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned done = 0; done < width;) {
    const unsigned shift = (at + done) % 32;
    const unsigned here = width - done < 32 - shift ? width - done : 32 - shift;
    value |= (std::uint64_t{vector[(at + done) / 32]} >> shift & low_bits(here)) << done;
    done += here;
  }
  return value;
}

/// `ports` bits of a mask, from bit `at` on.
template <class Vector>
void store_mask(Vector& vector, unsigned at, unsigned ports, const PortMask& mask) {
  for (unsigned word = 0; word * 64 < ports; ++word) {
    const unsigned width = ports - word * 64 < 64 ? ports - word * 64 : 64;
    store_field(vector, at + word * 64, width, mask.word(word));
  }
}

/// A word of the datapath: its first byte on the wire in bits 7:0. `count` is a multiple of 4.
template <class Vector>
void store_bytes(Vector& vector, const std::uint8_t* bytes, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 4) {
    vector[i / 4] = static_cast<EData>(bytes[i] | bytes[i + 1] << 8 | bytes[i + 2] << 16) |
                    static_cast<EData>(bytes[i + 3]) << 24;
  }
}
template <class Vector>
void load_bytes(const Vector& vector, std::uint8_t* bytes, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    bytes[i] = static_cast<std::uint8_t>(vector[i / 4] >> 8 * (i % 4));
  }
}

/// 1 .. 5 of 256 .. 4096 bytes.
[[nodiscard]] inline std::uint8_t mtu_code(std::uint32_t mtu_bytes) {
  return static_cast<std::uint8_t>(mtu_from_bytes(mtu_bytes).value_or(Mtu::k4096));
}

}  // namespace ib::cosim
