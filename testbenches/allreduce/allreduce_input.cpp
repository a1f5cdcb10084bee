// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstring>

#include "models/ib/base/random.h"
#include "testbenches/allreduce/allreduce.h"

namespace ib::tb {
namespace {

/// Between -1 and 1, times a power of two from 2^-8 to 2^7.
float draw(RandomStream& random) {
  const double value = 2 * random.uniform() - 1;
  return static_cast<float>(std::ldexp(value, static_cast<int>(random.below(16)) - 8));
}

std::uint32_t element(ReductionType type, RandomStream& random) {
  switch (type) {
    case ReductionType::kInt32:
      return static_cast<std::uint32_t>(random());
    case ReductionType::kFp32: {
      const float value = draw(random);
      std::uint32_t bits;
      std::memcpy(&bits, &value, sizeof bits);
      return bits;
    }
    case ReductionType::kFp16:
      return fp16_from_float(draw(random));
    case ReductionType::kBf16:
      return bf16_from_float(draw(random));
  }
  return 0;
}

}  // namespace

std::vector<std::uint8_t> allreduce_input(ReductionType type, std::uint32_t bytes,
                                          std::uint64_t seed, std::uint32_t index) {
  RandomStream random{seed, "allreduce" + std::to_string(index)};
  const std::size_t size = element_bytes(type);
  std::vector<std::uint8_t> vector(bytes);
  for (std::size_t at = 0; at + size <= bytes; at += size) {
    const std::uint32_t bits = element(type, random);
    for (std::size_t i = 0; i < size; ++i) {
      vector[at + i] = static_cast<std::uint8_t>(bits >> (8 * i));
    }
  }
  return vector;
}

}  // namespace ib::tb
