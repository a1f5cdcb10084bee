// SPDX-License-Identifier: Apache-2.0
#include "models/ib/aggregation/reduction.h"

#include <cmath>
#include <cstring>

namespace ib {
namespace {

std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float float_of(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::uint32_t load_le(const std::uint8_t* from, std::size_t bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = bytes; i-- > 0;) value = value << 8 | from[i];
  return value;
}

void store_le(std::uint8_t* to, std::size_t bytes, std::uint32_t value) {
  for (std::size_t i = 0; i < bytes; ++i) to[i] = static_cast<std::uint8_t>(value >> (8 * i));
}

/// value / 2^shift to nearest even; 0 < shift < 32.
constexpr std::uint32_t round_shift(std::uint32_t value, unsigned shift) {
  const std::uint32_t half = 1u << (shift - 1);
  const std::uint32_t rest = value & ((half << 1) - 1);
  const std::uint32_t down = value >> shift;
  return down + (rest > half || (rest == half && (down & 1) != 0) ? 1u : 0u);
}

// IEEE 754: the sign of a zero counts, so that the result does not depend on the host's fmin.
float combine(ReductionOp op, float a, float b) {
  if (op == ReductionOp::kSum) return a + b;
  if (std::isnan(a)) return a;
  if (std::isnan(b)) return b;
  const bool a_less = a == b ? std::signbit(a) && !std::signbit(b) : a < b;
  return a_less == (op == ReductionOp::kMin) ? a : b;
}

std::uint32_t combine(ReductionOp op, std::uint32_t a, std::uint32_t b) {
  if (op == ReductionOp::kSum) return a + b;
  constexpr std::uint32_t kSign = 0x80000000;  // flipped, signed order is unsigned order
  const bool a_less = (a ^ kSign) < (b ^ kSign);
  return a_less == (op == ReductionOp::kMin) ? a : b;
}

std::uint32_t combine_bits(ReductionOp op, ReductionType type, std::uint32_t a, std::uint32_t b) {
  const auto low = [](std::uint32_t bits) { return static_cast<std::uint16_t>(bits); };
  switch (type) {
    case ReductionType::kInt32:
      return combine(op, a, b);
    case ReductionType::kFp32:
      return bits_of(combine(op, float_of(a), float_of(b)));
    case ReductionType::kFp16:
      return fp16_from_float(combine(op, float_from_fp16(low(a)), float_from_fp16(low(b))));
    case ReductionType::kBf16:
      return bf16_from_float(combine(op, float_from_bf16(low(a)), float_from_bf16(low(b))));
  }
  return a;
}

}  // namespace

void reduce(ReductionOp op, ReductionType type, std::uint8_t* into, const std::uint8_t* from,
            std::size_t count) {
  const std::size_t size = element_bytes(type);
  for (std::size_t at = 0; at + size <= count; at += size) {
    store_le(into + at, size,
             combine_bits(op, type, load_le(into + at, size), load_le(from + at, size)));
  }
}

float float_from_fp16(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16;
  const std::uint32_t exponent = bits >> 10 & 0x1F;
  const std::uint32_t fraction = bits & 0x3FF;
  if (exponent == 0x1F) return float_of(sign | 0x7F800000 | fraction << 13);
  if (exponent != 0) return float_of(sign | (exponent + 112) << 23 | fraction << 13);
  const float magnitude = std::ldexp(static_cast<float>(fraction), -24);
  return sign != 0 ? -magnitude : magnitude;
}

std::uint16_t fp16_from_float(float value) {
  const std::uint32_t bits = bits_of(value);
  const std::uint32_t sign = bits >> 16 & 0x8000;
  const std::uint32_t magnitude = bits & 0x7FFFFFFF;
  constexpr std::uint32_t kInfinity = 0x7F800000;
  constexpr std::uint32_t kSmallestNormal = 113u << 23;  // 2^-14
  std::uint32_t half = 0x7C00;
  if (magnitude > kInfinity) {
    half = 0x7E00 | (magnitude >> 13 & 0x1FF);
  } else if (magnitude >= kSmallestNormal) {
    // A carry out of the fraction raises the exponent, up to infinity.
    if (magnitude < kInfinity) half = round_shift(magnitude - (112u << 23), 13);
    if (half > 0x7C00) half = 0x7C00;
  } else {
    const unsigned shift = 126 - (magnitude >> 23);  // 14 for just below 2^-14
    half = shift > 24 ? 0 : round_shift((magnitude & 0x7FFFFF) | 0x800000, shift);
  }
  return static_cast<std::uint16_t>(sign | half);
}

float float_from_bf16(std::uint16_t bits) {
  return float_of(static_cast<std::uint32_t>(bits) << 16);
}

std::uint16_t bf16_from_float(float value) {
  const std::uint32_t bits = bits_of(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16 | 0x40);
  return static_cast<std::uint16_t>(round_shift(bits, 16));
}

}  // namespace ib
