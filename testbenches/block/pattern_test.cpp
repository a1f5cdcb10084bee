// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/pattern.h"

#include <gtest/gtest.h>

namespace ib::tb {
namespace {

class PatternTest : public testing::Test {
 protected:
  static constexpr std::uint64_t kBytes = 200001;

  HostMemory memory{"memory"};
  std::uint64_t buffer = memory.allocate(kBytes);
};

TEST_F(PatternTest, ABufferHoldsTheBytesOfItsKey) {
  fill_pattern(memory, buffer, kBytes, 7);

  EXPECT_FALSE(first_difference(memory, buffer, 0, kBytes, 7));
  EXPECT_EQ(first_difference(memory, buffer, 0, kBytes, 8), 0u);
  std::uint8_t last = 0;
  memory.read(buffer + kBytes - 1, &last, 1);
  EXPECT_EQ(last, pattern_byte(7, kBytes - 1));
}

TEST_F(PatternTest, OneWrongByteIsFoundWhereItIs) {
  for (const std::uint64_t at : {0u, 65535u, 65536u, 199999u}) {
    fill_pattern(memory, buffer, kBytes, 3);
    const auto wrong = static_cast<std::uint8_t>(pattern_byte(3, at) ^ 1);
    memory.write(buffer + at, &wrong, 1);
    EXPECT_EQ(first_difference(memory, buffer, 0, kBytes, 3), at);
  }
}

TEST_F(PatternTest, BytesOutsideTheRangeDoNotCount) {
  fill_zeros(memory, buffer, kBytes);
  std::uint8_t good = pattern_byte(5, 1003);
  memory.write(buffer + 1003, &good, 1);
  EXPECT_FALSE(first_difference(memory, buffer, 1003, 1004, 5));
}

}  // namespace
}  // namespace ib::tb
