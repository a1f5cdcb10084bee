// SPDX-License-Identifier: Apache-2.0
#include "models/ib/aggregation/reduction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace ib {
namespace {

std::vector<std::uint8_t> bytes_of(std::uint32_t bits, std::size_t size) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(bits >> 8 * i));
  return bytes;
}

std::uint32_t reduced(ReductionOp op, ReductionType type, std::uint32_t a, std::uint32_t b) {
  const std::size_t size = element_bytes(type);
  std::vector<std::uint8_t> into = bytes_of(a, size);
  reduce(op, type, into.data(), bytes_of(b, size).data(), size);
  std::uint32_t bits = 0;
  for (std::size_t i = size; i-- > 0;) bits = bits << 8 | into[i];
  return bits;
}

std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// IEEE 754 binary16: 1, largest finite, smallest normal, smallest subnormal, infinity.
TEST(Reduction, KnowsTheCornersOfFp16) {
  EXPECT_EQ(float_from_fp16(0x3C00), 1.0F);
  EXPECT_EQ(float_from_fp16(0x7BFF), 65504.0F);
  EXPECT_EQ(float_from_fp16(0x0400), std::ldexp(1.0F, -14));
  EXPECT_EQ(float_from_fp16(0x8001), -std::ldexp(1.0F, -24));
  EXPECT_EQ(float_from_fp16(0xFC00), -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(float_from_fp16(0x7E01)));
}

TEST(Reduction, RoundsToFp16ToNearestEven) {
  EXPECT_EQ(fp16_from_float(1 + std::ldexp(1.0F, -11)), 0x3C00);
  EXPECT_EQ(fp16_from_float(1 + 3 * std::ldexp(1.0F, -11)), 0x3C02);
  EXPECT_EQ(fp16_from_float(1 + std::ldexp(1.25F, -11)), 0x3C01);
  EXPECT_EQ(fp16_from_float(65519), 0x7BFF);
  EXPECT_EQ(fp16_from_float(65520), 0x7C00);
  EXPECT_EQ(fp16_from_float(-1e9F), 0xFC00);
  EXPECT_EQ(fp16_from_float(std::ldexp(1.0F, -25)), 0x0000);
  EXPECT_EQ(fp16_from_float(std::ldexp(1.5F, -25)), 0x0001);
  EXPECT_EQ(fp16_from_float(std::ldexp(1023.75F, -24)), 0x0400);
  EXPECT_EQ(fp16_from_float(std::ldexp(1.0F, -40)), 0x0000);
  EXPECT_EQ(fp16_from_float(-0.0F), 0x8000);
}

TEST(Reduction, ReadsBackEveryFp16) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = float_from_fp16(half);
    if (std::isnan(value)) continue;
    ASSERT_EQ(fp16_from_float(value), half);
  }
}

// bfloat16 is the upper half of binary32: 1 is 0x3F80, one unit in the last place 2^-7.
TEST(Reduction, RoundsToBf16ToNearestEven) {
  EXPECT_EQ(bf16_from_float(1.0F), 0x3F80);
  EXPECT_EQ(bf16_from_float(1 + std::ldexp(1.0F, -8)), 0x3F80);
  EXPECT_EQ(bf16_from_float(1 + 3 * std::ldexp(1.0F, -8)), 0x3F82);
  EXPECT_EQ(bf16_from_float(std::numeric_limits<float>::max()), 0x7F80);
  EXPECT_EQ(float_from_bf16(0xC040), -3.0F);
  EXPECT_TRUE(std::isnan(float_from_bf16(bf16_from_float(NAN))));
}

TEST(Reduction, AddsEachType) {
  EXPECT_EQ(reduced(ReductionOp::kSum, ReductionType::kInt32, 0x7FFFFFFF, 1), 0x80000000u);
  EXPECT_EQ(reduced(ReductionOp::kSum, ReductionType::kFp32, bits_of(1.5F), bits_of(-4)),
            bits_of(-2.5F));
  EXPECT_EQ(reduced(ReductionOp::kSum, ReductionType::kFp16, 0x6800, 0x3C00), 0x6800u);  // 2048 + 1
  EXPECT_EQ(reduced(ReductionOp::kSum, ReductionType::kFp16, 0x6800, 0x4000), 0x6801u);  // 2048 + 2
  EXPECT_EQ(reduced(ReductionOp::kSum, ReductionType::kBf16, 0x4380, 0x3F80), 0x4380u);  // 256 + 1
  EXPECT_EQ(reduced(ReductionOp::kSum, ReductionType::kBf16, 0x3F80, 0x3F80), 0x4000u);
}

TEST(Reduction, TakesMinimaAndMaximaOfEachType) {
  const auto min = ReductionOp::kMin;
  const auto max = ReductionOp::kMax;
  EXPECT_EQ(reduced(min, ReductionType::kInt32, 0xFFFFFFFE, 3), 0xFFFFFFFEu);
  EXPECT_EQ(reduced(max, ReductionType::kInt32, 0xFFFFFFFE, 3), 3u);
  EXPECT_EQ(reduced(min, ReductionType::kFp32, bits_of(0.0F), bits_of(-0.0F)), bits_of(-0.0F));
  EXPECT_EQ(reduced(max, ReductionType::kFp32, bits_of(-0.0F), bits_of(0.0F)), bits_of(0.0F));
  EXPECT_EQ(reduced(max, ReductionType::kFp16, 0xC000, 0xBC00), 0xBC00u);  // -2, -1
  EXPECT_EQ(reduced(min, ReductionType::kBf16, 0x4000, 0xBF80), 0xBF80u);  // 2, -1
  EXPECT_EQ(reduced(min, ReductionType::kFp32, 0x7FC00000, bits_of(1)), 0x7FC00000u);
  EXPECT_EQ(reduced(max, ReductionType::kFp32, bits_of(1), 0x7FC00000), 0x7FC00000u);
}

TEST(Reduction, CombinesWholeElementsOnly) {
  std::vector<std::uint8_t> into{1, 0, 0, 0, 7, 7};
  const std::vector<std::uint8_t> from{2, 0, 0, 0, 9, 9};
  reduce(ReductionOp::kSum, ReductionType::kInt32, into.data(), from.data(), into.size());
  EXPECT_EQ(into, (std::vector<std::uint8_t>{3, 0, 0, 0, 7, 7}));
}

}  // namespace
}  // namespace ib
