// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "models/ib/base/bytes.h"

namespace ib {

/// One big-endian field of a structure in host memory or of a register. Up to 32 bits wide it lies
/// in the aligned 32-bit word at `offset`, its lowest bit at `lsb`; wider ones are 64-bit words.
struct Field {
  std::string_view name;
  std::uint16_t offset;  ///< Bytes from the start of the structure.
  std::uint8_t lsb;
  std::uint8_t width;  ///< Bits.
  std::string_view meaning;
};

/// A structure as documented: docs/registers.md is generated from these and the code uses the same.
struct Layout {
  std::string_view name;
  std::string_view meaning;
  std::uint32_t bytes;
  const Field* fields;
  std::size_t count;
};

[[nodiscard]] constexpr std::uint64_t load_field64(const std::uint8_t* base, const Field& field) {
  return load_be64(base + field.offset);
}

constexpr void store_field64(std::uint8_t* base, const Field& field, std::uint64_t value) {
  store_be64(base + field.offset, value);
}

[[nodiscard]] constexpr std::uint32_t field_mask(const Field& field) {
  return field.width >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << field.width) - 1;
}

/// A field of at most 32 bits.
[[nodiscard]] constexpr std::uint32_t load_field(const std::uint8_t* base, const Field& field) {
  return load_be32(base + field.offset) >> field.lsb & field_mask(field);
}

constexpr void store_field(std::uint8_t* base, const Field& field, std::uint32_t value) {
  const std::uint32_t mask = field_mask(field) << field.lsb;
  const std::uint32_t kept = load_be32(base + field.offset) & ~mask;
  store_be32(base + field.offset, kept | (value << field.lsb & mask));
}

}  // namespace ib
