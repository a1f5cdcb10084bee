// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "testbenches/host/host_memory.h"

namespace ib::tb {

/// Byte `offset` of the data keyed by `key`: what buffers hold so that a wrong byte is found.
[[nodiscard]] std::uint8_t pattern_byte(std::uint64_t key, std::uint64_t offset);

/// Fills a buffer with the bytes of `key` from offset 0 on.
void fill_pattern(HostMemory& memory, std::uint64_t address, std::uint64_t bytes,
                  std::uint64_t key);
void fill_zeros(HostMemory& memory, std::uint64_t address, std::uint64_t bytes);

/// Offset of the first byte in [begin, end) of the buffer that is not as `key` says.
[[nodiscard]] std::optional<std::uint64_t> first_difference(const HostMemory& memory,
                                                            std::uint64_t address,
                                                            std::uint64_t begin, std::uint64_t end,
                                                            std::uint64_t key);

}  // namespace ib::tb
