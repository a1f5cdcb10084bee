// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace ib {

/// FNV-1a of 64 bits (RFC 9923): the same on every machine and in every standard library. The hash
/// of what came before, given as `hash`, goes on with `bytes`.
[[nodiscard]] constexpr std::uint64_t fnv1a(std::string_view bytes,
                                            std::uint64_t hash = 0xCBF29CE484222325u) {
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x00000100000001B3u;
  }
  return hash;
}

}  // namespace ib
