// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace ib {

/// Element types and operations of in-network reduction (ib-facts 9.4).
enum class ReductionType : std::uint8_t { kInt32, kFp32, kFp16, kBf16 };
enum class ReductionOp : std::uint8_t { kSum, kMin, kMax };

[[nodiscard]] constexpr std::size_t element_bytes(ReductionType type) {
  return type == ReductionType::kInt32 || type == ReductionType::kFp32 ? 4 : 2;
}

/// Combines `count` bytes, whole little-endian elements, into `into`: element = op(into, from).
/// Integer sums wrap. A floating-point sum is rounded once, to nearest even, in its own type; the
/// order of calls is the order of the sum. A NaN wins over numbers in min and max.
void reduce(ReductionOp op, ReductionType type, std::uint8_t* into, const std::uint8_t* from,
            std::size_t count);

// Conversions of 16-bit floats; to 16 bits by round to nearest even, overflow to infinity.
[[nodiscard]] float float_from_fp16(std::uint16_t bits);
[[nodiscard]] std::uint16_t fp16_from_float(float value);
[[nodiscard]] float float_from_bf16(std::uint16_t bits);
[[nodiscard]] std::uint16_t bf16_from_float(float value);

}  // namespace ib
