// SPDX-License-Identifier: Apache-2.0
#include "models/ib/base/fnv1a.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

// Test vectors of RFC 9923, appendix.
TEST(Fnv1a, MatchesItsSpecification) {
  EXPECT_EQ(fnv1a(""), 0xCBF29CE484222325u);
  EXPECT_EQ(fnv1a("a"), 0xAF63DC4C8601EC8Cu);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171F73967E8u);
}

TEST(Fnv1a, TakesBytesInPieces) { EXPECT_EQ(fnv1a("bar", fnv1a("foo")), fnv1a("foobar")); }

}  // namespace
}  // namespace ib
