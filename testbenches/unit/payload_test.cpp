// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/payload.h"

#include <gtest/gtest.h>

#include "models/ib/base/random.h"

namespace ib {
namespace {

TEST(Payload, RealBytesNeedNoPool) {
  Payload payload = Payload::real();
  payload.writable()[4095] = 9;
  const Payload copy = payload;
  payload = {};
  std::uint8_t last = 0;
  copy.copy_to(&last, 4095, 1);
  EXPECT_EQ(last, 9);
}

// Captures, hosts and RTL each ask for their own piece: the bytes may not depend on the cut.
TEST(Payload, SyntheticBytesDependOnSeedAndOffsetAlone) {
  const Payload payload = Payload::synthetic(42);
  for (std::size_t offset = 0; offset < 20; ++offset) {
    for (std::size_t count = 0; count < 20; ++count) {
      std::vector<std::uint8_t> piece(count);
      payload.copy_to(piece.data(), offset, count);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = offset + i;
        ASSERT_EQ(piece[i], static_cast<std::uint8_t>(mix64(42, at / 8) >> (at % 8 * 8)));
      }
    }
  }
}

TEST(Payload, CopiesShareOneBufferAndTheLastReturnsIt) {
  PayloadPool pool;
  {
    Payload first = Payload::real(pool);
    first.writable()[5] = 99;
    const Payload second = first;
    std::uint8_t seen = 0;
    second.copy_to(&seen, 5, 1);
    EXPECT_EQ(seen, 99);
    EXPECT_EQ(pool.capacity(), 1u);
  }
  const Payload again = Payload::real(pool);
  EXPECT_EQ(pool.capacity(), 1u);
}

}  // namespace
}  // namespace ib
