// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/pattern.h"

#include <algorithm>
#include <vector>

#include "models/ib/base/random.h"

namespace ib::tb {
namespace {

constexpr std::uint64_t kChunkBytes = 65536;  ///< A multiple of eight.

/// Bytes [offset, offset + bytes) of the pattern; `offset` is a multiple of eight.
void generate(std::uint64_t key, std::uint64_t offset, std::uint64_t bytes, std::uint8_t* to) {
  for (std::uint64_t i = 0; i < bytes; i += 8) {
    std::uint64_t word = mix64(key, (offset + i) / 8);
    for (std::uint64_t b = i; b < std::min(i + 8, bytes); ++b, word >>= 8) {
      to[b] = static_cast<std::uint8_t>(word);
    }
  }
}

}  // namespace

std::uint8_t pattern_byte(std::uint64_t key, std::uint64_t offset) {
  return static_cast<std::uint8_t>(mix64(key, offset / 8) >> (offset % 8 * 8));
}

void fill_pattern(HostMemory& memory, std::uint64_t address, std::uint64_t bytes,
                  std::uint64_t key) {
  std::vector<std::uint8_t> chunk(std::min(bytes, kChunkBytes));
  for (std::uint64_t offset = 0; offset < bytes; offset += kChunkBytes) {
    const std::uint64_t part = std::min(bytes - offset, kChunkBytes);
    generate(key, offset, part, chunk.data());
    memory.write(address + offset, chunk.data(), part);
  }
}

void fill_zeros(HostMemory& memory, std::uint64_t address, std::uint64_t bytes) {
  const std::vector<std::uint8_t> zeros(std::min(bytes, kChunkBytes));
  for (std::uint64_t offset = 0; offset < bytes; offset += kChunkBytes) {
    memory.write(address + offset, zeros.data(), std::min(bytes - offset, kChunkBytes));
  }
}

std::optional<std::uint64_t> first_difference(const HostMemory& memory, std::uint64_t address,
                                              std::uint64_t begin, std::uint64_t end,
                                              std::uint64_t key) {
  std::vector<std::uint8_t> expected(kChunkBytes);
  std::vector<std::uint8_t> found(kChunkBytes);
  for (std::uint64_t chunk = begin / 8 * 8; chunk < end; chunk += kChunkBytes) {
    const std::uint64_t bytes = std::min(end - chunk, kChunkBytes);
    const std::uint64_t skip = chunk < begin ? begin - chunk : 0;
    generate(key, chunk, bytes, expected.data());
    memory.read(address + chunk, found.data(), bytes);
    for (std::uint64_t i = skip; i < bytes; ++i) {
      if (found[i] != expected[i]) return chunk + i;
    }
  }
  return std::nullopt;
}

}  // namespace ib::tb
